// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

// Entering the predicate's own stack, leaving it, and noticing a first read on it: on x86-64. See context.hpp for the story.

// Assembled whether the C++ side uses it or not (undo/has_context.h): flags such as -fsanitize need not reach the
// assembler. The C++ side brings its own 'korat_first_read' then, and no 'korat_go_on', hence the weak ones here.

#if defined(__x86_64__) && defined(__linux__)

#include "search/context_layout.h"

#define SPILLED 64  // registers and return address at its top: loaded from the image, so never copied back

#define COPY_BLOCK(n) .Lcopy_##n: vmovdqa (n * 32 - 32)(%rsi), %ymm0; vmovdqa %ymm0, (n * 32 - 32)(%rdi)

// A function with a frame pointer and with all preserved registers in its frame, which unwinders find; and its end.
        .macro  begin_frame
        pushq   %rbp
        .cfi_adjust_cfa_offset 8
        .cfi_offset rbp, -16
        movq    %rsp, %rbp
        .cfi_def_cfa_register rbp
        pushq   %rbx
        .cfi_offset rbx, -24
        pushq   %r12
        .cfi_offset r12, -32
        pushq   %r13
        .cfi_offset r13, -40
        pushq   %r14
        .cfi_offset r14, -48
        pushq   %r15
        .cfi_offset r15, -56
        .endm

        .macro  return_from_frame
        leaq    -40(%rbp), %rsp
        popq    %r15
        popq    %r14
        popq    %r13
        popq    %r12
        popq    %rbx
        popq    %rbp
        .cfi_def_cfa rsp, 8
        ret
        .endm

        .weak   korat_go_on
        .text

// int korat_enter(context*): the first time by way of 'korat_run_predicate', which catches what the predicate throws, to the
// loop in 'korat_call'. When that has an answer it comes straight back here, and its frame, like those above it, stays for the
// next time.
        .globl  korat_enter
        .hidden korat_enter
        .type   korat_enter, @function
        .p2align 5
korat_enter:
        .cfi_startproc
        pushq   %rbx
        pushq   %rbp
        pushq   %r12
        pushq   %r13
        pushq   %r14
        pushq   %r15
        movq    %rsp, KORAT_MAIN_STACK(%rdi)
        movq    KORAT_LOOP(%rdi), %rax
        testq   %rax, %rax
        jz      .Lfirst
        movq    %rax, %rsp
        movq    8(%rax), %rbp           // by which unwinders find the frame
        leaq    korat_run_or_resume(%rip), %rax
        jmp     .Lrun
.Lfirst:
        movq    %rdi, %rbx              // preserved by the predicate: saved states hold the same value
        movq    KORAT_BASE(%rdi), %rax
        testq   %rax, %rax
        cmovnzq %rax, %rsp              // none: on this one
        .cfi_undefined rip              // nobody unwinds past the bottom of the predicate's stack
        call    korat_run_predicate
        movq    $0, KORAT_LOOP(%rbx)    // it has thrown, and its frames are gone; or it has no stack of its own
.Lback:
        movq    KORAT_MAIN_STACK(%rbx), %rsp
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

// bool korat_call(context*): runs the predicate on one candidate after the other, until it accepts one or 'korat_go_on'
// has something else to do. From here down the stack is the predicate's; what lies above never changes and is not part of
// a saved state. A resumed predicate returns with the registers of its first call: nothing of a round is kept in one.
        .globl  korat_call
        .hidden korat_call
        .type   korat_call, @function
        .p2align 5
korat_call:
        .cfi_startproc
        begin_frame
        subq    $32, %rsp
        andq    $-32, %rsp              // images consist of whole aligned blocks
        movq    %rdi, (%rsp)
        movq    %rbp, 8(%rsp)
        movq    %rsp, KORAT_IMAGE_END(%rdi)
        cmpq    $0, KORAT_BASE(%rdi)
        je      .Lbegin
        movq    %rsp, KORAT_LOOP(%rdi)
.Lbegin:
        leaq    korat_run_or_resume(%rip), %rax
        jmp     .Lrun
.Lnext:
        movq    (%rsp), %rdi            // not from a preserved register: that would wait for the restored frames
        movq    korat_go_on@GOTPCREL(%rip), %rax  // it ends by a jump to the same
.Lrun:
        call    *%rax                   // the only one: saved frames return here
        testb   %al, %al
        jz      .Lnext
        cmpb    $1, %al
        sete    %al
        movzbl  %al, %eax
        movq    (%rsp), %rbx
        cmpq    $0, KORAT_LOOP(%rbx)
        jne     .Lback
        return_from_frame
        .cfi_endproc
        .size   korat_call, . - korat_call

// predicate_answer korat_run_or_resume(context*): calls the predicate; or copies a saved state back and goes on there.
// That comes here by the same call as the first time, although it could jump there directly, so that the processor, which
// predicts returns from the calls it has seen, predicts those of the predicate. The stack pointer goes down before the
// copy is made: a signal handler may run on this stack at any time.
        .globl  korat_run_or_resume
        .hidden korat_run_or_resume
        .type   korat_run_or_resume, @function
        .p2align 5
korat_run_or_resume:
        .cfi_startproc
        movq    KORAT_STATE(%rdi), %rcx
        movq    KORAT_TOP(%rcx), %rax
        testq   %rax, %rax
        jz      .Lstart
        leaq    SPILLED(%rax), %rsp
        movq    KORAT_IMAGE(%rcx), %rsi
        movq    KORAT_STACK(%rcx), %rdi
        movq    KORAT_REGISTERS(%rcx), %rdx
        jmp     *KORAT_COPY(%rcx)       // a search has few different sizes of images: predicted

// The copies: whole aligned blocks, from the last to the first that is not spilled registers.
.Lcopy_any:
        movl    KORAT_STACK_SIZE(%rcx), %eax
.Lcopy_next:
        vmovdqa -32(%rsi,%rax), %ymm0
        vmovdqa %ymm0, -32(%rdi,%rax)
        subq    $32, %rax
        cmpq    $(16 * 32), %rax
        ja      .Lcopy_next
        COPY_BLOCK(16)
        COPY_BLOCK(15)
        COPY_BLOCK(14)
        COPY_BLOCK(13)
        COPY_BLOCK(12)
        COPY_BLOCK(11)
        COPY_BLOCK(10)
        COPY_BLOCK(9)
        COPY_BLOCK(8)
        COPY_BLOCK(7)
        COPY_BLOCK(6)
        COPY_BLOCK(5)
        COPY_BLOCK(4)
        COPY_BLOCK(3)
.Lcopy_2:
        vzeroupper
.Lcopied:
        movq    (%rdx), %r15
        movq    8(%rdx), %r14
        movq    16(%rdx), %r13
        movq    24(%rdx), %r12
        movq    32(%rdx), %rbp
        movq    40(%rdx), %rbx
        jmp     *56(%rdx)               // back into the predicate, behind the read; no 'ret': nobody called

.Lcopy_plain:
        movl    KORAT_STACK_SIZE(%rcx), %eax
.Lcopy_next_half:
        cmpq    $SPILLED, %rax
        jbe     .Lcopied
        movaps  -16(%rsi,%rax), %xmm0
        movaps  %xmm0, -16(%rdi,%rax)
        subq    $16, %rax
        jmp     .Lcopy_next_half

.Lstart:
        movq    KORAT_PREDICATE(%rdi), %rax
        movq    KORAT_ROOT(%rdi), %rsi
        movq    KORAT_FUNCTION(%rdi), %rdi
        jmp     *%rax
        .cfi_endproc
        .size   korat_run_or_resume, . - korat_run_or_resume

// int korat_run_check(context*): runs one of several checks that take turns (lockstep.hpp), from its beginning or from where
// it stopped, until it returns or stops. It runs on the stack that this is called on; what lies below belongs to the check.
// What the frame is aligned with is zero: states of the predicate that are the same have the same bytes.
        .globl  korat_run_check
        .hidden korat_run_check
        .type   korat_run_check, @function
        .p2align 5
korat_run_check:
        .cfi_startproc
        begin_frame
        pushq   $0
        testb   $31, %spl
        jz      .Laligned
        pushq   $0
        pushq   $0
.Laligned:
        movq    %rbp, KORAT_MAIN_STACK(%rdi)
        movq    %rsp, KORAT_IMAGE_END(%rdi)
        xorl    %ebx, %ebx              // the same for the registers
        xorl    %r12d, %r12d
        xorl    %r13d, %r13d
        xorl    %r14d, %r14d
        xorl    %r15d, %r15d
        call    korat_run_or_resume
        movzbl  %al, %eax
.Lcheck_back:
        return_from_frame
        .cfi_endproc
        .size   korat_run_check, . - korat_run_check

// void korat_leave_check(context*, int answer): as if the check had returned `answer`.
        .globl  korat_leave_check
        .hidden korat_leave_check
        .type   korat_leave_check, @function
korat_leave_check:
        movq    KORAT_MAIN_STACK(%rdi), %rbp
        movl    %esi, %eax
        jmp     .Lcheck_back
        .size   korat_leave_check, . - korat_leave_check

        .section .data.rel.ro, "aw"
        .globl  korat_copy_blocks
        .hidden korat_copy_blocks
        .type   korat_copy_blocks, @object
        .p2align 3
korat_copy_blocks:
        .quad   .Lcopy_any, .Lcopy_2, .Lcopy_2, .Lcopy_3, .Lcopy_4, .Lcopy_5, .Lcopy_6, .Lcopy_7, .Lcopy_8, .Lcopy_9
        .quad   .Lcopy_10, .Lcopy_11, .Lcopy_12, .Lcopy_13, .Lcopy_14, .Lcopy_15, .Lcopy_16
        .size   korat_copy_blocks, . - korat_copy_blocks
        .globl  korat_copy_plain
        .hidden korat_copy_plain
        .type   korat_copy_plain, @object
korat_copy_plain:
        .rept   17
        .quad   .Lcopy_plain
        .endr
        .size   korat_copy_plain, . - korat_copy_plain

        .text

// void korat_first_read(const void* address): spills the registers a saved state needs, so that the state is the stack
// from here to its base and nothing else.
        .weak   korat_first_read
        .type   korat_first_read, @function
        .p2align 5
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
