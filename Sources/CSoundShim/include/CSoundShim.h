#ifndef C_SOUND_SHIM_H
#define C_SOUND_SHIM_H

#include <stdint.h>

/// Sends libasound's own messages nowhere: its handler is variadic, which Swift cannot write. Errors still come back as
/// codes. Process-wide; harmless to repeat.
void anicca_alsa_quiet(void);

/// pipe2 with O_CLOEXEC, which Swift's Glibc hides behind _GNU_SOURCE. 0, or -1 and errno.
int anicca_pipe_close_on_exec(int ends[2]);

/// A non-blocking eventfd, closed on exec; -1 and errno.
int anicca_eventfd(void);

/// ppoll on one descriptor for reading: nanoseconds, or without end where negative. 1: ready, 0: time is up, -1: errno.
int anicca_wait_readable(int descriptor, int64_t nanoseconds);

/// At most 15 characters count.
void anicca_name_thread(const char *name);

#endif
