// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

// What programs keep books with: memory, files, processes, accounts. Much of it is sums.

#include <algorithm>
#include <utility>
#include <vector>

#include "kind.hpp"

namespace korat::bench::survey {
namespace {

/// Memory in blocks, one behind the other, and a list of the free ones. Two free ones are never neighbours.
struct memory {
  struct block {
    field<block*> next, next_free;
    field<int> offset, length;
    field<bool> is_free;
  };
  field<block*> first, free;
  field<int> capacity;

  bool rep_ok() const {
    int end = 0;
    bool last_was_free = false;
    const block* expected = free;
    for (const block* b = first; b; b = b->next) {
      if (b->offset != end || b->length <= 0 || (b->is_free && last_was_free)) return false;
      end = b->offset + b->length;
      last_was_free = b->is_free;
      if (b->is_free) {
        if (expected != b) return false;
        expected = b->next_free;
      } else if (b->next_free) {
        return false;
      }
    }
    return !expected && end == capacity;
  }
  void grow(int n, arena& owner, random_numbers& random) {
    field<block*>*place = &first, *free_place = &free;
    int end = 0;
    bool last_was_free = false;
    for (int i = 0; i < n; ++i) {
      auto* const added = owner.make<block>();
      added->offset = end;
      added->length = 8 * (1 + below(16, random));
      end += added->length;
      last_was_free = !last_was_free && below(2, random) == 0;
      added->is_free = last_was_free;
      *place = added;
      place = &added->next;
      if (!last_was_free) continue;
      *free_place = added;
      free_place = &added->next_free;
    }
    capacity = end;
  }
  static finitization<memory> bounds() {
    finitization<memory> space("memory");
    const auto blocks = space.objects<block>(1);
    space.set<&memory::first>(blocks).set<&memory::free>(blocks).set<&memory::capacity>(numbers());
    space.set<&block::next>(blocks).set<&block::next_free>(blocks);
    space.set<&block::offset>(numbers()).set<&block::length>(numbers()).set<&block::is_free>(any_bool);
    return space;
  }
};

/// Directories and files; names rise among siblings, and a directory's bytes are those of all in it.
struct files {
  struct inode {
    field<inode*> parent, first, sibling;
    field<int> name, bytes;
    field<bool> is_directory;
  };
  field<inode*> root;
  field<int> count;

  static bool is_tree(const inode* d, korat::set<const inode*>& met) {
    if (!met.insert(d).second || d->bytes < 0) return false;
    if (!d->is_directory) return !d->first;
    int sum = 0;
    for (const inode* c = d->first; c; c = c->sibling) {
      if (c->parent != d || !is_tree(c, met)) return false;
      if (c->sibling && c->name >= c->sibling->name) return false;
      sum += c->bytes;
    }
    return d->bytes == sum;
  }
  bool rep_ok() const {
    korat::set<const inode*> met;
    return root && root->is_directory && !root->parent && !root->sibling && is_tree(root, met) &&
           static_cast<int>(met.size()) == count;
  }
  static void insert(inode* directory, inode* added) {
    added->parent = directory;
    field<inode*>* place = &directory->first;
    while (*place && (*place)->name < added->name) place = &(*place)->sibling;
    added->sibling = *place;
    *place = added;
    for (inode* d = directory; d; d = d->parent) d->bytes = d->bytes + added->bytes;
  }
  void grow(int n, arena& owner, random_numbers& random) {
    std::vector<inode*> directories;
    for (int i = 0; i < n; ++i) {
      auto* const added = owner.make<inode>();
      added->name = 3 * i + below(3, random);
      added->is_directory = i == 0 || below(4, random) == 0;
      added->bytes = added->is_directory ? 0 : below(1'000, random);
      if (i == 0)
        root = added;
      else
        insert(directories[random() % directories.size()], added);
      if (added->is_directory) directories.push_back(added);
    }
    count = n;
  }
  static finitization<files> bounds() {
    finitization<files> space("files");
    const auto inodes = space.objects<inode>(1);
    space.set<&files::root>(inodes).set<&files::count>(numbers());
    space.set<&inode::parent>(inodes).set<&inode::first>(inodes).set<&inode::sibling>(inodes);
    space.set<&inode::name>(numbers()).set<&inode::bytes>(numbers()).set<&inode::is_directory>(any_bool);
    return space;
  }
};

/// A tree of processes, and those that may run in the order of their priorities.
struct processes {
  struct process {
    field<process*> parent, first_child, sibling, next_to_run;
    field<int> id, priority;
    field<bool> may_run;
  };
  field<process*> init, run_queue;
  field<int> count;

  static bool is_tree(const process* p, korat::set<const process*>& met, korat::set<int>& ids, int& may_run) {
    if (!met.insert(p).second || p->id <= 0 || !ids.insert(p->id).second) return false;
    may_run += p->may_run ? 1 : 0;
    for (const process* c = p->first_child; c; c = c->sibling)
      if (c->parent != p || !is_tree(c, met, ids, may_run)) return false;
    return true;
  }
  bool rep_ok() const {
    korat::set<const process*> met;
    korat::set<int> ids;
    int may_run = 0;
    if (!init || init->parent || init->sibling || !is_tree(init, met, ids, may_run)) return false;
    if (static_cast<int>(met.size()) != count) return false;
    for (const process* p = run_queue; p; p = p->next_to_run) {
      if (--may_run < 0 || !met.contains(p) || !p->may_run) return false;
      if (p->next_to_run && p->priority < p->next_to_run->priority) return false;
    }
    return may_run == 0;
  }
  void grow(int n, arena& owner, random_numbers& random) {
    std::vector<process*> all, ready;
    for (int i = 0; i < n; ++i) {
      auto* const added = owner.make<process>();
      added->id = 1 + 4 * i;
      added->priority = below(100, random);
      added->may_run = below(2, random) == 0;
      if (i == 0) {
        init = added;
      } else {
        auto* const parent = all[random() % all.size()];
        added->parent = parent;
        added->sibling = std::exchange(parent->first_child, added);
      }
      all.push_back(added);
      if (added->may_run) ready.push_back(added);
    }
    std::ranges::stable_sort(ready, {}, [](const process* p) { return static_cast<int>(p->priority); });
    for (auto* const p : ready) p->next_to_run = std::exchange(run_queue, p);
    count = n;
  }
  static finitization<processes> bounds() {
    finitization<processes> space("processes");
    const auto all = space.objects<process>(1);
    space.set<&processes::init>(all).set<&processes::run_queue>(all).set<&processes::count>(numbers());
    space.set<&process::parent>(all).set<&process::first_child>(all).set<&process::sibling>(all);
    space.set<&process::next_to_run>(all).set<&process::id>(numbers()).set<&process::priority>(numbers());
    space.set<&process::may_run>(any_bool);
    return space;
  }
};

/// Accounts with their bookings; balances are sums, and so is the total.
struct ledger {
  struct account;
  struct booking {
    field<booking*> next;
    field<account*> of;
    field<int> amount;
  };
  struct account {
    field<account*> next;
    field<booking*> first;
    field<int> number, balance;
  };
  field<account*> accounts;
  field<int> total, bookings;

  bool rep_ok() const {
    korat::set<const account*> met;
    korat::set<const booking*> booked;
    int sum = 0;
    for (const account* a = accounts; a; a = a->next) {
      if (!met.insert(a).second || (a->next && a->number >= a->next->number)) return false;
      int balance = 0;
      for (const booking* b = a->first; b; b = b->next) {
        if (!booked.insert(b).second || b->of != a || b->amount == 0) return false;
        balance += b->amount;
      }
      if (a->balance != balance) return false;
      sum += balance;
    }
    return sum == total && static_cast<int>(booked.size()) == bookings;
  }
  void grow(int n, arena& owner, random_numbers& random) {
    std::vector<account*> all;
    total = bookings = 0;
    for (int i = std::max(1, n / 5); i > 0; --i) {
      auto* const added = owner.make<account>();
      added->number = 10 * i + below(10, random);
      added->balance = 0;
      added->next = std::exchange(accounts, added);
      all.push_back(added);
    }
    for (int i = static_cast<int>(all.size()); i < n; ++i) {
      auto* const of = all[random() % all.size()];
      auto* const added = owner.make<booking>();
      added->of = of;
      added->amount = below(2, random) == 0 ? -1 - below(100, random) : 1 + below(100, random);
      added->next = std::exchange(of->first, added);
      of->balance = of->balance + added->amount;
      total = total + added->amount;
      bookings = bookings + 1;
    }
  }
  static finitization<ledger> bounds() {
    finitization<ledger> space("ledger");
    const auto books = space.objects<account>(1);
    const auto entries = space.objects<booking>(1);
    space.set<&ledger::accounts>(books).set<&ledger::total>(numbers()).set<&ledger::bookings>(numbers());
    space.set<&account::next>(books).set<&account::first>(entries);
    space.set<&account::number>(numbers()).set<&account::balance>(numbers());
    space.set<&booking::next>(entries).set<&booking::of>(books).set<&booking::amount>(numbers());
    return space;
  }
};

}  // namespace

std::vector<kind> records() {
  return {kind_of<memory>("memory", half::development), kind_of<files>("files", half::development),
          kind_of<processes>("processes", half::reported), kind_of<ledger>("ledger", half::development)};
}

}  // namespace korat::bench::survey
