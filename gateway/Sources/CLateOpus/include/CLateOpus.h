// The encoder of libopus, which is loaded when a text is first spoken.
#ifndef CLATEOPUS_H
#define CLATEOPUS_H

#include <stdint.h>

/// Loads libopus, once. Returns NULL, or a sentence that says what is missing, which is valid for ever.
const char *late_opus_load(void);

/// An encoder of speech, one channel. `lookahead` gets by how many samples it delays. NULL: no memory, or Opus does not
/// take that rate. Only after `late_opus_load` returned NULL.
void *late_opus_new(int32_t rate, int32_t bits_per_second, int32_t *lookahead);
void late_opus_close(void *encoder);

/// Encodes 20 ms. Returns how many bytes the packet has; less than 1: it failed.
int32_t late_opus_encode(void *encoder, const int16_t *samples, int32_t sample_count, uint8_t *packet, int32_t most);

#endif
