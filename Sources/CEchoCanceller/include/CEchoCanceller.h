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
    /// speexdsp; in every build.
    ANICCA_ECHO_SPEEX = 1,
} anicca_echo_engine;

typedef struct {
    bool cancels_echo;
    bool suppresses_noise;
    bool controls_gain;
} anicca_echo_options;

/// The engine's own figures; NAN if it has none. WebRTC updates them about once a second.
typedef struct {
    /// Delay between the far and the near signal as they were given.
    double delay_milliseconds;
    /// Echo return loss enhancement in dB.
    double enhancement_db;
} anicca_echo_figures;

/// Whether the engine is in this build.
bool anicca_echo_has(anicca_echo_engine engine);

/// `webrtc-audio-processing 0.3`, `webrtc-audio-processing 1`, `speexdsp`; "" if it is not in this build.
const char *anicca_echo_name(anicca_echo_engine engine);

/// Creates a canceller. rate: 8000, 16000, 32000 or 48000 Hz. NULL if the engine is not in this build, if the rate is
/// another one, or without memory. Takes milliseconds.
anicca_echo *anicca_echo_create(anicca_echo_engine engine, int rate, anicca_echo_options options);

void anicca_echo_destroy(anicca_echo *echo);

/// Changes the options from the next block on; may allocate.
void anicca_echo_set_options(anicca_echo *echo, anicca_echo_options options);

/// Takes 10 ms of what the speaker plays. Returns 0, or the library's error code.
int anicca_echo_far(anicca_echo *echo, const float *frames);

/// Processes 10 ms of what the microphone heard, in place; after the far block of the same turn. delay_milliseconds: by
/// how much the echo in this block lags behind that far block, 0 … 500. Returns 0, or the library's error code.
int anicca_echo_near(anicca_echo *echo, float *frames, int delay_milliseconds);

anicca_echo_figures anicca_echo_get_figures(anicca_echo *echo);

#ifdef __cplusplus
}
#endif

#endif
