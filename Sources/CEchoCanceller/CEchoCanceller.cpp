#include "engine.h"

#include <cmath>
#include <new>

struct anicca_echo {
    const anicca_echo_backend *backend;
    void *state;
};

static const anicca_echo_backend *backend_of(anicca_echo_engine engine)
{
    switch (engine) {
    case ANICCA_ECHO_SPEEX:
        return anicca_echo_speex();
    case ANICCA_ECHO_WEBRTC:
        break;
    }
    const anicca_echo_backend *newer = anicca_echo_webrtc1();
    return newer ? newer : anicca_echo_webrtc0();
}

bool anicca_echo_has(anicca_echo_engine engine)
{
    return backend_of(engine) != nullptr;
}

const char *anicca_echo_name(anicca_echo_engine engine)
{
    const anicca_echo_backend *backend = backend_of(engine);
    return backend ? backend->name : "";
}

anicca_echo *anicca_echo_create(anicca_echo_engine engine, int rate, anicca_echo_options options)
{
    if (rate != 8000 && rate != 16000 && rate != 32000 && rate != 48000)
        return nullptr;
    const anicca_echo_backend *backend = backend_of(engine);
    if (!backend)
        return nullptr;
    void *state = backend->create(rate, options);
    if (!state)
        return nullptr;
    anicca_echo *echo = new (std::nothrow) anicca_echo{backend, state};
    if (!echo)
        backend->destroy(state);
    return echo;
}

void anicca_echo_destroy(anicca_echo *echo)
{
    if (!echo)
        return;
    echo->backend->destroy(echo->state);
    delete echo;
}

void anicca_echo_set_options(anicca_echo *echo, anicca_echo_options options)
{
    echo->backend->set_options(echo->state, options);
}

int anicca_echo_far(anicca_echo *echo, const float *frames)
{
    return echo->backend->far(echo->state, frames);
}

int anicca_echo_near(anicca_echo *echo, float *frames, int delay_milliseconds)
{
    const int most = 500;
    int delay = delay_milliseconds < 0 ? 0 : delay_milliseconds > most ? most : delay_milliseconds;
    return echo->backend->near(echo->state, frames, delay);
}

anicca_echo_figures anicca_echo_get_figures(anicca_echo *echo)
{
    return echo->backend->figures(echo->state);
}
