/* libgpiod 1.6: Debian 12, Ubuntu 22.04. GPIOD_LINE_BULK_MAX_LINES exists in the 1.x header only. */
#include "shim_private.h"

#ifdef GPIOD_LINE_BULK_MAX_LINES

struct cgpiod_chip {
    struct gpiod_chip *handle;
};

struct cgpiod_line {
    struct gpiod_line *handle;
};

int cgpiod_api(void)
{
    return 1;
}

const char *cgpiod_version(void)
{
    return gpiod_version_string();
}

int cgpiod_chip_open(const char *path, struct cgpiod_chip **out)
{
    *out = NULL;
    struct cgpiod_chip *chip = calloc(1, sizeof(*chip));
    if (!chip)
        return -ENOMEM;
    errno = 0;
    chip->handle = gpiod_chip_open(path);
    if (!chip->handle) {
        int failure = cgpiod_failure();
        free(chip);
        return failure;
    }
    *out = chip;
    return 0;
}

void cgpiod_chip_close(struct cgpiod_chip *chip)
{
    if (!chip)
        return;
    gpiod_chip_close(chip->handle);
    free(chip);
}

int cgpiod_chip_label(struct cgpiod_chip *chip, char *label)
{
    cgpiod_copy(label, gpiod_chip_label(chip->handle));
    return 0;
}

int cgpiod_chip_line_count(struct cgpiod_chip *chip)
{
    return (int)gpiod_chip_num_lines(chip->handle);
}

int cgpiod_chip_line_info(struct cgpiod_chip *chip, unsigned int offset, struct cgpiod_line_info *info)
{
    memset(info, 0, sizeof(*info));
    errno = 0;
    struct gpiod_line *line = gpiod_chip_get_line(chip->handle, offset);
    if (!line)
        return cgpiod_failure();
    cgpiod_copy(info->name, gpiod_line_name(line));
    cgpiod_copy(info->consumer, gpiod_line_consumer(line));
    info->is_used = gpiod_line_is_used(line);
    return 0;
}

static int request(struct cgpiod_chip *chip, unsigned int offset, const struct gpiod_line_request_config *config,
                   int value, struct cgpiod_line **out)
{
    *out = NULL;
    errno = 0;
    struct gpiod_line *handle = gpiod_chip_get_line(chip->handle, offset);
    if (!handle)
        return cgpiod_failure();
    /* The library hands out one object per line: a second request would take over the first one's descriptor. */
    if (gpiod_line_is_requested(handle))
        return -EBUSY;
    struct cgpiod_line *line = calloc(1, sizeof(*line));
    if (!line)
        return -ENOMEM;
    line->handle = handle;
    if (gpiod_line_request(handle, config, value) < 0) {
        int failure = cgpiod_failure();
        free(line);
        return failure;
    }
    *out = line;
    return 0;
}

int cgpiod_request_input(struct cgpiod_chip *chip, unsigned int offset, const char *consumer, bool is_active_low,
                         enum cgpiod_bias bias, struct cgpiod_line **out)
{
    struct gpiod_line_request_config config = {
        .consumer = consumer,
        .request_type = GPIOD_LINE_REQUEST_EVENT_BOTH_EDGES,
        .flags = is_active_low ? GPIOD_LINE_REQUEST_FLAG_ACTIVE_LOW : 0,
    };
    switch (bias) {
    case CGPIOD_BIAS_AS_IS:
        break;
    case CGPIOD_BIAS_NONE:
        config.flags |= GPIOD_LINE_REQUEST_FLAG_BIAS_DISABLE;
        break;
    case CGPIOD_BIAS_PULL_UP:
        config.flags |= GPIOD_LINE_REQUEST_FLAG_BIAS_PULL_UP;
        break;
    case CGPIOD_BIAS_PULL_DOWN:
        config.flags |= GPIOD_LINE_REQUEST_FLAG_BIAS_PULL_DOWN;
        break;
    }
    int result = request(chip, offset, &config, 0, out);
    if (result < 0)
        return result;
    result = cgpiod_set_nonblocking(gpiod_line_event_get_fd((*out)->handle));
    if (result < 0) {
        cgpiod_line_release(*out);
        *out = NULL;
    }
    return result;
}

int cgpiod_request_output(struct cgpiod_chip *chip, unsigned int offset, const char *consumer, bool is_active_low,
                          bool is_active, struct cgpiod_line **out)
{
    struct gpiod_line_request_config config = {
        .consumer = consumer,
        .request_type = GPIOD_LINE_REQUEST_DIRECTION_OUTPUT,
        .flags = is_active_low ? GPIOD_LINE_REQUEST_FLAG_ACTIVE_LOW : 0,
    };
    return request(chip, offset, &config, is_active ? 1 : 0, out);
}

void cgpiod_line_release(struct cgpiod_line *line)
{
    if (!line)
        return;
    gpiod_line_release(line->handle);
    free(line);
}

int cgpiod_line_fd(struct cgpiod_line *line)
{
    errno = 0;
    int fd = gpiod_line_event_get_fd(line->handle);
    return fd < 0 ? cgpiod_failure() : fd;
}

int cgpiod_line_get(struct cgpiod_line *line)
{
    errno = 0;
    int value = gpiod_line_get_value(line->handle);
    return value < 0 ? cgpiod_failure() : value;
}

int cgpiod_line_set(struct cgpiod_line *line, bool is_active)
{
    errno = 0;
    return gpiod_line_set_value(line->handle, is_active ? 1 : 0) < 0 ? cgpiod_failure() : 0;
}

int cgpiod_line_read(struct cgpiod_line *line, struct cgpiod_event *events, size_t capacity)
{
    struct gpiod_line_event batch[CGPIOD_EVENT_BATCH];
    if (capacity > CGPIOD_EVENT_BATCH)
        capacity = CGPIOD_EVENT_BATCH;
    errno = 0;
    int count = gpiod_line_event_read_multiple(line->handle, batch, (unsigned int)capacity);
    if (count < 0)
        return errno == EAGAIN || errno == EINTR ? 0 : cgpiod_failure();
    for (int i = 0; i < count; i++) {
        events[i].nanoseconds = (uint64_t)batch[i].ts.tv_sec * 1000000000u + (uint64_t)batch[i].ts.tv_nsec;
        events[i].is_active = batch[i].event_type == GPIOD_LINE_EVENT_RISING_EDGE;
    }
    return count;
}

#endif
