// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

// The same as context_x86_64.S, which has the reasons, on AArch64. What is different: a function must preserve twelve general
// registers and the lower halves of eight vector registers, 160 bytes; the address to return to is in a register (x30); and
// where branch targets are marked (BTI) a saved state is resumed by 'ret', because no mark stands behind a call. Without
// marks a branch is right, as there: a 'ret' that nobody called spoils the prediction of those to come. Return addresses
// that are signed (PAC) stay valid, for they are signed with the stack pointer, and frames return to their old places.

// Assembled whether the C++ side uses it or not, as context_x86_64.S is.

#if defined(__aarch64__) && defined(__linux__)

#include "search/context_layout.h"

#define SPILLED 160  // what a saved state has at its top: x19 to x30, d8 to d15

#if defined(__ARM_FEATURE_BTI_DEFAULT)
#define BRANCH_TARGET hint #34  // bti c
#define GO_ON_AT_X30 ret
#else
#define BRANCH_TARGET
#define GO_ON_AT_X30 br x30
#endif

        .macro  begin_function name
        .type   \name, %function
        .p2align 5
\name:
        .cfi_startproc
        BRANCH_TARGET
        .endm

        .macro  end_function name
        .cfi_endproc
        .size   \name, . - \name
        .endm

        .macro  own_function name
        .globl  \name
        .hidden \name
        begin_function \name
        .endm

// A frame with all preserved registers, at x29, which unwinders find; and its end.
        .macro  begin_frame
        stp     x29, x30, [sp, #-160]!
        .cfi_def_cfa_offset 160
        .cfi_offset x29, -160
        .cfi_offset x30, -152
        mov     x29, sp
        .cfi_def_cfa_register x29
        stp     x19, x20, [x29, #16]
        .cfi_offset x19, -144
        .cfi_offset x20, -136
        stp     x21, x22, [x29, #32]
        .cfi_offset x21, -128
        .cfi_offset x22, -120
        stp     x23, x24, [x29, #48]
        .cfi_offset x23, -112
        .cfi_offset x24, -104
        stp     x25, x26, [x29, #64]
        .cfi_offset x25, -96
        .cfi_offset x26, -88
        stp     x27, x28, [x29, #80]
        .cfi_offset x27, -80
        .cfi_offset x28, -72
        stp     d8, d9, [x29, #96]
        .cfi_offset b8, -64
        .cfi_offset b9, -56
        stp     d10, d11, [x29, #112]
        .cfi_offset b10, -48
        .cfi_offset b11, -40
        stp     d12, d13, [x29, #128]
        .cfi_offset b12, -32
        .cfi_offset b13, -24
        stp     d14, d15, [x29, #144]
        .cfi_offset b14, -16
        .cfi_offset b15, -8
        .endm

        .macro  return_from_frame
        ldp     x19, x20, [x29, #16]
        ldp     x21, x22, [x29, #32]
        ldp     x23, x24, [x29, #48]
        ldp     x25, x26, [x29, #64]
        ldp     x27, x28, [x29, #80]
        ldp     d8, d9, [x29, #96]
        ldp     d10, d11, [x29, #112]
        ldp     d12, d13, [x29, #128]
        ldp     d14, d15, [x29, #144]
        mov     sp, x29
        .cfi_def_cfa_register sp
        ldp     x29, x30, [sp], #160
        .cfi_def_cfa_offset 0
        ret
        .endm

        .weak   korat_go_on
        .text

// int korat_enter(context*)
        own_function korat_enter
        begin_frame
        str     x29, [x0, #KORAT_MAIN_STACK]
        mov     x19, x0                 // preserved by the predicate: saved states hold the same value
        ldr     x9, [x0, #KORAT_BASE]
        mov     x10, sp
        cmp     x9, #0
        csel    x9, x9, x10, ne         // none: on this one
        mov     sp, x9
        .cfi_undefined x30              // nobody unwinds past the bottom of the predicate's stack
        bl      korat_run_predicate
.Lback:
        ldr     x29, [x19, #KORAT_MAIN_STACK]
        return_from_frame
        end_function korat_enter

// void korat_leave(context*, int answer): as if the predicate had returned `answer`.
        own_function korat_leave
        mov     x19, x0
        mov     w0, w1
        b       .Lback
        end_function korat_leave

// bool korat_call(context*): runs the predicate on one candidate after the other, until it accepts one or 'korat_go_on'
// has something else to do.
        own_function korat_call
        begin_frame
        sub     x9, sp, #32
        and     sp, x9, #-32            // images consist of whole aligned blocks; down: what lies above is this frame
        mov     x9, sp
        str     x0, [sp]
        str     x9, [x0, #KORAT_IMAGE_END]
        adrp    x16, korat_run_or_resume
        add     x16, x16, #:lo12:korat_run_or_resume
        b       .Lrun
.Lnext:
        ldr     x0, [sp]
        adrp    x16, :got:korat_go_on
        ldr     x16, [x16, #:got_lo12:korat_go_on]
.Lrun:
        blr     x16                     // the only one: saved frames return here
        ands    w0, w0, #0xff
        b.eq    .Lnext
        cmp     w0, #1
        cset    w0, eq
        return_from_frame
        end_function korat_call

// predicate_answer korat_run_or_resume(context*): calls the predicate; or copies a saved state back and goes on there. The
// stack pointer goes down before the copy is made: a signal handler may run on this stack at any time.
        own_function korat_run_or_resume
        ldr     x9, [x0, #KORAT_STATE]
        ldr     x10, [x9, #KORAT_TOP]
        cbz     x10, .Lstart
        add     sp, x10, #SPILLED
        ldr     w4, [x9, #KORAT_STACK_SIZE]
        ldp     x1, x2, [x9, #KORAT_IMAGE]  // and KORAT_STACK
        ldr     x3, [x9, #KORAT_REGISTERS]
        add     x1, x1, x4
        add     x2, x2, x4
        subs    x4, x4, #SPILLED        // loaded from the image, so never copied back
        b.ls    .Lcopied
.Lcopy_next:                            // whole aligned blocks, from the last down
        ldp     q0, q1, [x1, #-32]!
        stp     q0, q1, [x2, #-32]!
        subs    x4, x4, #32
        b.hi    .Lcopy_next
.Lcopied:
        ldp     x19, x20, [x3]
        ldp     x21, x22, [x3, #16]
        ldp     x23, x24, [x3, #32]
        ldp     x25, x26, [x3, #48]
        ldp     x27, x28, [x3, #64]
        ldp     x29, x30, [x3, #80]
        ldp     d8, d9, [x3, #96]
        ldp     d10, d11, [x3, #112]
        ldp     d12, d13, [x3, #128]
        ldp     d14, d15, [x3, #144]
        GO_ON_AT_X30                    // back into the predicate, behind the read
.Lstart:
        ldr     x16, [x0, #KORAT_PREDICATE]
        ldr     x1, [x0, #KORAT_ROOT]
        ldr     x0, [x0, #KORAT_FUNCTION]
        br      x16
        end_function korat_run_or_resume

// int korat_run_check(context*): runs one of several checks that take turns (lockstep.hpp), from its beginning or from where
// it stopped, until it returns or stops. What the frame is aligned with is zero, and so are the registers: states of the
// predicate that are the same have the same bytes.
        own_function korat_run_check
        begin_frame
        mov     x9, sp
        tbz     x9, #4, .Laligned
        stp     xzr, xzr, [sp, #-16]!
.Laligned:
        mov     x9, sp
        str     x29, [x0, #KORAT_MAIN_STACK]
        str     x9, [x0, #KORAT_IMAGE_END]
        mov     x19, xzr
        mov     x20, xzr
        mov     x21, xzr
        mov     x22, xzr
        mov     x23, xzr
        mov     x24, xzr
        mov     x25, xzr
        mov     x26, xzr
        mov     x27, xzr
        mov     x28, xzr
        movi    d8, #0
        movi    d9, #0
        movi    d10, #0
        movi    d11, #0
        movi    d12, #0
        movi    d13, #0
        movi    d14, #0
        movi    d15, #0
        bl      korat_run_or_resume
        and     w0, w0, #0xff
.Lcheck_back:
        return_from_frame
        end_function korat_run_check

// void korat_leave_check(context*, int answer): as if the check had returned `answer`.
        own_function korat_leave_check
        ldr     x29, [x0, #KORAT_MAIN_STACK]
        mov     w0, w1
        b       .Lcheck_back
        end_function korat_leave_check

// void korat_first_read(const void* address): spills the registers a saved state needs (undo/processor.hpp), so that the
// state is the stack from here to its base and nothing else.
        .weak   korat_first_read
        begin_function korat_first_read
        sub     sp, sp, #SPILLED
        .cfi_def_cfa_offset SPILLED
        stp     x19, x20, [sp]
        stp     x21, x22, [sp, #16]
        stp     x23, x24, [sp, #32]
        stp     x25, x26, [sp, #48]
        stp     x27, x28, [sp, #64]
        stp     x29, x30, [sp, #80]
        .cfi_offset x29, 80 - SPILLED
        .cfi_offset x30, 88 - SPILLED
        stp     d8, d9, [sp, #96]
        stp     d10, d11, [sp, #112]
        stp     d12, d13, [sp, #128]
        stp     d14, d15, [sp, #144]
        add     x29, sp, #80            // a frame for who follows the frame pointers
        mov     x1, sp
        bl      korat_choose
        ldp     x29, x30, [sp, #80]
        .cfi_restore x29
        .cfi_restore x30
        add     sp, sp, #SPILLED
        .cfi_def_cfa_offset 0
        ret
        end_function korat_first_read

#if defined(__ARM_FEATURE_BTI_DEFAULT)
// Says that all branch targets are marked; the linker asks it of every file.
        .section .note.gnu.property, "a"
        .p2align 3
        .word   4, 16, 5
        .asciz  "GNU"
        .word   0xc0000000, 4, 1, 0
#endif

#endif

        .section .note.GNU-stack,"",%progbits
