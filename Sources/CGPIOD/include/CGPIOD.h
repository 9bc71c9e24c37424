#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/*
 * One small interface over libgpiod 1.6 and 2.x. Lines are requested one by one, each with a descriptor of its own.
 *
 * Every function that can fail returns a negative errno. A handle belongs to one thread at a time. A chip may be
 * closed only after its lines are released: with libgpiod 1.x a line lives in its chip.
 */

enum { CGPIOD_TEXT_SIZE = 64 };

/* Values of libgpiod's bias settings, in our own order. */
enum cgpiod_bias {
    CGPIOD_BIAS_AS_IS = 0,
    CGPIOD_BIAS_NONE = 1,
    CGPIOD_BIAS_PULL_UP = 2,
    CGPIOD_BIAS_PULL_DOWN = 3,
};

struct cgpiod_chip;
struct cgpiod_line;

struct cgpiod_line_info {
    char name[CGPIOD_TEXT_SIZE];     /* empty: the line has no name */
    char consumer[CGPIOD_TEXT_SIZE]; /* empty: unknown or not in use */
    bool is_used;
};

struct cgpiod_event {
    uint64_t nanoseconds; /* CLOCK_MONOTONIC; CLOCK_REALTIME on kernels before 5.7 */
    bool is_active;       /* logical level after the edge */
};

/* 1 or 2: the API that the shim was compiled for. */
int cgpiod_api(void);
/* The library's own version, such as "1.6.3". */
const char *cgpiod_version(void);

int cgpiod_chip_open(const char *path, struct cgpiod_chip **out);
void cgpiod_chip_close(struct cgpiod_chip *chip);
/* `label` holds at least CGPIOD_TEXT_SIZE bytes. */
int cgpiod_chip_label(struct cgpiod_chip *chip, char *label);
int cgpiod_chip_line_count(struct cgpiod_chip *chip);
int cgpiod_chip_line_info(struct cgpiod_chip *chip, unsigned int offset, struct cgpiod_line_info *info);

int cgpiod_request_input(struct cgpiod_chip *chip, unsigned int offset, const char *consumer, bool is_active_low,
                         enum cgpiod_bias bias, struct cgpiod_line **out);
int cgpiod_request_output(struct cgpiod_chip *chip, unsigned int offset, const char *consumer, bool is_active_low,
                          bool is_active, struct cgpiod_line **out);
void cgpiod_line_release(struct cgpiod_line *line);

/* Becomes readable when an edge is queued; inputs only. Owned by the line. */
int cgpiod_line_fd(struct cgpiod_line *line);
/* 1 active, 0 inactive: logical levels. */
int cgpiod_line_get(struct cgpiod_line *line);
int cgpiod_line_set(struct cgpiod_line *line, bool is_active);
/* Reads the queued events, without blocking; returns how many, 0 … capacity. */
int cgpiod_line_read(struct cgpiod_line *line, struct cgpiod_event *events, size_t capacity);
