/* SPDX-FileCopyrightText: Korat for C++ contributors
   SPDX-License-Identifier: Apache-2.0

   Whether predicates run on a stack of their own, which checkpoints need. Not under the sanitizers: their shadow memory
   knows nothing of copied stacks. Nor where stacks are tagged or return addresses lie on a second stack. */

#ifndef KORAT_HAS_CONTEXT
#if defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer) || __has_feature(memory_sanitizer) || \
    __has_feature(hwaddress_sanitizer) || __has_feature(memtag_stack) || __has_feature(shadow_call_stack)
#define KORAT_HAS_CONTEXT 0
#endif
#endif
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__) || defined(__SANITIZE_HWADDRESS__)
#define KORAT_HAS_CONTEXT 0
#endif
#endif

#ifndef KORAT_HAS_CONTEXT
#if (defined(__x86_64__) || defined(__aarch64__)) && defined(__LP64__) && defined(__linux__)
#define KORAT_HAS_CONTEXT 1
#else
#define KORAT_HAS_CONTEXT 0
#endif
#endif
