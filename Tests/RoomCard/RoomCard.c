#define _GNU_SOURCE
/// For libasound's headers: a plugin that is loaded, not one that is linked in.
#define PIC 1
#include "RoomCard.h"

#include <alsa/asoundlib.h>
#include <alsa/pcm_external.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/timerfd.h>
#include <time.h>
#include <unistd.h>

enum {
    rate = 48000,
    most_cards = 1024,
    most_voices = 16,
    /// 2.7 s of each ring: more than any buffer and any room.
    ring_frames = 1 << 17,
    ring_mask = ring_frames - 1,
    most_delay = ring_frames / 2,
    /// What is left in the playback queue when time stands still.
    least_queue = rate / 1000,
};

/// The way of the sound: what comes straight, and walls. In all 5.3 dB quieter than what is played.
static const struct {
    int frame;
    float gain;
} reflections[] = {{0, 0.5F}, {113, -0.17F}, {307, 0.11F}, {701, -0.07F}, {1511, 0.04F}, {2903, -0.02F}};

typedef struct {
    float *samples;
    int64_t from, until;
} voice_t;

typedef struct {
    int64_t frame, count;
} fault_t;

/// One of `most_cards`, which keeps its place for good.
typedef struct {
    bool is_known;
    pthread_mutex_t lock;
    /// The application's streams that are open.
    int users;
    int64_t delay;

    /// Frames that have passed, and the instant (in nanoseconds) from which they are counted on.
    int64_t time, counted_from_time, counted_from;
    /// Since when time has stood still; 0: it runs.
    int64_t still_since;
    /// Having stood still for the application's sake, time goes on when it asks how late it is (or looks twice for room):
    /// an account of before would be wrong from that moment on, and a busy machine makes such a moment long.
    int looks_awaited;
    /// What the speaker gave, by the card's time.
    float *played;
    uint32_t noise;

    bool is_playing, is_draining, has_xrun, is_capturing;
    /// Playback: written by the application, and given to the speaker; since `prepare`.
    float *queue;
    int64_t written, consumed;
    /// Capture: heard by the microphone, and read by the application; since `start`.
    float *heard;
    int64_t captured, read, capture_limit;

    voice_t voices[most_voices];
    fault_t pause, loss, xrun;
} card_t;

static card_t cards[most_cards];
static int card_count;
static pthread_mutex_t cards_lock = PTHREAD_MUTEX_INITIALIZER;

static int64_t monotonic(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * 1000000000 + now.tv_nsec;
}

// MARK: the room

static bool is_within(fault_t fault, int64_t frame)
{
    return fault.count > 0 && frame >= fault.frame && frame < fault.frame + fault.count;
}

static float microphone(card_t *card)
{
    float x = 0;
    for (size_t i = 0; i < sizeof reflections / sizeof *reflections; i++) {
        int64_t at = card->time - card->delay - reflections[i].frame;
        if (at >= 0) x += reflections[i].gain * card->played[at & ring_mask];
    }
    for (int i = 0; i < most_voices; i++) {
        voice_t *voice = &card->voices[i];
        if (card->time >= voice->from && card->time < voice->until) x += voice->samples[card->time - voice->from];
    }
    card->noise = card->noise * 1664525 + 1013904223;
    return x + ((float)(card->noise >> 8) / (1 << 24) - 0.5F) * 2e-4F;
}

/// Lets the time pass that has passed, as far as the application lets it. With the card's lock.
static void advance(card_t *card)
{
    int64_t now = monotonic();
    int64_t due = card->counted_from_time + (now - card->counted_from) * (rate / 1000) / 1000000;
    if (!card->is_playing && !card->is_capturing) due = card->time;
    int64_t before = card->time;
    while (card->time < due) {
        if (card->is_capturing && card->captured - card->read >= card->capture_limit) break;
        if (card->is_playing && card->xrun.count > 0 && card->time >= card->xrun.frame) {
            card->xrun.count = 0;
            card->is_playing = false;
            card->has_xrun = true;
        }
        float x = 0;
        if (card->is_playing && !is_within(card->pause, card->time)) {
            if (card->written - card->consumed <= (card->is_draining ? 0 : least_queue)) {
                card->looks_awaited = 2;
                break;
            }
            if (card->looks_awaited > 0 && !card->is_draining) break;
            x = card->queue[card->consumed++ & ring_mask];
        }
        card->played[card->time & ring_mask] = x;
        if (card->is_capturing) {
            float y = microphone(card);
            if (!is_within(card->loss, card->time)) card->heard[card->captured++ & ring_mask] = y;
        }
        card->time++;
    }
    if (card->time > before || card->time == due) card->still_since = 0;
    if (card->time < due && card->still_since == 0)
        card->still_since =
            card->counted_from + (card->time - card->counted_from_time) * 1000000 / (rate / 1000);
    if (card->time < due || (!card->is_playing && !card->is_capturing)) {
        card->counted_from_time = card->time;
        card->counted_from = now;
    }
}

// MARK: what tests say

static card_t *card_of(int number)
{
    pthread_mutex_lock(&cards_lock);
    card_t *card = number >= 0 && number < card_count && cards[number].is_known ? &cards[number] : NULL;
    pthread_mutex_unlock(&cards_lock);
    return card;
}

/// With the card's lock.
static void free_if_unused(card_t *card)
{
    if (card->is_known || card->users > 0) return;
    for (int i = 0; i < most_voices; i++) free(card->voices[i].samples);
    memset(card->voices, 0, sizeof card->voices);
    free(card->played);
    free(card->queue);
    free(card->heard);
    card->played = card->queue = card->heard = NULL;
}

int room_card_make(int64_t delay_frames)
{
    pthread_mutex_lock(&cards_lock);
    int number = card_count < most_cards && delay_frames >= 0 && delay_frames < most_delay ? card_count : -1;
    if (number >= 0) {
        card_t *card = &cards[number];
        pthread_mutex_init(&card->lock, NULL);
        card->delay = delay_frames;
        card->noise = 1;
        card->played = calloc(ring_frames, sizeof(float));
        card->queue = calloc(ring_frames, sizeof(float));
        card->heard = calloc(ring_frames, sizeof(float));
        if (card->played && card->queue && card->heard) {
            card->is_known = true;
            card_count++;
        } else {
            free_if_unused(card);
            number = -1;
        }
    }
    pthread_mutex_unlock(&cards_lock);
    return number;
}

void room_card_end(int number)
{
    card_t *card = card_of(number);
    if (!card) return;
    pthread_mutex_lock(&card->lock);
    card->is_known = false;
    free_if_unused(card);
    pthread_mutex_unlock(&card->lock);
}

int64_t room_card_time(int number)
{
    card_t *card = card_of(number);
    if (!card) return -1;
    pthread_mutex_lock(&card->lock);
    advance(card);
    int64_t time = card->time;
    pthread_mutex_unlock(&card->lock);
    return time;
}

int64_t room_card_speak(int number, const float *samples, int64_t count, int64_t frame)
{
    card_t *card = card_of(number);
    float *copy = card && count > 0 ? malloc((size_t)count * sizeof *copy) : NULL;
    if (!copy) return -1;
    memcpy(copy, samples, (size_t)count * sizeof *copy);
    int64_t until = -1;
    pthread_mutex_lock(&card->lock);
    advance(card);
    for (int i = 0; i < most_voices && until < 0; i++) {
        voice_t *voice = &card->voices[i];
        if (voice->until > card->time) continue;
        free(voice->samples);
        voice->samples = copy;
        voice->from = frame > card->time ? frame : card->time;
        until = voice->until = voice->from + count;
    }
    pthread_mutex_unlock(&card->lock);
    if (until < 0) free(copy);
    return until;
}

int room_card_break(int number, int what, int64_t frame, int64_t count)
{
    card_t *card = card_of(number);
    if (!card) return -1;
    pthread_mutex_lock(&card->lock);
    advance(card);
    fault_t fault = {.frame = frame > card->time ? frame : card->time, .count = count > 0 ? count : 1};
    if (what == ROOM_CARD_PAUSE) card->pause = fault;
    if (what == ROOM_CARD_LOSE) card->loss = fault;
    if (what == ROOM_CARD_XRUN) card->xrun = fault;
    pthread_mutex_unlock(&card->lock);
    return 0;
}

// MARK: what libasound calls

typedef struct {
    snd_pcm_ioplug_t io;
    card_t *card;
} stream_t;

static bool is_playback(snd_pcm_ioplug_t *io)
{
    return io->stream == SND_PCM_STREAM_PLAYBACK;
}

static card_t *lock(snd_pcm_ioplug_t *io)
{
    stream_t *stream = io->private_data;
    pthread_mutex_lock(&stream->card->lock);
    if (is_playback(io)) stream->card->is_draining = io->state == SND_PCM_STATE_DRAINING;
    advance(stream->card);
    return stream->card;
}

static int prepare(snd_pcm_ioplug_t *io)
{
    card_t *card = lock(io);
    if (is_playback(io)) {
        card->is_playing = card->has_xrun = false;
        card->looks_awaited = 0;
        card->written = card->consumed = 0;
    } else {
        card->is_capturing = false;
        card->captured = card->read = 0;
        // One less than would be full: what `pointer` says is less than a turn of the buffer.
        card->capture_limit = (int64_t)io->buffer_size - 1;
    }
    pthread_mutex_unlock(&card->lock);
    return 0;
}

/// Wakes who waits in poll, once a period.
static void set_timer(snd_pcm_ioplug_t *io, bool is_on)
{
    long nanoseconds = is_on ? (long)(io->period_size * 1000000000 / rate) : 0;
    struct timespec time = {.tv_sec = nanoseconds / 1000000000, .tv_nsec = nanoseconds % 1000000000};
    struct itimerspec every = {.it_interval = time, .it_value = time};
    timerfd_settime(io->poll_fd, 0, &every, NULL);
}

static int start(snd_pcm_ioplug_t *io)
{
    card_t *card = lock(io);
    if (is_playback(io)) card->is_playing = true;
    else card->is_capturing = true;
    pthread_mutex_unlock(&card->lock);
    set_timer(io, true);
    return 0;
}

static int stop(snd_pcm_ioplug_t *io)
{
    card_t *card = lock(io);
    if (is_playback(io)) card->is_playing = false;
    else card->is_capturing = false;
    pthread_mutex_unlock(&card->lock);
    set_timer(io, false);
    return 0;
}

static snd_pcm_sframes_t pointer(snd_pcm_ioplug_t *io)
{
    card_t *card = lock(io);
    if (is_playback(io) && card->looks_awaited > 0 && card->written - card->consumed > least_queue)
        card->looks_awaited--;
    int64_t at = (is_playback(io) ? card->consumed : card->captured) % (int64_t)io->buffer_size;
    if (is_playback(io) && card->has_xrun) at = -EPIPE;
    pthread_mutex_unlock(&card->lock);
    return (snd_pcm_sframes_t)at;
}

static int delay(snd_pcm_ioplug_t *io, snd_pcm_sframes_t *frames)
{
    card_t *card = lock(io);
    if (is_playback(io)) card->looks_awaited = 0;
    // What was captured before time stood still was captured that much longer ago.
    int64_t still = card->still_since ? (monotonic() - card->still_since) * (rate / 1000) / 1000000 : 0;
    int64_t held = is_playback(io) ? card->written - card->consumed : card->captured - card->read + still;
    *frames = (snd_pcm_sframes_t)held;
    pthread_mutex_unlock(&card->lock);
    return 0;
}

static int16_t *sample(const snd_pcm_channel_area_t *area, snd_pcm_uframes_t frame)
{
    return (int16_t *)((char *)area->addr + (area->first + frame * area->step) / 8);
}

/// libasound gives no more than it knows from `pointer` to have room, or to be there.
static snd_pcm_sframes_t transfer(
    snd_pcm_ioplug_t *io, const snd_pcm_channel_area_t *areas, snd_pcm_uframes_t offset, snd_pcm_uframes_t size)
{
    card_t *card = lock(io);
    for (snd_pcm_uframes_t i = 0; i < size; i++) {
        if (is_playback(io)) {
            float sum = 0;
            for (unsigned c = 0; c < io->channels; c++) sum += *sample(&areas[c], offset + i);
            card->queue[card->written++ & ring_mask] = sum / (32768.0F * (float)io->channels);
        } else {
            float x = card->heard[card->read++ & ring_mask] * 32768;
            x = x > 32767 ? 32767 : x < -32768 ? -32768 : x;
            for (unsigned c = 0; c < io->channels; c++)
                *sample(&areas[c], offset + i) = (int16_t)(x < 0 ? x - 0.5F : x + 0.5F);
        }
    }
    pthread_mutex_unlock(&card->lock);
    return (snd_pcm_sframes_t)size;
}

static int poll_revents(snd_pcm_ioplug_t *io, struct pollfd *entry, unsigned count, unsigned short *events)
{
    uint64_t turns;
    if (count != 1) return -EINVAL;
    *events = 0;
    if (!(entry->revents & POLLIN) || read(io->poll_fd, &turns, sizeof turns) != sizeof turns) return 0;
    snd_pcm_sframes_t ready = snd_pcm_avail_update(io->pcm);
    if (ready < 0) *events = POLLERR;
    else if (ready > 0) *events = is_playback(io) ? POLLOUT : POLLIN;
    return 0;
}

static int close_stream(snd_pcm_ioplug_t *io)
{
    stream_t *stream = io->private_data;
    stop(io);
    close(io->poll_fd);
    pthread_mutex_lock(&stream->card->lock);
    stream->card->users--;
    free_if_unused(stream->card);
    pthread_mutex_unlock(&stream->card->lock);
    free(stream);
    return 0;
}

static const snd_pcm_ioplug_callback_t callbacks = {
    .start = start,
    .stop = stop,
    .pointer = pointer,
    .transfer = transfer,
    .close = close_stream,
    .prepare = prepare,
    .poll_revents = poll_revents,
    .delay = delay,
};

static int constrain(snd_pcm_ioplug_t *io)
{
    static const unsigned accesses[] = {SND_PCM_ACCESS_RW_INTERLEAVED};
    static const unsigned formats[] = {SND_PCM_FORMAT_S16};
    int code = snd_pcm_ioplug_set_param_list(io, SND_PCM_IOPLUG_HW_ACCESS, 1, accesses);
    if (code >= 0) code = snd_pcm_ioplug_set_param_list(io, SND_PCM_IOPLUG_HW_FORMAT, 1, formats);
    if (code >= 0) code = snd_pcm_ioplug_set_param_minmax(io, SND_PCM_IOPLUG_HW_CHANNELS, 1, 2);
    if (code >= 0) code = snd_pcm_ioplug_set_param_minmax(io, SND_PCM_IOPLUG_HW_RATE, rate, rate);
    if (code >= 0) code = snd_pcm_ioplug_set_param_minmax(io, SND_PCM_IOPLUG_HW_PERIOD_BYTES, 64, 1 << 15);
    if (code >= 0) code = snd_pcm_ioplug_set_param_minmax(io, SND_PCM_IOPLUG_HW_BUFFER_BYTES, 256, 1 << 17);
    if (code >= 0) code = snd_pcm_ioplug_set_param_minmax(io, SND_PCM_IOPLUG_HW_PERIODS, 2, 1024);
    return code;
}

SND_PCM_PLUGIN_DEFINE_FUNC(bedroom)
{
    (void)root;
    long number = -1;
    snd_config_iterator_t at, next;
    snd_config_for_each(at, next, conf)
    {
        snd_config_t *entry = snd_config_iterator_entry(at);
        const char *id;
        if (snd_config_get_id(entry, &id) < 0 || !strcmp(id, "comment") || !strcmp(id, "type") || !strcmp(id, "hint"))
            continue;
        if (strcmp(id, "card") || snd_config_get_integer(entry, &number) < 0) return -EINVAL;
    }
    card_t *card = card_of((int)number);
    if (!card) return -ENODEV;
    stream_t *opened = calloc(1, sizeof *opened);
    if (!opened) return -ENOMEM;
    opened->card = card;
    opened->io = (snd_pcm_ioplug_t){
        .version = SND_PCM_IOPLUG_VERSION,
        .name = "A speaker and a microphone in a bedroom",
        .poll_fd = timerfd_create(CLOCK_MONOTONIC, TFD_NONBLOCK | TFD_CLOEXEC),
        .poll_events = POLLIN,
        .callback = &callbacks,
        .private_data = opened,
    };
    int code = opened->io.poll_fd < 0 ? -errno : snd_pcm_ioplug_create(&opened->io, name, stream, mode);
    if (code < 0) {
        if (opened->io.poll_fd >= 0) close(opened->io.poll_fd);
        free(opened);
        return code;
    }
    pthread_mutex_lock(&card->lock);
    card->users++;
    pthread_mutex_unlock(&card->lock);
    code = constrain(&opened->io);
    if (code < 0) {
        snd_pcm_ioplug_delete(&opened->io);
        return code;
    }
    *pcmp = opened->io.pcm;
    return 0;
}

SND_PCM_PLUGIN_SYMBOL(bedroom);
