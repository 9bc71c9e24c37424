#define _GNU_SOURCE
#include "CLateLibraries.h"

#if defined(__x86_64__) || defined(__aarch64__)

#include <dlfcn.h>
#include <lws_config.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>

/* The other libraries have the same name in Debian 12 and 13. */
#if LWS_LIBRARY_VERSION_MAJOR == 4 && LWS_LIBRARY_VERSION_MINOR == 1
#define WEBSOCKETS "libwebsockets.so.17"
#elif LWS_LIBRARY_VERSION_MAJOR == 4 && LWS_LIBRARY_VERSION_MINOR == 2
#define WEBSOCKETS "libwebsockets.so.18"
#elif LWS_LIBRARY_VERSION_MAJOR == 4 && LWS_LIBRARY_VERSION_MINOR == 3
#define WEBSOCKETS "libwebsockets.so.19"
#else
#error "Add the name of this libwebsockets' shared object: objdump -p libwebsockets.so | grep SONAME"
#endif

/* An entry has the function's own name, within this program only. It jumps to where its slot points: at first to the
 * lines below it, which load everything and jump again; from then on to the function. The linker's own entries for
 * shared functions (the PLT) do the same, but need the libraries at start. */
#if defined(__x86_64__)
#define ENTRY(name)                                                                                                    \
    __asm__(".pushsection .text.late,\"ax\",@progbits\n"                                                               \
            ".globl " #name "\n.hidden " #name "\n.type " #name ", @function\n" #name ":\n"                            \
            "    jmp *anicca_late_slot_" #name "(%rip)\n"                                                              \
            ".size " #name ", . - " #name "\n"                                                                         \
            ".globl anicca_late_first_" #name "\n.hidden anicca_late_first_" #name "\n"                                \
            "anicca_late_first_" #name ":\n"                                                                           \
            "    call anicca_late_first\n"                                                                             \
            "    jmp *anicca_late_slot_" #name "(%rip)\n"                                                              \
            ".popsection\n");

/* Saves the registers in which a call may pass arguments: six integers, eight vectors, and in rax how many of those. */
__asm__(".pushsection .text.late,\"ax\",@progbits\n"
        ".hidden anicca_late_first\n.type anicca_late_first, @function\n"
        "anicca_late_first:\n"
        "    push %rbp\n    mov %rsp, %rbp\n    and $-16, %rsp\n    sub $192, %rsp\n"
        "    mov %rdi, 128(%rsp)\n    mov %rsi, 136(%rsp)\n    mov %rdx, 144(%rsp)\n    mov %rcx, 152(%rsp)\n"
        "    mov %r8, 160(%rsp)\n    mov %r9, 168(%rsp)\n    mov %rax, 176(%rsp)\n"
        "    movups %xmm0, (%rsp)\n    movups %xmm1, 16(%rsp)\n    movups %xmm2, 32(%rsp)\n    movups %xmm3, 48(%rsp)\n"
        "    movups %xmm4, 64(%rsp)\n    movups %xmm5, 80(%rsp)\n    movups %xmm6, 96(%rsp)\n    movups %xmm7, 112(%rsp)\n"
        "    call anicca_late_load_or_end\n"
        "    movups (%rsp), %xmm0\n    movups 16(%rsp), %xmm1\n    movups 32(%rsp), %xmm2\n    movups 48(%rsp), %xmm3\n"
        "    movups 64(%rsp), %xmm4\n    movups 80(%rsp), %xmm5\n    movups 96(%rsp), %xmm6\n    movups 112(%rsp), %xmm7\n"
        "    mov 128(%rsp), %rdi\n    mov 136(%rsp), %rsi\n    mov 144(%rsp), %rdx\n    mov 152(%rsp), %rcx\n"
        "    mov 160(%rsp), %r8\n    mov 168(%rsp), %r9\n    mov 176(%rsp), %rax\n"
        "    leave\n    ret\n"
        ".size anicca_late_first, . - anicca_late_first\n.popsection\n");
#else
#define ENTRY(name)                                                                                                    \
    __asm__(".pushsection .text.late,\"ax\",@progbits\n"                                                               \
            ".globl " #name "\n.hidden " #name "\n.type " #name ", %function\n" #name ":\n"                            \
            "    adrp x16, anicca_late_slot_" #name "\n"                                                               \
            "    ldr x16, [x16, :lo12:anicca_late_slot_" #name "]\n"                                                   \
            "    br x16\n"                                                                                             \
            ".size " #name ", . - " #name "\n"                                                                         \
            ".globl anicca_late_first_" #name "\n.hidden anicca_late_first_" #name "\n"                                \
            "anicca_late_first_" #name ":\n"                                                                           \
            "    stp x29, x30, [sp, #-16]!\n"                                                                          \
            "    bl anicca_late_first\n"                                                                               \
            "    ldp x29, x30, [sp], #16\n"                                                                            \
            "    b " #name "\n"                                                                                        \
            ".popsection\n");

/* Saves the registers in which a call may pass arguments: eight integers, x8 for a large result, eight vectors. */
__asm__(".pushsection .text.late,\"ax\",@progbits\n"
        ".hidden anicca_late_first\n.type anicca_late_first, %function\n"
        "anicca_late_first:\n"
        "    stp x29, x30, [sp, #-224]!\n    mov x29, sp\n"
        "    stp x0, x1, [sp, #16]\n    stp x2, x3, [sp, #32]\n    stp x4, x5, [sp, #48]\n    stp x6, x7, [sp, #64]\n"
        "    str x8, [sp, #80]\n"
        "    stp q0, q1, [sp, #96]\n    stp q2, q3, [sp, #128]\n    stp q4, q5, [sp, #160]\n    stp q6, q7, [sp, #192]\n"
        "    bl anicca_late_load_or_end\n"
        "    ldp x0, x1, [sp, #16]\n    ldp x2, x3, [sp, #32]\n    ldp x4, x5, [sp, #48]\n    ldp x6, x7, [sp, #64]\n"
        "    ldr x8, [sp, #80]\n"
        "    ldp q0, q1, [sp, #96]\n    ldp q2, q3, [sp, #128]\n    ldp q4, q5, [sp, #160]\n    ldp q6, q7, [sp, #192]\n"
        "    ldp x29, x30, [sp], #224\n    ret\n"
        ".size anicca_late_first, . - anicca_late_first\n.popsection\n");
#endif

#define HIDDEN __attribute__((visibility("hidden")))

#define LIBRARY(file)
#define FUNCTION(name)                                                                                                 \
    extern char anicca_late_first_##name[] HIDDEN;                                                                     \
    HIDDEN __attribute__((used)) void *_Atomic anicca_late_slot_##name = anicca_late_first_##name;                     \
    ENTRY(name)
#include "names.h"
#undef LIBRARY
#undef FUNCTION

/* A library's line has no slot; its functions follow it. */
static const struct line {
    const char *name;
    void *_Atomic *slot;
} lines[] = {
#define LIBRARY(file) {file, NULL},
#define FUNCTION(name) {#name, &anicca_late_slot_##name},
#include "names.h"
#undef LIBRARY
#undef FUNCTION
};
enum { line_count = sizeof lines / sizeof *lines };

static pthread_once_t once = PTHREAD_ONCE_INIT;
static atomic_int is_loaded;
static char failure[256];

static void load(void) {
    static void *found[line_count];
    void *library = NULL;
    for (int i = 0; i < line_count; i++) {
        /* RTLD_LOCAL: a name of theirs never replaces one of ours, nor ours one of theirs. */
        found[i] = lines[i].slot ? dlsym(library, lines[i].name) : dlopen(lines[i].name, RTLD_LAZY | RTLD_LOCAL);
        if (!found[i]) {
            const char *words = dlerror();
            snprintf(failure, sizeof failure, "%s", words ? words : lines[i].name);
            return;
        }
        if (!lines[i].slot) library = found[i];
    }
    /* Either all slots are set or none. */
    for (int i = 0; i < line_count; i++)
        if (lines[i].slot) atomic_store_explicit(lines[i].slot, found[i], memory_order_relaxed);
    atomic_store_explicit(&is_loaded, 1, memory_order_release);
}

const char *anicca_late_load(void) {
    pthread_once(&once, load);
    return failure[0] ? failure : NULL;
}

int anicca_late_is_loaded(void) { return atomic_load_explicit(&is_loaded, memory_order_acquire); }

HIDDEN __attribute__((used)) void anicca_late_load_or_end(void) {
    const char *words = anicca_late_load();
    if (!words) return;
    fprintf(stderr, "anicca: %s\n", words);
    abort();
}

#else

/* On other processors the linker binds them at start, as usual. */
const char *anicca_late_load(void) { return 0; }
int anicca_late_is_loaded(void) { return 1; }

#endif
