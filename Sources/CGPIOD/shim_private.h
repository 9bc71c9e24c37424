#pragma once

#include "CGPIOD.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>

#include <gpiod.h>

/* How many edges the kernel keeps for a line, and so how many one read can return. */
enum { CGPIOD_EVENT_BATCH = 16 };

/* errno of a call that has just failed; never 0, so that a failure cannot look like success. */
static inline int cgpiod_failure(void)
{
    return errno > 0 ? -errno : -EIO;
}

static inline void cgpiod_copy(char *to, const char *from)
{
    to[0] = '\0';
    if (from) {
        strncpy(to, from, CGPIOD_TEXT_SIZE - 1);
        to[CGPIOD_TEXT_SIZE - 1] = '\0';
    }
}

/* A read must not hang the main loop when another reader, or a spurious wake-up, has left nothing. */
static inline int cgpiod_set_nonblocking(int fd)
{
    int flags = fcntl(fd, F_GETFL);
    if (flags < 0)
        return cgpiod_failure();
    return fcntl(fd, F_SETFL, flags | O_NONBLOCK) < 0 ? cgpiod_failure() : 0;
}
