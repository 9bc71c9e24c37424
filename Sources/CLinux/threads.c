#define _GNU_SOURCE
#include "CLinux.h"

#include <poll.h>
#include <pthread.h>
#include <sys/mman.h>
#include <time.h>
#include <unistd.h>

int clinux_pipe(int ends[2])
{
    return pipe2(ends, O_CLOEXEC);
}

int clinux_eventfd(void)
{
    return eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
}

int clinux_wait_readable(int descriptor, int64_t nanoseconds)
{
    struct pollfd entry = {.fd = descriptor, .events = POLLIN};
    struct timespec limit = {.tv_sec = nanoseconds / 1000000000, .tv_nsec = nanoseconds % 1000000000};
    return ppoll(&entry, 1, nanoseconds < 0 ? NULL : &limit, NULL);
}

int clinux_lock(void *start, size_t bytes, int on_fault)
{
    return mlock2(start, bytes, on_fault ? MLOCK_ONFAULT : 0);
}

void clinux_name_thread(const char *name)
{
    pthread_setname_np(pthread_self(), name);
}
