#include "CGPIOD.h"

#include <errno.h>
#include <sys/timerfd.h>

int cgpiod_timer_open(void)
{
    int fd = timerfd_create(CLOCK_MONOTONIC, TFD_NONBLOCK | TFD_CLOEXEC);
    return fd < 0 ? -errno : fd;
}

int cgpiod_timer_set(int fd, unsigned int milliseconds)
{
    struct itimerspec timer = {
        .it_value = {.tv_sec = milliseconds / 1000, .tv_nsec = (long)(milliseconds % 1000) * 1000000},
    };
    return timerfd_settime(fd, 0, &timer, 0) < 0 ? -errno : 0;
}
