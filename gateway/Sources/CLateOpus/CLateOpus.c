#include "CLateOpus.h"

#include <dlfcn.h>
#include <opus/opus.h>
#include <pthread.h>
#include <stdio.h>

#define OPUS_FUNCTIONS(F) F(opus_encoder_create) F(opus_encoder_ctl) F(opus_encode) F(opus_encoder_destroy)

// Pointers of the types of libopus' own declarations, so that a wrong use does not compile.
#define OPUS_POINTER(name) static __typeof__(&name) own_##name;
OPUS_FUNCTIONS(OPUS_POINTER)

static char fault[256];
static pthread_once_t once = PTHREAD_ONCE_INIT;

static void load(void) {
    void *library = dlopen("libopus.so.0", RTLD_NOW | RTLD_LOCAL);
    if (library == NULL) {
        snprintf(fault, sizeof fault, "libopus.so.0 cannot be loaded: install Debian's package libopus0");
        return;
    }
#define OPUS_LOAD(name) \
    own_##name = (__typeof__(&name))dlsym(library, #name); \
    if (own_##name == NULL) { \
        snprintf(fault, sizeof fault, "libopus.so.0 has no " #name); \
        return; \
    }
    OPUS_FUNCTIONS(OPUS_LOAD)
}

const char *late_opus_load(void) {
    pthread_once(&once, load);
    return fault[0] == '\0' ? NULL : fault;
}

void *late_opus_new(int32_t rate, int32_t bits_per_second, int32_t *lookahead) {
    int error = OPUS_OK;
    OpusEncoder *encoder = own_opus_encoder_create(rate, 1, OPUS_APPLICATION_AUDIO, &error);
    if (encoder == NULL || error != OPUS_OK) return NULL;
    if (own_opus_encoder_ctl(encoder, OPUS_SET_BITRATE(bits_per_second)) == OPUS_OK
        && own_opus_encoder_ctl(encoder, OPUS_SET_SIGNAL(OPUS_SIGNAL_VOICE)) == OPUS_OK
        && own_opus_encoder_ctl(encoder, OPUS_GET_LOOKAHEAD(lookahead)) == OPUS_OK)
        return encoder;
    own_opus_encoder_destroy(encoder);
    return NULL;
}

void late_opus_close(void *encoder) { own_opus_encoder_destroy(encoder); }

int32_t late_opus_encode(void *encoder, const int16_t *samples, int32_t sample_count, uint8_t *packet, int32_t most) {
    return own_opus_encode(encoder, samples, sample_count, packet, most);
}
