#ifndef ROOM_CARD_H
#define ROOM_CARD_H

#include <stdint.h>

/// A sound card for tests, with the bedroom around it: a plugin of libasound (`pcm_type.bedroom { lib "…" }`), so that
/// everything above it is what a real card sees. Never installed.
///
/// A card has one playback and one capture stream on one clock, 48 kHz, 16 bits. The microphone hears what was played,
/// `delay_frames` later, with some reflections of a wall; a murmur of noise; and whoever speaks (`room_card_speak`).
///
/// The clock is that of the machine, and patient. Where the application is late with the next frame to be played, or has
/// left a buffer full of captured ones unread, the card's time stands still until it comes, and goes on from there at
/// its usual pace: to the application it is never late, and not one frame is lost, made up or heard twice, whatever else
/// the machine does. It stands still with a millisecond left in the queue: to find it shorter is to have been late.
///
/// Frames below are the card's own count, which begins at 0 and runs while a stream does. Any thread.

/// Returns the card's number, which opens it as `bedroom:NUMBER`; negative: no memory.
int room_card_make(int64_t delay_frames);

/// The streams that are open keep what they need; nobody else opens it again.
void room_card_end(int card);

/// Frames that have passed.
int64_t room_card_time(int card);

/// Somebody in the room speaks these samples (which are copied) from this frame on, or from now on where that is past.
/// Returns the frame after the last one; negative: no such card, or no memory.
int64_t room_card_speak(int card, const float *samples, int64_t count, int64_t frame);

enum {
    /// The speaker is silent for `count` frames, and what was due comes after them; the application is told nothing.
    ROOM_CARD_PAUSE = 1,
    /// The microphone loses `count` frames, and the application is told nothing.
    ROOM_CARD_LOSE = 2,
    /// Playback stops with an xrun; `count` is of no account.
    ROOM_CARD_XRUN = 3,
};

/// Breaks something at this frame, or now where that is past; one thing of a kind at a time. Negative: no such card.
int room_card_break(int card, int what, int64_t frame, int64_t count);

#endif
