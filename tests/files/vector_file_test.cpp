// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

// Files of candidate vectors: what is written is read, at any place, and whatever happens to the bytes, what is read
// was written.

#include "files/vector_file.hpp"

#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <random>
#include <sstream>

namespace korat_test::vector_file_test {
namespace {

using korat::files::file_error;
using korat::files::vector_reader;
using korat::files::vector_record;
using korat::files::vector_writer;

const std::vector<std::uint32_t> values = {13, 1, 2, 3, 0xffff'fffe, 256, 257, 1, 8};

class VectorFile : public ::testing::Test {
 protected:
  VectorFile() { std::filesystem::remove(path_); }
  ~VectorFile() override { std::filesystem::remove(path_); }

  std::vector<vector_record> write(std::size_t count, bool closed = true) {
    std::vector<vector_record> written;
    vector_writer writer(path_, "what it is", values);
    for (std::size_t i = 0; i < count; ++i) {
      vector_record record{{}, random_() % 2 == 0};
      for (const auto v : values) record.vector.push_back(static_cast<std::uint32_t>(random_() % v));
      writer.add(record);
      written.push_back(std::move(record));
    }
    if (closed) writer.close();
    return written;
  }
  std::string bytes() const {
    std::ifstream file(path_, std::ios::binary);
    return {std::istreambuf_iterator<char>(file), {}};
  }
  void set_bytes(const std::string& content) const {
    std::ofstream(path_, std::ios::binary | std::ios::trunc) << content;
  }

  std::mt19937_64 random_{3};
  const std::string path_ =
      (std::filesystem::temp_directory_path() / ("korat-vectors-" + std::to_string(getpid()))).string();
};

TEST_F(VectorFile, GivesBackWhatWasWritten) {
  for (const std::size_t count : {0u, 1u, 1023u, 1024u, 1025u, 5000u}) {
    const auto written = write(count);
    vector_reader reader(path_);
    EXPECT_EQ(reader.problem(), "");
    EXPECT_EQ(reader.description(), "what it is");
    EXPECT_EQ(reader.layout().values(), values);
    ASSERT_EQ(reader.size(), count);
    for (std::size_t i = 0; i < count; i += 1 + random_() % 7)
      ASSERT_EQ(reader.read(count - 1 - i), written[count - 1 - i]);
    EXPECT_THROW(reader.read(count), file_error);
    EXPECT_TRUE(reader.check().empty());
  }
}

TEST_F(VectorFile, IsCompact) {
  write(1024);
  // 1 + 4 + 0 + 1 + 2 + 32 + 8 + 9 + 0 + 3 bits are 8 bytes
  EXPECT_EQ(vector_reader(path_).layout().bytes(), 8u);
  EXPECT_EQ(bytes().size(), 24 + 4 * values.size() + 10 + 4 + 1024 * 8 + 8 + 20);
}

TEST_F(VectorFile, TruncatedAnywhereSaysSoAndKeepsItsWholeBlocks) {
  const auto written = write(3000);
  const auto whole = bytes();
  const auto header = 24 + 4 * values.size() + 10 + 4;
  for (std::size_t left = 0; left < whole.size(); left += 1 + random_() % 97) {
    set_bytes(whole.substr(0, left));
    if (left < header) {
      EXPECT_THROW(vector_reader reader(path_), file_error) << left;
      continue;
    }
    vector_reader reader(path_);
    EXPECT_NE(reader.problem(), "") << left;
    ASSERT_EQ(reader.size(), (left - header) / (1024 * 8 + 8) * 1024);
    for (std::uint64_t i = 0; i < reader.size(); i += 100) ASSERT_EQ(reader.read(i), written[i]);
  }
}

TEST_F(VectorFile, NeverClosedCountsAsTruncated) {
  write(2000, false);
  vector_reader reader(path_);
  EXPECT_NE(reader.problem(), "");
  EXPECT_EQ(reader.size(), 1024u);
}

TEST_F(VectorFile, NamesTheDamagedBlockAndReadsTheOthers) {
  const auto written = write(3000);
  auto damaged = bytes();
  damaged[24 + 4 * values.size() + 14 + 1024 * 8 + 8 + 77] ^= 1;  // in the second block
  set_bytes(damaged);
  vector_reader reader(path_);
  EXPECT_EQ(reader.read(0), written[0]);
  EXPECT_EQ(reader.read(2999), written[2999]);
  try {
    reader.read(1500);
    FAIL();
  } catch (const file_error& e) {
    EXPECT_NE(std::string(e.what()).find("vectors 1025 to 2048"), std::string::npos) << e.what();
  }
  ASSERT_EQ(reader.check().size(), 1u);
  EXPECT_EQ(reader.check().front().first, 1024u);
}

// Random damage: an error or the truth, never anything else.
TEST_F(VectorFile, FuzzedNeverLies) {
  const auto written = write(2500);
  const auto whole = bytes();
  for (int round = 0; round < 400; ++round) {
    auto content = whole;
    for (auto changes = 1 + random_() % 4; changes > 0; --changes) {
      const auto at = round % 2 == 0 ? random_() % 200 : random_() % content.size();  // often in the header
      switch (random_() % 4) {
        case 0: content[at] = static_cast<char>(random_()); break;
        case 1: content[at] ^= static_cast<char>(1 << random_() % 8); break;
        case 2: content.erase(at, 1 + random_() % 50); break;
        default: content.insert(at, std::string(1 + random_() % 50, static_cast<char>(random_())));
      }
    }
    set_bytes(content);
    try {
      vector_reader reader(path_);
      for (std::uint64_t i = 0; i < reader.size(); i += 1 + random_() % 300) try {
          const auto record = reader.read(i);
          if (i < written.size() && reader.problem().empty() && reader.layout().values() == values) {
            ASSERT_EQ(record, written[i]);
          }
        } catch (const file_error&) {
        }
    } catch (const file_error&) {
    }
  }
}

TEST_F(VectorFile, SaysWhatOtherFilesAre) {
  EXPECT_THROW(vector_reader("/no/such/file"), file_error);
  set_bytes("");
  EXPECT_THROW(vector_reader reader(path_), file_error);
  set_bytes("#include <korat/korat.hpp>");
  EXPECT_THROW(vector_reader reader(path_), file_error);
  write(1);
  auto later = bytes();
  later[8] = 2;
  set_bytes(later);
  try {
    vector_reader reader(path_);
    FAIL();
  } catch (const file_error& e) {
    EXPECT_NE(std::string(e.what()).find("version 2"), std::string::npos);
  }
}

}  // namespace
}  // namespace korat_test::vector_file_test
