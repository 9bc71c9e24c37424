/* speexdsp: plain C, on every Debian. It works on 16-bit samples. */
#include "engine.h"

#include <math.h>
#include <speex/speex_echo.h>
#include <speex/speex_preprocess.h>
#include <stdlib.h>

enum { block_most = 480, tail_milliseconds = 150, bulk_most = 64 };

struct state {
    SpeexEchoState *echo;
    SpeexPreprocessState *preprocess;
    int block;
    bool cancels;
    /* A ring of far blocks that removes the known delay, so that all of the filter's length is left for the room. */
    spx_int16_t past[bulk_most][block_most];
    unsigned newest;
    spx_int16_t near[block_most];
    spx_int16_t clean[block_most];
};

static void set_options(void *opaque, anicca_echo_options options)
{
    struct state *state = opaque;
    int on = options.suppresses_noise;
    speex_preprocess_ctl(state->preprocess, SPEEX_PREPROCESS_SET_DENOISE, &on);
    on = options.controls_gain;
    speex_preprocess_ctl(state->preprocess, SPEEX_PREPROCESS_SET_AGC, &on);
    int noise_db = -12;
    speex_preprocess_ctl(state->preprocess, SPEEX_PREPROCESS_SET_NOISE_SUPPRESS, &noise_db);
    int echo_db = -45;
    speex_preprocess_ctl(state->preprocess, SPEEX_PREPROCESS_SET_ECHO_SUPPRESS, &echo_db);
    int active_db = -15;
    speex_preprocess_ctl(state->preprocess, SPEEX_PREPROCESS_SET_ECHO_SUPPRESS_ACTIVE, &active_db);
    int target = 16384;
    speex_preprocess_ctl(state->preprocess, SPEEX_PREPROCESS_SET_AGC_TARGET, &target);
    int gain_db = 9;
    speex_preprocess_ctl(state->preprocess, SPEEX_PREPROCESS_SET_AGC_MAX_GAIN, &gain_db);
    state->cancels = options.cancels_echo;
    speex_preprocess_ctl(
        state->preprocess, SPEEX_PREPROCESS_SET_ECHO_STATE, options.cancels_echo ? state->echo : NULL);
}

static void destroy(void *opaque)
{
    struct state *state = opaque;
    if (state->preprocess)
        speex_preprocess_state_destroy(state->preprocess);
    if (state->echo)
        speex_echo_state_destroy(state->echo);
    free(state);
}

static void *create(int rate, anicca_echo_options options)
{
    struct state *state = calloc(1, sizeof *state);
    if (!state)
        return NULL;
    state->block = rate / 100;
    state->echo = speex_echo_state_init(state->block, rate / 1000 * tail_milliseconds);
    state->preprocess = speex_preprocess_state_init(state->block, rate);
    if (!state->echo || !state->preprocess) {
        destroy(state);
        return NULL;
    }
    spx_int32_t speex_rate = rate;
    speex_echo_ctl(state->echo, SPEEX_ECHO_SET_SAMPLING_RATE, &speex_rate);
    set_options(state, options);
    return state;
}

static spx_int16_t narrow(float x)
{
    float limited = x > 1 ? 1 : x < -1 ? -1 : x;
    return (spx_int16_t)lrintf(limited * 32767);
}

static int process_far(void *opaque, const float *frames)
{
    struct state *state = opaque;
    state->newest = (state->newest + 1) % bulk_most;
    for (int i = 0; i < state->block; i++)
        state->past[state->newest][i] = narrow(frames[i]);
    return 0;
}

static int process_near(void *opaque, float *frames, int delay_milliseconds)
{
    struct state *state = opaque;
    /* One block is left to the filter: the delay that is given is rounded, and may be a little too long. */
    unsigned back = delay_milliseconds < 20 ? 0 : (unsigned)(delay_milliseconds / 10 - 1);
    const spx_int16_t *far = state->past[(state->newest + bulk_most - back % bulk_most) % bulk_most];
    for (int i = 0; i < state->block; i++)
        state->near[i] = narrow(frames[i]);
    spx_int16_t *out = state->near;
    if (state->cancels) {
        speex_echo_cancellation(state->echo, state->near, far, state->clean);
        out = state->clean;
    }
    speex_preprocess_run(state->preprocess, out);
    for (int i = 0; i < state->block; i++)
        frames[i] = (float)out[i] / 32768;
    return 0;
}

static anicca_echo_figures figures(void *opaque)
{
    (void)opaque;
    return (anicca_echo_figures){NAN, NAN};
}

static const struct anicca_echo_backend backend = {
    "speexdsp", create, destroy, set_options, process_far, process_near, figures,
};

const struct anicca_echo_backend *anicca_echo_speex(void)
{
    return &backend;
}
