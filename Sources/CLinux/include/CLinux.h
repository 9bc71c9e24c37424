// Linux calls that Swift's Glibc module leaves out: constants, a few calls in one, and the terminal's raw mode.
#ifndef CLINUX_H
#define CLINUX_H

#include <fcntl.h>
#include <stdint.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/inotify.h>
#include <sys/signalfd.h>
#include <sys/socket.h>
#include <sys/timerfd.h>
#include <sys/timex.h>

// Function-like or enum-typed in glibc, so Swift would not see them as plain integers.
static const uint32_t clinux_epollin = EPOLLIN;
static const uint32_t clinux_epollout = EPOLLOUT;
static const uint32_t clinux_epollerr = EPOLLERR;
static const uint32_t clinux_epollhup = EPOLLHUP;
static const uint32_t clinux_epollrdhup = EPOLLRDHUP;
static const uint32_t clinux_epollpri = EPOLLPRI;
static const int32_t clinux_epoll_cloexec = EPOLL_CLOEXEC;
static const int32_t clinux_signalfd_flags = SFD_CLOEXEC | SFD_NONBLOCK;
static const int32_t clinux_timerfd_flags = TFD_CLOEXEC | TFD_NONBLOCK;
static const int32_t clinux_timer_absolute = TFD_TIMER_ABSTIME;
static const int32_t clinux_timer_cancel_on_set = TFD_TIMER_CANCEL_ON_SET;
static const int32_t clinux_inotify_flags = IN_CLOEXEC | IN_NONBLOCK;
static const int32_t clinux_stream_flags = SOCK_STREAM | SOCK_CLOEXEC;
static const int32_t clinux_datagram_flags = SOCK_DGRAM | SOCK_CLOEXEC | SOCK_NONBLOCK;
static const int32_t clinux_nonblocking_flag = SOCK_NONBLOCK;
static const int32_t clinux_no_signal = MSG_NOSIGNAL;
static const int32_t clinux_no_wait = MSG_DONTWAIT;

/// Is the civil clock kept by a time source? 1 yes, 0 no, -1 unknown.
static inline int clinux_clock_is_synchronized(void) {
    struct timex now = {0};
    int state = adjtimex(&now);
    if (state < 0) return -1;
    return state != TIME_ERROR && (now.status & STA_UNSYNC) == 0;
}

/// The user id of a connected Unix socket's peer; 0 on success.
static inline int clinux_peer_uid(int descriptor, uid_t *uid) {
    // struct ucred, which glibc shows to _GNU_SOURCE only.
    struct { int32_t pid; uint32_t uid, gid; } credentials;
    socklen_t length = sizeof credentials;
    if (getsockopt(descriptor, SOL_SOCKET, SO_PEERCRED, &credentials, &length) != 0) return -1;
    if (length != sizeof credentials) return -1;
    *uid = credentials.uid;
    return 0;
}

static inline int clinux_accept(int descriptor) {
    int accepted = accept(descriptor, NULL, NULL);
    if (accepted < 0) return -1;
    fcntl(accepted, F_SETFD, FD_CLOEXEC);
    fcntl(accepted, F_SETFL, O_NONBLOCK);
    return accepted;
}

/// A non-blocking eventfd, closed on exec; -1 and errno.
int clinux_eventfd(void);

/// pipe2 with O_CLOEXEC, which Swift's Glibc hides behind _GNU_SOURCE. 0, or -1 and errno.
int clinux_pipe(int ends[2]);

/// ppoll on one descriptor for reading: nanoseconds, or without end where negative. 1: ready, 0: time is up, -1: errno.
int clinux_wait_readable(int descriptor, int64_t nanoseconds);

/// mlock2: pages that are not there are read now, or locked as they come. 0, or -1 and errno.
int clinux_lock(void *start, size_t bytes, int on_fault);

/// Names the calling thread. At most 15 bytes, else nothing happens.
void clinux_name_thread(const char *name);

// The terminal's raw mode. Enter and leave on one thread; `clinux_terminal_restore` may be called from a signal handler,
// from any thread, and more than once: only the first call after an enter does anything.

/// Raw mode on the descriptor, alternate screen, no cursor, no line wrap. It is restored at exit and on a crash, too.
int clinux_terminal_enter(int descriptor);
void clinux_terminal_restore(void);
int clinux_terminal_size(int descriptor, unsigned short *columns, unsigned short *rows);

#endif
