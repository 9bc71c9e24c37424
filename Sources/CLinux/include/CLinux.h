// The parts of Linux that Swift's Glibc module leaves out: constants, small functions, and the terminal's raw mode.
#ifndef CLINUX_H
#define CLINUX_H

#include <fcntl.h>
#include <linux/magic.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/inotify.h>
#include <sys/signalfd.h>
#include <sys/socket.h>
#include <sys/timerfd.h>
#include <sys/timex.h>
#include <sys/vfs.h>

// Function-like or enum-typed in glibc, so Swift would not see them as plain integers.
static const uint32_t clinux_epollin = EPOLLIN;
static const uint32_t clinux_epollout = EPOLLOUT;
static const uint32_t clinux_epollerr = EPOLLERR;
static const uint32_t clinux_epollhup = EPOLLHUP;
static const uint32_t clinux_epollrdhup = EPOLLRDHUP;
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

/// Whether a time source keeps the civil clock: 1 yes, 0 no, -1 unknown.
static inline int clinux_clock_is_synchronized(void) {
    struct timex now = {0};
    int state = adjtimex(&now);
    if (state < 0) return -1;
    return state != TIME_ERROR && (now.status & STA_UNSYNC) == 0;
}

/// Whether the folder's file system keeps its files in memory only.
static inline int clinux_is_in_memory(const char *folder) {
    struct statfs system;
    return statfs(folder, &system) == 0 && (system.f_type == TMPFS_MAGIC || system.f_type == RAMFS_MAGIC);
}

/// Gets the user id of a connected Unix socket's peer. Returns 0 on success, else -1.
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

/// Makes a non-blocking eventfd, closed on exec. Returns -1 and errno on failure.
int clinux_eventfd(void);

/// Makes a pipe with pipe2 and O_CLOEXEC, which Swift's Glibc hides behind _GNU_SOURCE. Returns 0, or -1 and errno.
int clinux_pipe(int ends[2]);

/// Waits with ppoll until one descriptor can be read, at most this many nanoseconds, or without end if negative.
/// Returns 1 if it is ready, 0 if the time is up, -1 and errno on failure.
int clinux_wait_readable(int descriptor, int64_t nanoseconds);

/// Locks memory with mlock2: pages that are not in memory are read now or, with on_fault, locked when they are used.
/// Returns 0, or -1 and errno.
int clinux_lock(void *start, size_t bytes, int on_fault);

/// Gives back the pages of the program and its libraries that were read and that nothing can have written to: code and
/// constants, or code only. They stay in the system's cache, and one that is needed again is there in microseconds;
/// what is locked is left alone. Takes a millisecond. Returns the size of the mappings that were given back, in bytes.
size_t clinux_give_back(int code_only);

/// Gives back the pages of memory that was freed and that the allocator keeps for later. Takes a millisecond, for which
/// other threads may wait when they allocate.
void clinux_give_back_freed(void);

/// Names the calling thread. At most 15 bytes, else nothing happens.
void clinux_name_thread(const char *name);

// The terminal's raw mode. Always enter on the same thread; `clinux_terminal_restore` may be called from a signal
// handler, from any thread, and more than once: only the first call after an enter does anything.

/// Puts the terminal into raw mode, on its alternate screen, without cursor or line wrap. It is restored at exit and on
/// a crash, too. Returns 0, or a negative errno.
int clinux_terminal_enter(int descriptor);
void clinux_terminal_restore(void);
int clinux_terminal_size(int descriptor, unsigned short *columns, unsigned short *rows);

#endif
