// One client connection of libwebsockets: no vhosts, protocols or OpenSSL types on this side.
#ifndef CWEBSOCKETS_H
#define CWEBSOCKETS_H

#include <stddef.h>
#include <stdint.h>

typedef struct cws_connection cws_connection;

typedef enum {
    /// TLS is verified, if it was asked for; the upgrade is sent.
    CWS_REQUESTED,
    CWS_OPEN,
    /// A piece of a message: `bytes`, `length`; `value` holds CWS_FINAL and CWS_BINARY.
    CWS_RECEIVED,
    /// There is room for one message: `cws_write` may be called once.
    CWS_WRITABLE,
    /// A pong came.
    CWS_PONG,
    /// The peer closes: `value` is its code (0: none; the library reports 1012 to 2999 as 1002), `bytes` its reason.
    CWS_PEER_CLOSES,
    /// The connection failed before it was open: `value` is the HTTP status (0: none was read).
    CWS_FAILED,
    /// An open connection has ended.
    CWS_CLOSED,
    /// `cws_wake` was called.
    CWS_WOKEN,
    /// The time of `cws_alarm` is over.
    CWS_ALARM,
    /// The time of `cws_watch` is over.
    CWS_WATCH,
} cws_event;

enum { CWS_FINAL = 1, CWS_BINARY = 2 };

/// Called with each event. A non-zero result closes the connection at once.
typedef int (*cws_handler)(
    void *context, cws_connection *connection, cws_event event, const uint8_t *bytes, size_t length, int value);

typedef struct {
    /// A numeric address that was reached already; it is never resolved again.
    const char *address;
    uint16_t port;
    int is_secure;
    /// The Host header; its name is also the certificate's and the server name indication's.
    const char *host_header;
    const char *path;
    /// The whole value of the Authorization header, or NULL.
    const char *authorization;
    /// The value of the OpenAI-Safety-Identifier header, or NULL.
    const char *safety_identifier;
    const char *user_agent;
    /// Certification authorities to use instead of the system's (PEM), or NULL.
    const char *authority_file;
    /// A ping is sent after this long without a pong.
    uint16_t ping_seconds;
    uint16_t upgrade_seconds;
} cws_options;

/// Begins to connect; `handler` may be called at once. NULL: nothing was begun, and neither CWS_FAILED nor CWS_CLOSED
/// comes.
cws_connection *cws_new(const cws_options *options, cws_handler handler, void *context);
/// Frees everything, closing what is open.
void cws_free(cws_connection *connection);
/// Makes one turn of the loop, waiting for something to happen; negative if it cannot continue.
int cws_turn(cws_connection *connection);
/// Asks for CWS_ALARM after this long, once; replaces an earlier one.
void cws_alarm(cws_connection *connection, int64_t microseconds);
/// Asks for CWS_WATCH after this long, once; a second clock like `cws_alarm`'s.
void cws_watch(cws_connection *connection, int64_t microseconds);
/// Asks for CWS_WRITABLE.
void cws_want_write(cws_connection *connection);
/// Sends one text message, of which it makes a copy. Only in CWS_WRITABLE; negative if the connection is lost.
int cws_write(cws_connection *connection, const uint8_t *bytes, size_t length);
/// Sets the code with which a handler's non-zero result closes.
void cws_close_reason(cws_connection *connection, uint16_t code);
/// Causes CWS_WOKEN on the loop's thread. Any thread, until the connection is freed.
void cws_wake(cws_connection *connection);

/// Starts a TCP connection to a numeric address, without waiting. Returns the descriptor, or -errno.
int cws_connect(const char *address, uint16_t port);
/// Waits until one of the connections has succeeded or failed. Returns its index, with 0 or an errno in `result`; -1 if
/// the time is up.
int cws_await(const int *descriptors, int count, int milliseconds, int *result);
/// Resolves a name to addresses as text, in the system's order. Returns their number, or -1 if the name is unknown.
/// Each takes 64 bytes of `addresses`, zero-terminated.
int cws_resolve(const char *host, char *addresses, int room);

#endif
