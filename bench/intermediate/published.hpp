// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

// Tables 4.2, 4.4, 4.6 and 4.7 of the thesis on backward search (2017).

#pragma once

#include <cstdint>

namespace korat::bench {

struct thesis_row {
  const char* subject;
  int size;
  std::uint64_t explored, valid;
  std::uint64_t fast_forwarding;  // candidates explored on the way to the end
  std::uint64_t backward;         // candidates explored by a whole search, intermediate ones included
};

inline constexpr thesis_row thesis_rows[] = {
    {"binary-tree", 6, 3'653, 132, 626, 4'468},
    {"binary-tree", 8, 54'418, 1'430, 6'918, 63'382},
    {"binary-tree", 10, 815'100, 16'796, 82'500, 921'302},
    {"binary-tree", 12, 12'284'830, 208'012, 1'033'412, 13'608'740},
    {"binomial-heap", 6, 42'815, 7'602, 28, 50'454},
    {"binomial-heap", 8, 1'323'194, 603'744, 36, 1'502'625},
    {"binomial-heap", 9, 11'778'107, 8'746'120, 41, 13'218'171},
    {"binomial-heap", 10, 150'727'471, 117'157'172, 44, 167'364'609},
    {"doubly-linked-list", 6, 776, 674, 5, 1'004},
    {"doubly-linked-list", 8, 17'166, 17'007, 5, 21'339},
    {"doubly-linked-list", 10, 562'823, 562'595, 5, 678'839},
    {"doubly-linked-list", 11, 3'535'294, 3'535'027, 5, 4'213'909},
    {"heap-array", 6, 64'533, 13'139, 16, 73'745},
    {"heap-array", 8, 5'231'385, 1'005'075, 20, 5'812'641},
    {"heap-array", 9, 51'460'480, 10'391'382, 22, 56'606'518},
    {"heap-array", 10, 583'317'405, 111'511'015, 24, 636'346'249},
    {"red-black-tree", 6, 16'487, 20, 7, 23'015},
    {"red-black-tree", 8, 322'806, 64, 7, 472'346},
    {"red-black-tree", 10, 7'530'712, 260, 7, 11'750'872},
    {"singly-linked-list", 6, 2'194, 203, 16, 2'828},
    {"singly-linked-list", 8, 52'567, 4'140, 20, 64'315},
    {"singly-linked-list", 10, 1'702'171, 115'975, 24, 2'013'450},
    {"singly-linked-list", 11, 10'639'556, 678'570, 26, 12'423'950},
    {"search-tree", 6, 45'233, 132, 1'154, 54'364},
    {"search-tree", 8, 2'606'968, 1'430, 12'638, 2'980'582},
    {"search-tree", 9, 20'086'300, 4'862, 43'162, 22'601'403},
    {"search-tree", 10, 155'455'872, 16'796, 149'684, 172'744'382},
};

}  // namespace korat::bench
