#ifndef C_ECHO_CANCELLER_H
#define C_ECHO_CANCELLER_H

#include <stdbool.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/// Takes the speaker's echo, noise and level differences out of a microphone's signal: one interface over
/// webrtc-audio-processing 0.3 (Debian 12), 1.x (Debian 13) and speexdsp. Mono; blocks of 10 ms of floats in -1 … 1.
/// One thread at a time.
typedef struct anicca_echo anicca_echo;

typedef enum {
    /// WebRTC's audio processing module, whichever version this was built with.
    ANICCA_ECHO_WEBRTC = 0,
    /// speexdsp; always there.
    ANICCA_ECHO_SPEEX = 1,
} anicca_echo_engine;

typedef struct {
    bool cancels_echo;
    bool suppresses_noise;
    bool controls_gain;
} anicca_echo_options;

/// What the engine itself says; NAN where it says nothing. WebRTC brings them up to date about once a second.
typedef struct {
    /// Between the far and the near signal as they were given.
    double delay_milliseconds;
    /// Echo return loss enhancement in dB.
    double enhancement_db;
} anicca_echo_figures;

/// False: not in this build.
bool anicca_echo_has(anicca_echo_engine engine);

/// `webrtc-audio-processing 0.3`, `webrtc-audio-processing 1`, `speexdsp`; "" where it is not in this build.
const char *anicca_echo_name(anicca_echo_engine engine);

/// rate: 8000, 16000, 32000 or 48000 Hz. NULL: not in this build, an unfit rate, or no memory. Takes milliseconds.
anicca_echo *anicca_echo_create(anicca_echo_engine engine, int rate, anicca_echo_options options);

void anicca_echo_destroy(anicca_echo *echo);

/// Takes effect with the next block; may allocate.
void anicca_echo_set_options(anicca_echo *echo, anicca_echo_options options);

/// 10 ms of what the speaker plays. 0, or the library's error code.
int anicca_echo_far(anicca_echo *echo, const float *frames);

/// 10 ms of what the microphone heard, in place; after the far block of the same turn. delay_milliseconds: by how much
/// the echo in this block lags behind that far block, 0 … 500. 0, or the library's error code.
int anicca_echo_near(anicca_echo *echo, float *frames, int delay_milliseconds);

anicca_echo_figures anicca_echo_get_figures(anicca_echo *echo);

#ifdef __cplusplus
}
#endif

#endif
