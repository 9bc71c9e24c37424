/* webrtc-audio-processing 0.3: Debian 12. */
#include "engine.h"

#if __has_include(ANICCA_WEBRTC_0) && !__has_include(ANICCA_WEBRTC_1)

/* pkg-config gives both; SwiftPM may leave definitions out. */
#ifndef WEBRTC_POSIX
#define WEBRTC_POSIX
#endif
#ifndef WEBRTC_AUDIO_PROCESSING_ONLY_BUILD
#define WEBRTC_AUDIO_PROCESSING_ONLY_BUILD
#endif

#include <webrtc/common.h>
#include ANICCA_WEBRTC_0

#include <cmath>
#include <memory>
#include <new>

namespace {

struct State {
    std::unique_ptr<webrtc::AudioProcessing> module;
    webrtc::StreamConfig stream;
    float discarded[480];
};

void apply(State &state, anicca_echo_options options)
{
    webrtc::AudioProcessing &module = *state.module;
    // AEC, not the mobile variant: at 16 kHz it costs a few percent of one core of a Raspberry Pi.
    module.echo_cancellation()->set_suppression_level(webrtc::EchoCancellation::kModerateSuppression);
    module.echo_cancellation()->enable_metrics(options.cancels_echo);
    module.echo_cancellation()->enable_delay_logging(options.cancels_echo);
    module.echo_cancellation()->Enable(options.cancels_echo);
    module.high_pass_filter()->Enable(options.cancels_echo || options.suppresses_noise);
    module.noise_suppression()->set_level(webrtc::NoiseSuppression::kModerate);
    module.noise_suppression()->Enable(options.suppresses_noise);
    // Digital only: the card's own mixer is never touched.
    module.gain_control()->set_mode(webrtc::GainControl::kAdaptiveDigital);
    module.gain_control()->set_target_level_dbfs(6);
    module.gain_control()->set_compression_gain_db(9);
    module.gain_control()->enable_limiter(true);
    module.gain_control()->Enable(options.controls_gain);
}

void *create(int rate, anicca_echo_options options)
{
    webrtc::Config config;
    // Twice the tail (about 130 ms), and the module itself finds the delay around the one that it is given.
    config.Set<webrtc::ExtendedFilter>(new webrtc::ExtendedFilter(true));
    config.Set<webrtc::DelayAgnostic>(new webrtc::DelayAgnostic(true));
    config.Set<webrtc::ExperimentalAgc>(new webrtc::ExperimentalAgc(false));
    std::unique_ptr<State> state(new (std::nothrow) State);
    if (!state)
        return nullptr;
    state->module.reset(webrtc::AudioProcessing::Create(config));
    if (!state->module)
        return nullptr;
    state->stream = webrtc::StreamConfig(rate, 1);
    webrtc::ProcessingConfig streams = {{state->stream, state->stream, state->stream, state->stream}};
    if (state->module->Initialize(streams) != 0)
        return nullptr;
    apply(*state, options);
    return state.release();
}

void destroy(void *opaque)
{
    delete static_cast<State *>(opaque);
}

void set_options(void *opaque, anicca_echo_options options)
{
    apply(*static_cast<State *>(opaque), options);
}

int process_far(void *opaque, const float *frames)
{
    State &state = *static_cast<State *>(opaque);
    float *out = state.discarded;
    return state.module->ProcessReverseStream(&frames, state.stream, state.stream, &out);
}

int process_near(void *opaque, float *frames, int delay_milliseconds)
{
    State &state = *static_cast<State *>(opaque);
    state.module->set_stream_delay_ms(delay_milliseconds);
    const float *in = frames;
    return state.module->ProcessStream(&in, state.stream, state.stream, &frames);
}

anicca_echo_figures figures(void *opaque)
{
    webrtc::EchoCancellation &echo = *static_cast<State *>(opaque)->module->echo_cancellation();
    anicca_echo_figures result = {NAN, NAN};
    int median = -1;
    int deviation = 0;
    float poor = 0;
    // Aggregated per second; -1 means "not known yet".
    if (echo.GetDelayMetrics(&median, &deviation, &poor) == 0 && median >= 0)
        result.delay_milliseconds = median;
    webrtc::EchoCancellation::Metrics metrics;
    // -100 means "never".
    if (echo.GetMetrics(&metrics) == 0 && metrics.echo_return_loss_enhancement.instant > -100)
        result.enhancement_db = metrics.echo_return_loss_enhancement.instant;
    return result;
}

const anicca_echo_backend backend = {
    "webrtc-audio-processing 0.3", create, destroy, set_options, process_far, process_near, figures,
};

}

const anicca_echo_backend *anicca_echo_webrtc0(void)
{
    return &backend;
}

#else

const anicca_echo_backend *anicca_echo_webrtc0(void)
{
    return nullptr;
}

#endif
