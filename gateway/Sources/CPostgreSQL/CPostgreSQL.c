#include "CPostgreSQL.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stdio.h>

// A pointer of the type of libpq's own declaration, so that a wrong entry in the list does not compile.
#define LIBPQ_POINTER(result, name, parameters, arguments) static __typeof__(&name) pointer_##name;
LIBPQ_FUNCTIONS(LIBPQ_POINTER)

#define LIBPQ_FORWARD(result, name, parameters, arguments) \
    result late_##name parameters { return pointer_##name arguments; }
LIBPQ_FUNCTIONS(LIBPQ_FORWARD)

static char fault[256];
static pthread_once_t once = PTHREAD_ONCE_INIT;

static void load(void) {
    // The name of the library's ABI since PostgreSQL 8.0; Debian's package is libpq5.
    void *library = dlopen("libpq.so.5", RTLD_NOW | RTLD_LOCAL);
    if (library == NULL) {
        snprintf(fault, sizeof fault, "libpq.so.5 cannot be loaded: install Debian's package libpq5");
        return;
    }
#define LIBPQ_LOAD(result, name, parameters, arguments) \
    pointer_##name = (__typeof__(&name))dlsym(library, #name); \
    if (pointer_##name == NULL) { \
        snprintf(fault, sizeof fault, "libpq.so.5 has no " #name ": version 14 or newer is needed"); \
        return; \
    }
    LIBPQ_FUNCTIONS(LIBPQ_LOAD)
}

const char *late_libpq_load(void) {
    pthread_once(&once, load);
    return fault[0] == '\0' ? NULL : fault;
}
