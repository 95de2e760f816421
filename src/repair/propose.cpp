// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

#include "repair/propose.hpp"

#include <algorithm>

#include "repair/rules/balanced_tree.hpp"
#include "repair/rules/doubly_linked.hpp"
#include "repair/rules/inverse.hpp"
#include "repair/rules/key_order.hpp"
#include "repair/rules/owned_once.hpp"
#include "repair/rules/relations.hpp"
#include "repair/rules/sorted_lists.hpp"

namespace korat::detail {

/// An object may be in several: by what one is sorted, the objects of another may have in common.
static void sort_lists(ledger& l, const std::vector<sorted_lists::proposed>& lists) {
  for (const auto& list : lists) {
    l.settle(list.member);
    for (const auto& p : list.known) l.add(p.cell, p.value);
  }
  for (const auto& list : lists)
    for (const auto& p : list.near) l.add(p.cell, p.value);
}

ledger propose(const view& v, interpretation how, rule_set rules) {
  ledger l(v);
  const auto follows = [&](rule r) {
    l.from(r);
    return rules.has(r);
  };
  relations related(v, l);
  const auto score = [&](std::uint32_t cell, std::uint32_t to) { return related.score_but_answers(cell, to); };
  if (follows(rule::lists))
    for (const auto& links : find_list_links(v)) {
      for (const auto member : {links.member_of_next, links.member_of_previous}) l.settle(member);
      for (const auto& p : link_both_ways(v, links, score)) l.add(p.cell, p.value);
    }
  const keys by_key(v, l);
  bool ordered = false;  // a tree: that tells almost everything
  if (follows(rule::order)) {
    const auto tree = sort_by_keys(v, l, by_key);
    const auto lists = sorted_lists::find(v, l);
    ordered = tree.share > 0 && std::ranges::all_of(lists, [&](const auto& list) { return tree.share >= list.share; });
    if (ordered)
      for (const auto& p : tree.proposals) l.replace(p.cell, p.value);
    else
      sort_lists(l, lists);
  }
  if (ordered && follows(rule::balance)) balanced_tree(v, l, by_key, how).propose();
  if (!ordered && follows(rule::relations) && related.any()) related.propose();
  if (!ordered && follows(rule::owned_once))
    for (const auto& p : lead_to_lost(v, l)) l.add(p.cell, p.value);
  if (follows(rule::inverse)) lead_back_to_owners(v, l);
  return l;
}

}  // namespace korat::detail
