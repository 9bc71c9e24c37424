/* One engine, as CEchoCanceller.cpp sees it. */
#ifndef ANICCA_ECHO_ENGINE_H
#define ANICCA_ECHO_ENGINE_H

#include "CEchoCanceller.h"

#ifdef __cplusplus
extern "C" {
#endif

struct anicca_echo_backend {
    const char *name;
    void *(*create)(int rate, anicca_echo_options options);
    void (*destroy)(void *state);
    void (*set_options)(void *state, anicca_echo_options options);
    int (*far)(void *state, const float *frames);
    int (*near)(void *state, float *frames, int delay_milliseconds);
    anicca_echo_figures (*figures)(void *state);
};

/* At most one of them is built: the header that is installed decides. */
#define ANICCA_WEBRTC_1 "modules/audio_processing/include/audio_processing.h"
#define ANICCA_WEBRTC_0 "webrtc/modules/audio_processing/include/audio_processing.h"

/* Each returns NULL if this was built without it. */
const struct anicca_echo_backend *anicca_echo_webrtc0(void);
const struct anicca_echo_backend *anicca_echo_webrtc1(void);
const struct anicca_echo_backend *anicca_echo_speex(void);

#ifdef __cplusplus
}
#endif

#endif
