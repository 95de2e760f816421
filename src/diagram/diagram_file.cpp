// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

#include "diagram/diagram_file.hpp"

#include <algorithm>
#include <cstdio>
#include <fstream>

#include "encoding/hash.hpp"
#include "encoding/little_endian.hpp"
#include "korat/error.hpp"
#include "space/outline.hpp"

namespace korat::detail {

namespace {

constexpr std::string_view mark = "KORATDIA";
constexpr std::uint32_t version = 1;

/// As docs/files.md says.
std::uint64_t checksum(std::string_view bytes) noexcept {
  encoding::fnv_1a hash;
  hash.add(bytes);
  return hash.value();
}

void put_text(std::string& to, const std::string& text) {
  encoding::put(to, static_cast<std::uint32_t>(text.size()));
  to += text;
}

void put_leaf(std::string& to, const subtree& s) {
  for (const auto* n : {&s.valid, &s.explored, &s.choices, &s.path_lengths}) put_text(to, n->decimal());
}

/// All edges in the order of their values, live or not.
std::vector<graph_edge> edges_of(const graph& g, node_id n) {
  std::vector<graph_edge> edges(g.live(n).begin(), g.live(n).end());
  edges.insert(edges.end(), g.dead(n).begin(), g.dead(n).end());
  std::ranges::sort(edges, {}, &graph_edge::value);
  return edges;
}

void put_node(std::string& to, const graph& g, node_id n) {
  encoding::put(to, g.cell(n));
  if (g.is_leaf(n)) return put_leaf(to, g.below(n));
  const auto edges = edges_of(g, n);
  encoding::put(to, static_cast<std::uint32_t>(edges.size()));
  for (const auto& e : edges) encoding::put(to, e.value), encoding::put(to, e.child);
}

/// The content of a file, from its beginning on; its checksum is right.
class content {
 public:
  explicit content(const std::string& path) : path_(path) {
    std::ifstream file(path, std::ios::binary);
    if (!file) throw file_error("cannot open " + path);
    bytes_.assign(std::istreambuf_iterator<char>(file), {});
    if (!bytes_.starts_with(mark)) throw file_error(path + " is no diagram");
    if (bytes_.size() < mark.size() + sizeof version + sizeof(std::uint64_t)) damaged();
    if (const auto found = encoding::get<std::uint32_t>(bytes_, mark.size()); found != version)
      throw file_error(path + " has version " + std::to_string(found) + " of the format; this program reads version " +
                       std::to_string(version));
    const auto sum = bytes_.size() - sizeof(std::uint64_t);
    if (checksum(std::string_view(bytes_).substr(0, sum)) != encoding::get<std::uint64_t>(bytes_, sum)) damaged();
    bytes_.resize(sum);
    at_ = mark.size() + sizeof version;
  }

  template <class Integer>
  Integer number() {
    if (bytes_.size() - at_ < sizeof(Integer)) damaged();
    at_ += sizeof(Integer);
    return encoding::get<Integer>(bytes_, at_ - sizeof(Integer));
  }
  std::string text() {
    const auto size = number<std::uint32_t>();
    if (bytes_.size() - at_ < size) damaged();
    at_ += size;
    return bytes_.substr(at_ - size, size);
  }
  big_integer big_number() try { return big_integer::parse(text()); } catch (const std::invalid_argument&) {
    damaged();
  }
  void expect(bool sensible) const {
    if (!sensible) damaged();
  }
  bool is_at_end() const noexcept { return at_ == bytes_.size(); }

 private:
  [[noreturn]] void damaged() const { throw file_error(path_ + " is damaged or truncated; build the diagram again"); }

  std::string path_;
  std::string bytes_;
  std::size_t at_ = 0;
};

void read_leaf(content& from, graph& to) {
  subtree below;
  for (auto* n : {&below.valid, &below.explored, &below.choices, &below.path_lengths}) *n = from.big_number();
  to.add_leaf(std::move(below));
}

void read_node(content& from, graph& to, const space& s) {
  const auto cell = from.number<std::uint32_t>();
  if (cell == graph::no_cell) return read_leaf(from, to);
  from.expect(cell < s.cells().size());
  std::vector<graph_edge> edges;
  subtree below;
  for (auto left = from.number<std::uint32_t>(); left > 0; --left) {
    const auto value = from.number<std::uint32_t>(), child = from.number<std::uint32_t>();
    from.expect(value <= s.cells()[cell].last && child < to.size() && (edges.empty() || edges.back().value < value));
    edges.push_back({value, child});
    below.add_child(to.below(child));
  }
  to.add(cell, edges, std::move(below));
}

}  // namespace

void write_diagram(const std::string& path, const graph& g, const space& s, const std::string& description) {
  std::string bytes(mark);
  encoding::put(bytes, version);
  put_text(bytes, description);
  encoding::put(bytes, checksum(outline(s)));
  encoding::put(bytes, static_cast<std::uint32_t>(g.size()));
  encoding::put(bytes, g.root());
  for (node_id n = graph::accepted + 1; n < g.size(); ++n) put_node(bytes, g, n);
  encoding::put(bytes, checksum(bytes));
  const auto fresh = path + ".new";
  std::ofstream file(fresh, std::ios::binary | std::ios::trunc);
  if (!file) throw write_error("cannot open " + fresh + " to write to");
  file.write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
  file.close();
  if (!file || std::rename(fresh.c_str(), path.c_str()) != 0)
    throw write_error("cannot write " + path + ": is the disk full?");
}

std::string description_in_diagram(const std::string& path) { return content(path).text(); }

graph read_diagram(const std::string& path, const space& s) {
  content from(path);
  from.text();
  if (from.number<std::uint64_t>() != checksum(outline(s)))
    throw file_error(path + " is of other bounds than " + s.name() + " has now; build the diagram again");
  graph result;
  const auto size = from.number<std::uint32_t>(), root = from.number<std::uint32_t>();
  while (result.size() < size) read_node(from, result, s);
  from.expect(root < result.size() && from.is_at_end());
  result.root(root);
  return result;
}

}  // namespace korat::detail
