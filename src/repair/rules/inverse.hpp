// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

// Inverse references: members that are nearly always answered by a reference back, as `left` is by `parent`.

#pragma once

#include "repair/ledger.hpp"

namespace korat::detail {

/// Where it is known which field owns an object, members that answer such fields lead to the field's owner.
void lead_back_to_owners(const view&, ledger&);

}  // namespace korat::detail
