#define _GNU_SOURCE
#include "CSoundShim.h"

#include <alsa/asoundlib.h>
#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <sys/eventfd.h>
#include <time.h>
#include <unistd.h>

static void ignore(const char *file, int line, const char *function, int error, const char *format, ...)
{
    (void)file;
    (void)line;
    (void)function;
    (void)error;
    (void)format;
}

void anicca_alsa_quiet(void)
{
    snd_lib_error_set_handler(ignore);
}

int anicca_pipe_close_on_exec(int ends[2])
{
    return pipe2(ends, O_CLOEXEC);
}

int anicca_eventfd(void)
{
    return eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
}

int anicca_wait_readable(int descriptor, int64_t nanoseconds)
{
    struct pollfd entry = {.fd = descriptor, .events = POLLIN};
    struct timespec limit = {.tv_sec = nanoseconds / 1000000000, .tv_nsec = nanoseconds % 1000000000};
    return ppoll(&entry, 1, nanoseconds < 0 ? NULL : &limit, NULL);
}

void anicca_name_thread(const char *name)
{
    pthread_setname_np(pthread_self(), name);
}
