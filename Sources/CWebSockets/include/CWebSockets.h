// One client connection of libwebsockets: no vhosts, protocols or OpenSSL types on this side.
#ifndef CWEBSOCKETS_H
#define CWEBSOCKETS_H

#include <stddef.h>
#include <stdint.h>

typedef struct cws_connection cws_connection;

typedef enum {
    /// TLS is verified where it was asked for; the upgrade goes out.
    CWS_REQUESTED,
    CWS_OPEN,
    /// A piece of a message: `bytes`, `length`; `value` holds CWS_FINAL and CWS_BINARY.
    CWS_RECEIVED,
    /// Room for one message: answer with `cws_write`, or not.
    CWS_WRITABLE,
    /// A pong came.
    CWS_PONG,
    /// The peer closes: `value` is its code (0: none; the library tells 1012 to 2999 as 1002), `bytes` its reason.
    CWS_PEER_CLOSES,
    /// The connection failed before it was open: `value` is the HTTP status (0: none was read).
    CWS_FAILED,
    /// The end of an open connection.
    CWS_CLOSED,
    /// `cws_wake` was called.
    CWS_WOKEN,
    /// The time of `cws_alarm` is over.
    CWS_ALARM,
    /// The time of `cws_watch` is over.
    CWS_WATCH,
} cws_event;

enum { CWS_FINAL = 1, CWS_BINARY = 2 };

/// Non-zero: close the connection now.
typedef int (*cws_handler)(
    void *context, cws_connection *connection, cws_event event, const uint8_t *bytes, size_t length, int value);

typedef struct {
    /// Numeric, already reached; never resolved again.
    const char *address;
    uint16_t port;
    int is_secure;
    /// The Host header; its name is also the certificate's and the server name indication's.
    const char *host_header;
    const char *path;
    /// The whole value of the Authorization header, or NULL.
    const char *authorization;
    /// Of OpenAI-Safety-Identifier, or NULL.
    const char *safety_identifier;
    const char *user_agent;
    /// PEM, instead of the system's authorities; or NULL.
    const char *authority_file;
    /// A ping after so long without a pong.
    uint16_t ping_seconds;
    uint16_t upgrade_seconds;
} cws_options;

/// Begins; `handler` may be called at once. NULL: nothing was begun, and no event is the last word.
cws_connection *cws_new(const cws_options *options, cws_handler handler, void *context);
/// Frees everything, closing what is open.
void cws_free(cws_connection *connection);
/// One turn of the loop, waiting for something to happen; negative: cannot go on.
int cws_turn(cws_connection *connection);
/// CWS_ALARM after so long, once; replaces an earlier one.
void cws_alarm(cws_connection *connection, int64_t microseconds);
/// CWS_WATCH after so long, once; a second clock like `cws_alarm`'s.
void cws_watch(cws_connection *connection, int64_t microseconds);
/// Asks for CWS_WRITABLE.
void cws_want_write(cws_connection *connection);
/// Only in CWS_WRITABLE: one text message. Copies; negative: lost.
int cws_write(cws_connection *connection, const uint8_t *bytes, size_t length);
/// The code and reason with which a handler's non-zero return closes.
void cws_close_reason(cws_connection *connection, uint16_t code);
/// Any thread, while the connection is not freed: CWS_WOKEN on the loop's thread.
void cws_wake(cws_connection *connection);

/// Starts a numeric TCP connection without waiting; the descriptor, or -errno.
int cws_connect(const char *address, uint16_t port);
/// Waits until one of the connections is decided; its index, with 0 or an errno in `result`; -1: time is over.
int cws_await(const int *descriptors, int count, int milliseconds, int *result);
/// Addresses of a name as text, in the system's order; the number, or -1 where the name is unknown.
/// Each takes 64 bytes of `addresses`, zero-terminated.
int cws_resolve(const char *host, char *addresses, int room);

#endif
