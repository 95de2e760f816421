// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

#include "search/unbound_reads.hpp"

#include <link.h>

#include <algorithm>
#include <bit>
#include <cstring>
#include <new>

#include "access/announce.hpp"
#include "search/choose.hpp"
#include "search/member_names.hpp"

namespace korat::detail {

namespace {

/// Whether the address lies in what a program or library cannot change: constants, tables of virtual functions.
bool cannot_change(std::uintptr_t address) {
  const auto look = [](dl_phdr_info* module, std::size_t, void* data) {
    const auto wanted = *static_cast<std::uintptr_t*>(data);
    for (int i = 0; i < module->dlpi_phnum; ++i) {
      const auto& s = module->dlpi_phdr[i];
      const bool fixed = (s.p_type == PT_LOAD && (s.p_flags & PF_W) == 0) || s.p_type == PT_GNU_RELRO;
      if (fixed && wanted - (module->dlpi_addr + s.p_vaddr) < s.p_memsz) return 1;
    }
    return 0;
  };
  return dl_iterate_phdr(look, &address) != 0;
}

}  // namespace

unbound_reads::unbound_reads(const space& s) : space_(s) {
  for (std::size_t c = 0; c < s.described().classes.size(); ++c) {
    ranges_.push_back(s.unbound(c));
    any_ = any_ || !ranges_.back().empty();
  }
}

bool unbound_reads::worth_a_look(std::uint64_t checks, bool promising) noexcept {
  constexpr int most = 16;
  if (!any_ || !(std::has_single_bit(checks) || (promising && looks_ < most))) return false;
  ++looks_;
  return true;
}

void unbound_reads::shade_all(unsigned char shade) const noexcept {
  for (const auto& o : space_.objects())
    for (const auto& r : ranges_[o.object_class]) std::memset(shadow_of(o.address + r.offset), shade, r.size);
}

void unbound_reads::shade(std::size_t object, unsigned char shade) const noexcept {
  const auto& o = space_.objects()[object];
  for (const auto& r : space_.unbound(o.object_class)) std::memset(shadow_of(o.address + r.offset), shade, r.size);
}

// Wherever the member begins and ends: up to eight bytes that could be one.
std::size_t unbound_reads::width_at(const void* address) const noexcept {
  const auto& o = space_.objects()[space_.object_around(address)];
  const auto offset = static_cast<std::size_t>(static_cast<const std::byte*>(address) - o.address);
  const auto aligned = std::size_t{1} << std::countr_zero(offset | 8);
  for (const auto& r : space_.unbound(o.object_class))
    if (offset >= r.offset && offset - r.offset < r.size) return std::min(aligned, r.offset + r.size - offset);
  return 0;
}

void unbound_reads::noticed(const void* address) noexcept {
  const auto object = space_.object_around(address);
  const auto width = object == space::no_object ? 0 : width_at(address);
  if (width == 0) return;
  std::memset(shadow_of(address), 0, width);
  noticed_.push_back(address);
}

bool unbound_reads::forget(std::size_t object) {
  return std::erase_if(noticed_, [&](const void* address) { return space_.object_around(address) == object; }) != 0;
}

const void* unbound_reads::take() noexcept {
  if (noticed_.empty()) return nullptr;
  const auto* const first = noticed_.front();
  noticed_.erase(noticed_.begin());
  return first;
}

bool unbound_reads::settle(const void* address) {
  const auto& o = space_.objects()[space_.object_around(address)];
  const auto begin = static_cast<std::size_t>(static_cast<const std::byte*>(address) - o.address);
  const auto end = begin + width_at(address);
  bool news = false;
  std::vector<space::byte_range> left;
  for (const auto& r : ranges_[o.object_class]) {
    const auto r_end = r.offset + r.size;
    if (r.offset < begin) left.push_back({r.offset, std::min(r_end, begin) - r.offset});
    if (r_end > end) left.push_back({std::max(r.offset, end), r_end - std::max(r.offset, end)});
    news = news || (r.offset < end && r_end > begin);
  }
  ranges_[o.object_class] = std::move(left);
  any_ = std::ranges::any_of(ranges_, [](const auto& of_class) { return !of_class.empty(); });
  return news;
}

std::string unbound_reads::described(const void* address) const {
  const auto object = space_.object_around(address);
  const auto& o = space_.objects()[object];
  const auto offset = static_cast<std::size_t>(static_cast<const std::byte*>(address) - o.address);
  const auto& class_name = space_.class_name(object);
  if (const auto name = member_at(class_name, space_.class_of(o).size, offset); !name.empty())
    return class_name + "::" + name;
  const cell* before = nullptr;  // the bound member in front of it
  std::uint32_t which = 0;
  for (auto i = o.first_cell; i < o.end_cell; ++i) {
    const cell& c = space_.cells()[i];
    if (c.address < address && c.address >= o.address && (before == nullptr || c.address > before->address))
      before = &c, which = i;
  }
  return "the member of " + class_name + " that lies " + std::to_string(offset) + " bytes from its beginning" +
         (before == nullptr ? "" : ", behind " + space_.declared_name(which) + ",");
}

std::string unbound_reads::held(const void* address) const {
  std::uint64_t bits = 0;
  std::memcpy(&bits, address, width_at(address));
  return bits == 0 ? "0 or null" : std::to_string(bits);
}

bool unbound_reads::constant(const void* address) const {
  const auto& o = space_.objects()[space_.object_around(address)];
  const auto& made = space_.class_of(o);
  const auto width = width_at(address);
  std::uintptr_t held = 0;
  std::memcpy(&held, address, width);
  if (width == sizeof held && cannot_change(held)) return true;
  if (!made.initialize) return false;
  auto* const fresh = static_cast<std::byte*>(::operator new(made.size, std::align_val_t(made.alignment)));
  made.construct(fresh);
  const auto offset = static_cast<const std::byte*>(address) - o.address;
  const bool initialized = std::ranges::any_of(space_.objects(), [&](const object& other) {
    return other.object_class == o.object_class && std::memcmp(fresh + offset, other.address + offset, width) != 0;
  });
  made.destroy(fresh);
  ::operator delete(fresh, std::align_val_t(made.alignment));
  return initialized;
}

void search_engine::watch_unbound_reads() { unbound_->watch(); }

void search_engine::observe_unbound(const void* address) {
  if (!announced.copies) unbound_->noticed(address);
}

/// Those that the last check has noticed.
void search_engine::judge_unbound_reads() {
  unbound_->unwatch();
  while (const void* const address = unbound_->take()) {
    if (!unbound_->settle(address) || unbound_->constant(address)) continue;
    const auto what = unbound_->described(address) + " is read but has no domain";
    const auto held = unbound_->held(address);
    if (const auto to = leads_to_objects(address); !to.empty())
      misbehaved(misbehaviour::unbound_read,
                 what + ": it refers to objects of class " + to + ", and always holds " + held,
                 "give the member a domain with set<>(), or say with keep<>() that it is meant to stay as it is");
    remark(what + " and always holds " + held + " (keep<>() says that it is meant)");
  }
}

/// The predicate itself tells whether a member without a domain refers to objects: one is put there, of each class,
/// that it has not looked at; does it now? The class; empty: it refers to none.
std::string search_engine::leads_to_objects(const void* address) {
  std::uintptr_t held = 0;
  std::memcpy(&held, address, sizeof held);
  if (!unbound_->pointer_sized(address)) return {};
  if (const auto object = space_.object_around(reinterpret_cast<const void*>(held)); object != space::no_object)
    return space_.class_name(object);
  if (held != 0 || !options_.catch_crashes || options_.stuck_after == time_span(0)) return {};
  trying_out_ = true;
  const auto reads_of = [&](std::size_t object, const std::byte* there) {
    space_.set_all_pending();
    spread(poison::series::first_values, chosen_fields());
    std::memcpy(const_cast<void*>(address), &there, sizeof there);
    unbound_->watch(object);
    run_observed();
    unbound_->unwatch(object);
    const bool unbound = unbound_->forget(object);
    return unbound || std::ranges::any_of(observed_, [&](std::uint32_t cell) { return space_.owner(cell) == object; });
  };
  std::string to;
  for (std::size_t c = 0; c < space_.described().classes.size() && to.empty(); ++c)
    for (std::uint32_t i = 0; i < space_.described().classes[c].count; ++i) {
      const auto object = space_.first_of_class(c) + i;
      if (space_.object_around(address) == object || reads_of(object, nullptr)) continue;
      if (reads_of(object, space_.objects()[object].address)) to = space_.class_name(object);
      break;
    }
  trying_out_ = false;
  poison_->put_back();
  restore_fields();
  return to;
}

void search_engine::remark(const std::string& what) { note_ += (note_.empty() ? "" : "; ") + what; }

}  // namespace korat::detail
