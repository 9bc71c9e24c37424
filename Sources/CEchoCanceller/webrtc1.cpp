/* webrtc-audio-processing 1.x, with the third echo canceller: Debian 13. */
#include "engine.h"

#if __has_include(ANICCA_WEBRTC_1)

#ifndef WEBRTC_POSIX
#define WEBRTC_POSIX
#endif

#include ANICCA_WEBRTC_1

#include <cmath>
#include <memory>
#include <new>

namespace {

struct Release {
    void operator()(webrtc::AudioProcessing *module) const { module->Release(); }
};

struct State {
    std::unique_ptr<webrtc::AudioProcessing, Release> module;
    webrtc::StreamConfig stream;
    float discarded[480];
};

void apply(State &state, anicca_echo_options options)
{
    webrtc::AudioProcessing::Config config;
    config.echo_canceller.enabled = options.cancels_echo;
    config.high_pass_filter.enabled = options.cancels_echo || options.suppresses_noise;
    config.noise_suppression.enabled = options.suppresses_noise;
    config.noise_suppression.level = webrtc::AudioProcessing::Config::NoiseSuppression::kModerate;
    // Digital only: the card's own mixer is never touched. The second gain control lifts a voice as the first one of
    // version 0.3 does, by 18 dB at -41 dBFS; the first one of 1.x lifts it by only 3 dB, however quiet it is.
    config.gain_controller1.enabled = false;
    config.gain_controller2.enabled = options.controls_gain;
    config.gain_controller2.adaptive_digital.enabled = options.controls_gain;
    config.residual_echo_detector.enabled = false;
    state.module->ApplyConfig(config);
}

void *create(int rate, anicca_echo_options options)
{
    std::unique_ptr<State> state(new (std::nothrow) State);
    if (!state)
        return nullptr;
    webrtc::AudioProcessing *module = webrtc::AudioProcessingBuilder().Create();
    if (!module)
        return nullptr;
    // It is created without a reference.
    module->AddRef();
    state->module.reset(module);
    state->stream = webrtc::StreamConfig(rate, 1);
    webrtc::ProcessingConfig streams = {{state->stream, state->stream, state->stream, state->stream}};
    if (module->Initialize(streams) != 0)
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
    webrtc::AudioProcessingStats statistics = static_cast<State *>(opaque)->module->GetStatistics();
    anicca_echo_figures result = {NAN, NAN};
    if (statistics.delay_ms)
        result.delay_milliseconds = *statistics.delay_ms;
    if (statistics.echo_return_loss_enhancement)
        result.enhancement_db = *statistics.echo_return_loss_enhancement;
    return result;
}

const anicca_echo_backend backend = {
    "webrtc-audio-processing 1", create, destroy, set_options, process_far, process_near, figures,
};

}

const anicca_echo_backend *anicca_echo_webrtc1(void)
{
    return &backend;
}

#else

const anicca_echo_backend *anicca_echo_webrtc1(void)
{
    return nullptr;
}

#endif
