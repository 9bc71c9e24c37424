#include "CLinux.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <termios.h>
#include <unistd.h>

/* Alternate screen, no cursor, no line wrap (an ambiguous-width character must not scroll), pastes marked as such. */
static const char enter_text[] = "\033[?1049h\033[?25l\033[?7l\033[?2004h\033[2J\033[H";
/* The same backwards; synchronized output and colours off first, in case a frame was cut short. */
static const char leave_text[] = "\033[?2026l\033[0m\033[?2004l\033[?7h\033[?25h\033[?1049l";

static struct termios saved;
static int terminal_fd = -1;
static atomic_int entered;

static const int crash_signals[] = {SIGSEGV, SIGBUS, SIGILL, SIGTRAP, SIGFPE, SIGABRT};
enum { CRASH_SIGNAL_COUNT = sizeof(crash_signals) / sizeof(crash_signals[0]) };
static struct sigaction previous[CRASH_SIGNAL_COUNT];

void clinux_terminal_restore(void)
{
    if (!atomic_exchange(&entered, 0))
        return;
    int error = errno;
    /* Only one try: a terminal that takes nothing (Ctrl-S, a dead connection) must not hold up a dying program. */
    ssize_t written = write(terminal_fd, leave_text, sizeof(leave_text) - 1);
    (void)written;
    tcsetattr(terminal_fd, TCSANOW, &saved);
    errno = error;
}

static void crashed(int signal, siginfo_t *info, void *context)
{
    (void)info;
    (void)context;
    clinux_terminal_restore();
    for (int i = 0; i < CRASH_SIGNAL_COUNT; i++)
        if (crash_signals[i] == signal)
            sigaction(signal, &previous[i], NULL);
    /* Returning runs the faulting instruction again, now with the former handler; SIGABRT and kill need a raise. */
    raise(signal);
}

int clinux_terminal_enter(int fd)
{
    static int has_exit_handler;
    struct termios raw;
    if (tcgetattr(fd, &saved) < 0)
        return -errno;
    terminal_fd = fd;
    if (!has_exit_handler) {
        struct sigaction action;
        memset(&action, 0, sizeof(action));
        action.sa_sigaction = crashed;
        action.sa_flags = SA_SIGINFO | SA_ONSTACK;
        sigemptyset(&action.sa_mask);
        for (int i = 0; i < CRASH_SIGNAL_COUNT; i++)
            sigaction(crash_signals[i], &action, &previous[i]);
        atexit(clinux_terminal_restore);
        has_exit_handler = 1;
    }
    raw = saved;
    /* Output processing stays on, so that a stray line of another program on this terminal is still readable. */
    raw.c_iflag &= ~(tcflag_t)(BRKINT | ICRNL | INLCR | IGNCR | INPCK | ISTRIP | IXON);
    raw.c_lflag &= ~(tcflag_t)(ECHO | ECHONL | ICANON | ISIG | IEXTEN);
    raw.c_cflag = (raw.c_cflag & ~(tcflag_t)(CSIZE | PARENB)) | CS8;
    raw.c_cc[VMIN] = 1;
    raw.c_cc[VTIME] = 0;
    if (tcsetattr(fd, TCSANOW, &raw) < 0)
        return -errno;
    atomic_store(&entered, 1);
    ssize_t written = write(fd, enter_text, sizeof(enter_text) - 1);
    (void)written;
    return 0;
}

int clinux_terminal_size(int fd, unsigned short *columns, unsigned short *rows)
{
    struct winsize size;
    if (ioctl(fd, TIOCGWINSZ, &size) < 0)
        return -errno;
    *columns = size.ws_col;
    *rows = size.ws_row;
    return 0;
}
