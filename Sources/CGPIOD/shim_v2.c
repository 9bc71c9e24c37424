/* libgpiod 2.x: Debian 13, Raspberry Pi OS trixie. GPIOD_LINE_BULK_MAX_LINES exists in the 1.x header only. */
#include "shim_private.h"

#ifndef GPIOD_LINE_BULK_MAX_LINES

struct cgpiod_chip {
    struct gpiod_chip *handle;
};

struct cgpiod_line {
    struct gpiod_line_request *handle;
    struct gpiod_edge_event_buffer *buffer; /* inputs only */
    unsigned int offset;
};

int cgpiod_api(void)
{
    return 2;
}

const char *cgpiod_version(void)
{
    return gpiod_api_version();
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
    errno = 0;
    struct gpiod_chip_info *info = gpiod_chip_get_info(chip->handle);
    if (!info)
        return cgpiod_failure();
    cgpiod_copy(label, gpiod_chip_info_get_label(info));
    gpiod_chip_info_free(info);
    return 0;
}

int cgpiod_chip_line_count(struct cgpiod_chip *chip)
{
    errno = 0;
    struct gpiod_chip_info *info = gpiod_chip_get_info(chip->handle);
    if (!info)
        return cgpiod_failure();
    int count = (int)gpiod_chip_info_get_num_lines(info);
    gpiod_chip_info_free(info);
    return count;
}

int cgpiod_chip_line_info(struct cgpiod_chip *chip, unsigned int offset, struct cgpiod_line_info *info)
{
    memset(info, 0, sizeof(*info));
    errno = 0;
    struct gpiod_line_info *line = gpiod_chip_get_line_info(chip->handle, offset);
    if (!line)
        return cgpiod_failure();
    cgpiod_copy(info->name, gpiod_line_info_get_name(line));
    cgpiod_copy(info->consumer, gpiod_line_info_get_consumer(line));
    info->is_used = gpiod_line_info_is_used(line);
    gpiod_line_info_free(line);
    return 0;
}

/* Takes ownership of the settings and frees them. */
static int request(struct cgpiod_chip *chip, unsigned int offset, const char *consumer,
                   struct gpiod_line_settings *settings, struct cgpiod_line **out)
{
    *out = NULL;
    errno = 0;
    struct cgpiod_line *line = calloc(1, sizeof(*line));
    struct gpiod_line_config *lines = gpiod_line_config_new();
    struct gpiod_request_config *options = gpiod_request_config_new();
    int result = -ENOMEM;
    if (line && lines && options) {
        gpiod_request_config_set_consumer(options, consumer);
        gpiod_request_config_set_event_buffer_size(options, CGPIOD_EVENT_BATCH);
        line->offset = offset;
        result = 0;
        if (gpiod_line_config_add_line_settings(lines, &offset, 1, settings) < 0) {
            result = cgpiod_failure();
        } else {
            line->handle = gpiod_chip_request_lines(chip->handle, options, lines);
            if (!line->handle)
                result = cgpiod_failure();
        }
    }
    gpiod_request_config_free(options);
    gpiod_line_config_free(lines);
    gpiod_line_settings_free(settings);
    if (result < 0)
        free(line);
    else
        *out = line;
    return result;
}

int cgpiod_request_input(struct cgpiod_chip *chip, unsigned int offset, const char *consumer, bool is_active_low,
                         enum cgpiod_bias bias, struct cgpiod_line **out)
{
    *out = NULL;
    struct gpiod_line_settings *settings = gpiod_line_settings_new();
    if (!settings)
        return -ENOMEM;
    enum gpiod_line_bias wanted = GPIOD_LINE_BIAS_AS_IS;
    switch (bias) {
    case CGPIOD_BIAS_AS_IS:
        break;
    case CGPIOD_BIAS_NONE:
        wanted = GPIOD_LINE_BIAS_DISABLED;
        break;
    case CGPIOD_BIAS_PULL_UP:
        wanted = GPIOD_LINE_BIAS_PULL_UP;
        break;
    case CGPIOD_BIAS_PULL_DOWN:
        wanted = GPIOD_LINE_BIAS_PULL_DOWN;
        break;
    }
    gpiod_line_settings_set_active_low(settings, is_active_low);
    errno = 0;
    if (gpiod_line_settings_set_direction(settings, GPIOD_LINE_DIRECTION_INPUT) < 0 ||
        gpiod_line_settings_set_edge_detection(settings, GPIOD_LINE_EDGE_BOTH) < 0 ||
        gpiod_line_settings_set_bias(settings, wanted) < 0 ||
        gpiod_line_settings_set_event_clock(settings, GPIOD_LINE_CLOCK_MONOTONIC) < 0) {
        int failure = cgpiod_failure();
        gpiod_line_settings_free(settings);
        return failure;
    }
    int result = request(chip, offset, consumer, settings, out);
    if (result < 0)
        return result;
    (*out)->buffer = gpiod_edge_event_buffer_new(CGPIOD_EVENT_BATCH);
    result = (*out)->buffer ? cgpiod_set_nonblocking(gpiod_line_request_get_fd((*out)->handle)) : -ENOMEM;
    if (result < 0) {
        cgpiod_line_release(*out);
        *out = NULL;
    }
    return result;
}

int cgpiod_request_output(struct cgpiod_chip *chip, unsigned int offset, const char *consumer, bool is_active_low,
                          bool is_active, struct cgpiod_line **out)
{
    *out = NULL;
    struct gpiod_line_settings *settings = gpiod_line_settings_new();
    if (!settings)
        return -ENOMEM;
    gpiod_line_settings_set_active_low(settings, is_active_low);
    errno = 0;
    if (gpiod_line_settings_set_direction(settings, GPIOD_LINE_DIRECTION_OUTPUT) < 0 ||
        gpiod_line_settings_set_output_value(settings,
                                             is_active ? GPIOD_LINE_VALUE_ACTIVE : GPIOD_LINE_VALUE_INACTIVE) < 0) {
        int failure = cgpiod_failure();
        gpiod_line_settings_free(settings);
        return failure;
    }
    return request(chip, offset, consumer, settings, out);
}

void cgpiod_line_release(struct cgpiod_line *line)
{
    if (!line)
        return;
    if (line->buffer)
        gpiod_edge_event_buffer_free(line->buffer);
    gpiod_line_request_release(line->handle);
    free(line);
}

int cgpiod_line_fd(struct cgpiod_line *line)
{
    return gpiod_line_request_get_fd(line->handle);
}

int cgpiod_line_get(struct cgpiod_line *line)
{
    errno = 0;
    enum gpiod_line_value value = gpiod_line_request_get_value(line->handle, line->offset);
    return value == GPIOD_LINE_VALUE_ERROR ? cgpiod_failure() : value == GPIOD_LINE_VALUE_ACTIVE;
}

int cgpiod_line_set(struct cgpiod_line *line, bool is_active)
{
    errno = 0;
    int result = gpiod_line_request_set_value(line->handle, line->offset,
                                              is_active ? GPIOD_LINE_VALUE_ACTIVE : GPIOD_LINE_VALUE_INACTIVE);
    return result < 0 ? cgpiod_failure() : 0;
}

int cgpiod_line_read(struct cgpiod_line *line, struct cgpiod_event *events, size_t capacity)
{
    if (!line->buffer)
        return -EPERM;
    if (capacity > CGPIOD_EVENT_BATCH)
        capacity = CGPIOD_EVENT_BATCH;
    errno = 0;
    int count = gpiod_line_request_read_edge_events(line->handle, line->buffer, capacity);
    if (count < 0)
        return errno == EAGAIN || errno == EINTR ? 0 : cgpiod_failure();
    for (int i = 0; i < count; i++) {
        struct gpiod_edge_event *event = gpiod_edge_event_buffer_get_event(line->buffer, (unsigned long)i);
        events[i].nanoseconds = gpiod_edge_event_get_timestamp_ns(event);
        events[i].is_active = gpiod_edge_event_get_event_type(event) == GPIOD_EDGE_EVENT_RISING_EDGE;
    }
    return count;
}

#endif
