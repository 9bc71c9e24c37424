/* The system's libasound. */
#include <alsa/asoundlib.h>

static inline void calsa_ignore(const char *file, int line, const char *function, int error, const char *format, ...)
{
    (void)file, (void)line, (void)function, (void)error, (void)format;
}

/* Discards libasound's own messages: its handler is variadic, which Swift cannot write. Errors are still returned as
   codes. Process-wide; harmless to repeat. */
static inline void calsa_quiet(void) { snd_lib_error_set_handler(calsa_ignore); }
