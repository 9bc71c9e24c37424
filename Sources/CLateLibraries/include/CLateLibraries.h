/// Loads a conversation's libraries when one is near instead of at start (GUARD-5's idle memory): some sixty shared
/// objects, a third of what an idle appliance would hold, and code that reads from the network, none of which an alarm
/// needs. ELF has no delayed loading of its own: each function that we call has an entry here that jumps to where it
/// was loaded.
#pragma once

#ifdef __cplusplus
extern "C" {
#endif

/// Loads them all, once. NULL: they are there; else what is missing, in the dynamic linker's words, valid for ever.
/// Any thread, but never the appliance's loop: 10 to 30 ms, and as long as an SD card needs after power comes back.
/// A call of a function of theirs loads them too, and ends the program where they are missing: ask here first.
const char *anicca_late_load(void);

/// Without loading: 1 after a load that succeeded. Any thread.
int anicca_late_is_loaded(void);

/// Loading, linking and connecting read far more of the program and its libraries than a conversation then does. Gives
/// those pages back: they stay in the system's cache, and one that is needed again is there in microseconds. Nothing
/// that was written is touched, nothing is unloaded. Any thread but a real-time one; a millisecond. Returns how many
/// bytes of the program were gone through.
unsigned long anicca_late_settled(void);

#ifdef __cplusplus
}
#endif
