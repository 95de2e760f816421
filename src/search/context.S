// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

// Entering the predicate's own stack, leaving it, and noticing a first read on it. See context.hpp for the story.

// Assembled whether the C++ side uses it or not (search/has_context.h): flags such as -fsanitize need not reach the
// assembler. The C++ side brings its own 'korat_first_read' then, hence the weak one here.

#if defined(__x86_64__) && defined(__linux__)

#define MAIN_STACK 0
#define BASE 8
#define RESUME_AT 16
#define IMAGE_END 24

        .text

// int korat_enter(context*)
        .globl  korat_enter
        .hidden korat_enter
        .type   korat_enter, @function
        .p2align 4
korat_enter:
        .cfi_startproc
        pushq   %rbx
        pushq   %rbp
        pushq   %r12
        pushq   %r13
        pushq   %r14
        pushq   %r15
        movq    %rsp, MAIN_STACK(%rdi)
        movq    %rdi, %rbx              // preserved by the predicate: saved states hold the same value
        movq    BASE(%rdi), %rsp
        .cfi_undefined rip              // nobody unwinds past the bottom of the predicate's stack
        call    korat_run_predicate
.Lback:
        movq    MAIN_STACK(%rbx), %rsp
        popq    %r15
        popq    %r14
        popq    %r13
        popq    %r12
        popq    %rbp
        popq    %rbx
        ret
        .cfi_endproc
        .size   korat_enter, . - korat_enter

// void korat_leave(context*, int answer): as if the predicate had returned `answer`.
        .globl  korat_leave
        .hidden korat_leave
        .type   korat_leave, @function
korat_leave:
        movq    %rdi, %rbx
        movl    %esi, %eax
        jmp     .Lback
        .size   korat_leave, . - korat_leave

// bool korat_call(function, root, bool (*predicate)(function, root), context*): calls the predicate, and notes that from
// here down the stack is the predicate's; what lies above never changes and is not part of a saved state. Or goes on
// with the restored state. That comes here by the same calls as the first time, although it could jump there directly,
// so that the processor, which predicts returns from the calls it has seen, predicts those of the predicate.
        .globl  korat_call
        .hidden korat_call
        .type   korat_call, @function
        .p2align 4
korat_call:
        .cfi_startproc
        movq    RESUME_AT(%rcx), %rax
        testq   %rax, %rax
        jnz     .Lresume
        leaq    8(%rsp), %rax
        movq    %rax, IMAGE_END(%rcx)
        jmp     *%rdx
.Lresume:
        movq    %rax, %rsp
        popq    %r15
        popq    %r14
        popq    %r13
        popq    %r12
        popq    %rbp
        popq    %rbx
        popq    %rcx                    // alignment
        popq    %rcx                    // back into the predicate, behind the read; no 'ret': nobody called
        jmp     *%rcx
        .cfi_endproc
        .size   korat_call, . - korat_call

// void korat_first_read(const void* address): spills the registers a saved state needs, so that the state is the stack
// from here to its base and nothing else.
        .weak   korat_first_read
        .type   korat_first_read, @function
        .p2align 4
korat_first_read:
        .cfi_startproc
        subq    $8, %rsp
        .cfi_adjust_cfa_offset 8
        pushq   %rbx
        .cfi_adjust_cfa_offset 8
        pushq   %rbp
        .cfi_adjust_cfa_offset 8
        pushq   %r12
        .cfi_adjust_cfa_offset 8
        pushq   %r13
        .cfi_adjust_cfa_offset 8
        pushq   %r14
        .cfi_adjust_cfa_offset 8
        pushq   %r15
        .cfi_adjust_cfa_offset 8
        movq    %rsp, %rsi
        call    korat_choose
        addq    $56, %rsp
        .cfi_adjust_cfa_offset -56
        ret
        .cfi_endproc
        .size   korat_first_read, . - korat_first_read

#endif

        .section .note.GNU-stack,"",@progbits
