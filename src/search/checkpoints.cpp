// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

#include "search/checkpoints.hpp"

#include <algorithm>

namespace korat::detail {

checkpoints::checkpoints(std::size_t states, std::size_t limit, const temporaries::mark& start)
    : states_(std::make_unique_for_overwrite<state[]>(states + 1)),
      most_(states),
      last_(states_.get()),
      limit_(states == 0 ? 0 : limit),
      pages_(pages_for(states)) {
  *last_ = {};
  last_->mark = start;
  if (limit_ == 0) return;  // then nothing fits, and nothing is saved
  first_images_ = std::make_unique_for_overwrite<aligned_block[]>(first_blocks);
  last_->image = images_ = first_images_[0].bytes;
  images_end_ = images_ + std::min(limit_, sizeof(aligned_block) * first_blocks);
}

checkpoints::~checkpoints() {
  if (mapped()) give_back_mapped(images_, limit_, grows::up, 0, pages_);
}

bool checkpoints::make_room(std::size_t size) noexcept {
  if (!mapped() && limit_ > sizeof(aligned_block) * first_blocks) map();
  if (!fits(size)) thin_out();
  return fits(size);
}

// Small searches never come here: making a mapping and touching it takes as long as many candidates.
void checkpoints::map() noexcept {
  auto* const images = take_mapped(limit_, grows::up, 0, pages_);
  if (images == nullptr) return;
  std::memcpy(images, images_, static_cast<std::size_t>(image_end(*last_) - images_));
  states_[0].image = images;
  for (state* s = &states_[1]; s <= last_; ++s) {
    s->registers = images + (s->registers - images_);
    s->image = images + (s->image - images_);
  }
  images_ = images;
  images_end_ = images + limit_;
}

// The newest states are the ones returned to most; of the older half every second one goes. A choice whose state is
// gone is reached from the state below it.
void checkpoints::thin_out() noexcept {
  state* const first = states_.get() + 1;
  const auto count = static_cast<std::size_t>(last_ + 1 - first);
  state* kept = states_.get();
  for (std::size_t i = 0; i < count; ++i) {
    if (i < count / 2 && i % 2 == 1) continue;
    state s = first[i];
    auto* const place = image_end(*kept);
    std::memmove(place, s.image, s.stack_size + s.heap_size);
    s.registers = place + (s.registers - s.image);
    s.image = place;
    *++kept = s;
  }
  last_ = kept;
}

}  // namespace korat::detail
