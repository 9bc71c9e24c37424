/// Loads a conversation's libraries when one is near instead of at start (GUARD-5's idle memory): some sixty shared
/// objects, a third of what an idle appliance would hold, and code that reads from the network, none of which an alarm
/// needs. ELF has no delayed loading of its own: each function that we call has an entry here that jumps to where it
/// was loaded.
#pragma once

#ifdef __cplusplus
extern "C" {
#endif

/// Loads all of them, once. Returns NULL if they are loaded, else what is missing, in the dynamic linker's words, valid
/// for ever. Any thread except the appliance's loop: it takes 10 to 30 ms, and after a power cut as long as an SD card
/// needs. A call of one of their functions loads them too, but ends the program if one is missing: call this first.
const char *anicca_late_load(void);

/// Returns 1 after a load that succeeded, else 0; loads nothing. Any thread.
int anicca_late_is_loaded(void);

#ifdef __cplusplus
}
#endif
