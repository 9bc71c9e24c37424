/* The system's libasound. */
#include <alsa/asoundlib.h>
