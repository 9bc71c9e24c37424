/* The system's libopus, and its variadic control calls as plain functions, which Swift can import. */
#ifndef ANICCA_COPUS_SHIM_H
#define ANICCA_COPUS_SHIM_H

#include <opus.h>
#include <opus_multistream.h>

static inline int anicca_opus_encoder_set(OpusEncoder *encoder, int request, opus_int32 value) {
    return opus_encoder_ctl(encoder, request, value);
}

static inline int anicca_opus_encoder_get(OpusEncoder *encoder, int request, opus_int32 *value) {
    return opus_encoder_ctl(encoder, request, value);
}

static inline int anicca_opus_encoder_reset(OpusEncoder *encoder) {
    return opus_encoder_ctl(encoder, OPUS_RESET_STATE);
}

static inline int anicca_opus_decoder_reset(OpusDecoder *decoder) {
    return opus_decoder_ctl(decoder, OPUS_RESET_STATE);
}

static inline int anicca_opus_decoder_get(OpusDecoder *decoder, int request, opus_int32 *value) {
    return opus_decoder_ctl(decoder, request, value);
}

static inline int anicca_opus_ms_encoder_set(OpusMSEncoder *encoder, int request, opus_int32 value) {
    return opus_multistream_encoder_ctl(encoder, request, value);
}

#endif
