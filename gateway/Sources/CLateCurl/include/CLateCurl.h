// One HTTP request at a time over libcurl, which is loaded when the gateway first asks somebody outside. TLS is always
// verified, redirects are answers like any other, nothing is kept but connections.
#ifndef CLATECURL_H
#define CLATECURL_H

#include <stddef.h>

struct late_http_request {
    /// A "GET" has no body.
    const char *method;
    const char *url;
    /// "Name: value", `header_count` of them.
    const char *const *headers;
    size_t header_count;
    const void *body;
    size_t body_count;
    /// Not 0: `http` is allowed too, and only this machine is connected to, whatever the name says.
    int loopback_only;
    long connect_milliseconds;
    long total_milliseconds;
    /// A longer answer is a failure.
    size_t maximum_answer;
};

struct late_http_answer {
    int status;
    /// The lines of the head, and the body. Not ended by a zero.
    char *head;
    size_t head_count;
    char *body;
    size_t body_count;
};

/// Loads libcurl, once. Returns NULL, or a sentence that says what is missing, which is valid for ever.
const char *late_curl_load(void);

/// A client with its connections, for one thread at a time; NULL: no memory. Only after `late_curl_load` returned NULL.
void *late_http_new(void);
void late_http_close(void *client);

/// Sends a request and waits for the answer. Returns 0, or curl's code. The answer is freed with `late_http_free` in any
/// case.
int late_http_perform(void *client, const struct late_http_request *request, struct late_http_answer *answer);
void late_http_free(struct late_http_answer *answer);

/// Connects a client of its own for bytes that are no HTTP: a WebSocket. Returns 0, or curl's code.
int late_stream_open(void *client, const char *url, int loopback_only, long connect_milliseconds);
/// Sends all. Returns 0, or curl's code.
int late_stream_send(void *client, const void *bytes, size_t count, long milliseconds);
/// Returns how many bytes came; 0: the other side has closed; -1: nothing in that time; else -1000 and curl's code less.
long late_stream_receive(void *client, void *buffer, size_t capacity, long milliseconds);

#endif
