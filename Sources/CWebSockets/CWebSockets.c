#define _GNU_SOURCE
#include "CWebSockets.h"

#include <arpa/inet.h>
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <libwebsockets.h>
#include <netdb.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

/// An eventfd as the kernel reports it: its number in the whole system, and its count of writes that were not read.
struct waker {
    int descriptor;
    long id;
    unsigned long long count;
};

struct cws_connection {
    struct lws_context *lws;
    struct lws *wsi;
    cws_handler handler;
    void *context;
    char *authorization;
    char *safety_identifier;
    char *user_agent;
    lws_sorted_usec_list_t alarm, watch;
    lws_retry_bo_t liveness;
    // Outgoing bytes, after the space in which libwebsockets writes its frame header.
    uint8_t *room;
    size_t room_size;
    int is_open;
    int is_over;
    struct waker waker;
#if LWS_LIBRARY_VERSION_NUMBER >= 4003000
    // A log of our own, which is silent. Every context counts its uses of the library's log, on whatever thread, and
    // the library ends the process when that count goes wrong.
    lws_log_cx_t log;
#endif
};

static int tell(cws_connection *c, cws_event event, const void *bytes, size_t length, int value) {
    return c->handler(c->context, c, event, bytes, length, value);
}

static int status_of(struct lws *wsi) {
    unsigned int status = lws_http_client_http_response(wsi);
    return status >= 100 && status <= 599 ? (int)status : 0;
}

static int add_header(struct lws *wsi, const char *name, const char *value, uint8_t **at, uint8_t *end) {
    if (!value) return 0;
    return lws_add_http_header_by_name(
        wsi, (const uint8_t *)name, (const uint8_t *)value, (int)strlen(value), at, end);
}

/// Ends a connection after 10 s in which the other side confirms nothing, not after the system's quarter of an hour.
static void set_user_timeout(struct lws *wsi) {
    unsigned int milliseconds = 10000;
    setsockopt(lws_get_socket_fd(wsi), IPPROTO_TCP, TCP_USER_TIMEOUT, &milliseconds, sizeof milliseconds);
}

static int on_event(struct lws *wsi, enum lws_callback_reasons reason, void *user, void *in, size_t length) {
    (void)user;
    cws_connection *c = wsi ? lws_context_user(lws_get_context(wsi)) : NULL;
    if (!c) return 0;
    switch (reason) {
    case LWS_CALLBACK_CLIENT_APPEND_HANDSHAKE_HEADER: {
        uint8_t **at = in, *end = *at + length;
        if (add_header(wsi, "authorization:", c->authorization, at, end)) return -1;
        if (add_header(wsi, "openai-safety-identifier:", c->safety_identifier, at, end)) return -1;
        if (add_header(wsi, "user-agent:", c->user_agent, at, end)) return -1;
        return tell(c, CWS_REQUESTED, NULL, 0, 0) ? -1 : 0;
    }
    case LWS_CALLBACK_CLIENT_ESTABLISHED:
        c->wsi = wsi;
        c->is_open = 1;
        set_user_timeout(wsi);
        return tell(c, CWS_OPEN, NULL, 0, 0) ? -1 : 0;
    case LWS_CALLBACK_CLIENT_CONNECTION_ERROR:
        c->wsi = NULL;
        if (!c->is_over) {
            c->is_over = 1;
            tell(c, CWS_FAILED, NULL, 0, status_of(wsi));
        }
        return 0;
    case LWS_CALLBACK_CLIENT_RECEIVE: {
        int value = lws_frame_is_binary(wsi) ? CWS_BINARY : 0;
        if (lws_is_final_fragment(wsi) && lws_remaining_packet_payload(wsi) == 0) value |= CWS_FINAL;
        return tell(c, CWS_RECEIVED, in, length, value) ? -1 : 0;
    }
    case LWS_CALLBACK_CLIENT_RECEIVE_PONG:
        return tell(c, CWS_PONG, NULL, 0, 0) ? -1 : 0;
    case LWS_CALLBACK_CLIENT_WRITEABLE:
        if (!c->is_open) return 0;
        return tell(c, CWS_WRITABLE, NULL, 0, 0) ? -1 : 0;
    case LWS_CALLBACK_WS_PEER_INITIATED_CLOSE: {
        const uint8_t *bytes = in;
        int code = length >= 2 ? bytes[0] << 8 | bytes[1] : 0;
        tell(c, CWS_PEER_CLOSES, length > 2 ? bytes + 2 : NULL, length > 2 ? length - 2 : 0, code);
        return 0;
    }
    case LWS_CALLBACK_CLIENT_CLOSED:
        c->wsi = NULL;
        c->is_open = 0;
        if (!c->is_over) {
            c->is_over = 1;
            tell(c, CWS_CLOSED, NULL, 0, 0);
        }
        return 0;
    case LWS_CALLBACK_EVENT_WAIT_CANCELLED:
        // Comes once per vhost and protocol; there is one of each.
        tell(c, CWS_WOKEN, NULL, 0, 0);
        return 0;
    case LWS_CALLBACK_CLIENT_CONFIRM_EXTENSION_SUPPORTED:
    case LWS_CALLBACK_CLIENT_HTTP_REDIRECT:
        // Refuses extensions and redirects.
        return 1;
    default:
        return 0;
    }
}

static void on_alarm(lws_sorted_usec_list_t *list) {
    tell(lws_container_of(list, cws_connection, alarm), CWS_ALARM, NULL, 0, 0);
}

static void on_watch(lws_sorted_usec_list_t *list) {
    tell(lws_container_of(list, cws_connection, watch), CWS_WATCH, NULL, 0, 0);
}

static const struct lws_protocols protocols[] = {
    {.name = "anicca", .callback = on_event, .rx_buffer_size = 16384},
    {.name = NULL},
};

/// Initializes the library, once in a process. For every context that asks for it, the library registers itself with
/// OpenSSL again and keeps the newest number in a global variable. That breaks the handshake of a connection on another
/// thread, and the numbers are never freed.
static void init_library(void) {
    // Its log could show headers, and goes to standard error.
    lws_set_log_level(0, NULL);
    struct lws_context_creation_info info = {0};
    info.port = CONTEXT_PORT_NO_LISTEN;
    info.gid = -1;
    info.uid = -1;
    info.fd_limit_per_thread = 8;
    info.options = LWS_SERVER_OPTION_DO_SSL_GLOBAL_INIT | LWS_SERVER_OPTION_EXPLICIT_VHOSTS;
    struct lws_context *first = lws_create_context(&info);
    if (first) lws_context_destroy(first);
}

/// Reads what the kernel reports about a descriptor; `id` is -1 if it is not an eventfd.
static struct waker waker_at(int descriptor) {
    struct waker waker = {.descriptor = descriptor, .id = -1};
    char line[64];
    snprintf(line, sizeof line, "/proc/self/fdinfo/%d", descriptor);
    FILE *file = fopen(line, "re");
    if (!file) return waker;
    while (fgets(line, sizeof line, file))
        if (!sscanf(line, "eventfd-count: %llx", &waker.count)) sscanf(line, "eventfd-id: %ld", &waker.id);
    fclose(file);
    return waker;
}

/// Finds the eventfd that wakes a context, because libwebsockets 4.3 before 4.3.7 (Debian 13 has 4.3.5) never closes
/// it. The library does not say which it is. So the context is woken many times: it is the eventfd with a high count,
/// and with one more when the context is woken once more.
static struct waker waker_of(struct lws_context *lws) {
    enum { mark = 1000 };
    struct waker waker = {.id = -1};
#if LWS_LIBRARY_VERSION_NUMBER >= 4003000 && LWS_LIBRARY_VERSION_NUMBER < 4003007
    // Two that are marked at the same time would look alike.
    static pthread_mutex_t one_at_a_time = PTHREAD_MUTEX_INITIALIZER;
    pthread_mutex_lock(&one_at_a_time);
    for (int i = 0; i < mark; i++) lws_cancel_service(lws);
    DIR *folder = opendir("/proc/self/fd");
    for (struct dirent *entry; folder && waker.id < 0 && (entry = readdir(folder));) {
        struct waker candidate = entry->d_name[0] == '.' ? waker : waker_at(atoi(entry->d_name));
        if (candidate.count < mark) continue;
        lws_cancel_service(lws);
        struct waker again = waker_at(candidate.descriptor);
        if (again.id == candidate.id && again.count == candidate.count + 1) waker = again;
    }
    if (folder) closedir(folder);
    uint64_t unread;
    if (waker.id >= 0 && read(waker.descriptor, &unread, sizeof unread) != sizeof unread) waker.id = -1;
    pthread_mutex_unlock(&one_at_a_time);
#else
    (void)lws;
#endif
    return waker;
}

cws_connection *cws_new(const cws_options *options, cws_handler handler, void *context) {
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, init_library);
    cws_connection *c = calloc(1, sizeof *c);
    if (!c) return NULL;
    c->handler = handler;
    c->context = context;
    c->waker.id = -1;
    if (options->authorization && !(c->authorization = strdup(options->authorization))) goto failed;
    if (options->safety_identifier && !(c->safety_identifier = strdup(options->safety_identifier))) goto failed;
    if (options->user_agent && !(c->user_agent = strdup(options->user_agent))) goto failed;
    c->liveness.secs_since_valid_ping = options->ping_seconds;
    // Ending a silent connection by itself, the library would wait for an answer to its close; the caller's watch does
    // not.
    c->liveness.secs_since_valid_hangup = UINT16_MAX;

    struct lws_context_creation_info info = {0};
    info.port = CONTEXT_PORT_NO_LISTEN;
    info.protocols = protocols;
    info.user = c;
    info.gid = -1;
    info.uid = -1;
    // Only a few descriptors: otherwise its table is as long as the process's limit.
    info.fd_limit_per_thread = 8;
    info.timeout_secs = options->upgrade_seconds;
    info.connect_timeout_secs = options->upgrade_seconds;
    // Set, but empty, so that the library does not read `http_proxy`.
    info.http_proxy_address = "";
    info.max_http_header_data = 8192;
    info.retry_and_idle_policy = &c->liveness;
    info.vhost_name = "anicca";
    info.options = LWS_SERVER_OPTION_EXPLICIT_VHOSTS;
#if LWS_LIBRARY_VERSION_NUMBER >= 4003000
    info.log_cx = &c->log;
#endif
    c->lws = lws_create_context(&info);
    if (!c->lws) goto failed;
    c->waker = waker_of(c->lws);
    if (options->is_secure) {
        // For the vhost only: OpenSSL was initialized above.
        info.options |= LWS_SERVER_OPTION_DO_SSL_GLOBAL_INIT;
        info.ssl_client_options_set = SSL_OP_NO_TLSv1 | SSL_OP_NO_TLSv1_1 | SSL_OP_NO_SSLv3;
        if (options->authority_file) {
            info.options |= LWS_SERVER_OPTION_DISABLE_OS_CA_CERTS;
            info.client_ssl_ca_filepath = options->authority_file;
        }
    }
    struct lws_vhost *vhost = lws_create_vhost(c->lws, &info);
    if (!vhost) goto failed;

    struct lws_client_connect_info to = {0};
    to.context = c->lws;
    to.vhost = vhost;
    to.address = options->address;
    to.port = options->port;
    // A redirect could send the key elsewhere.
    to.ssl_connection = LCCSCF_HTTP_NO_FOLLOW_REDIRECT | (options->is_secure ? LCCSCF_USE_SSL : 0);
    to.path = options->path;
    to.host = options->host_header;
    to.origin = NULL;
    to.protocol = NULL;
    to.local_protocol_name = protocols[0].name;
    to.alpn = "http/1.1";
    to.ietf_version_or_minus_one = -1;
    to.retry_and_idle_policy = &c->liveness;
    to.pwsi = &c->wsi;
    if (!lws_client_connect_via_info(&to)) {
        // It may have reported to the handler already.
        c->wsi = NULL;
        if (!c->is_over) {
            c->is_over = 1;
            tell(c, CWS_FAILED, NULL, 0, 0);
        }
    }
    return c;

failed:
    cws_free(c);
    return NULL;
}

void cws_free(cws_connection *c) {
    if (!c) return;
    c->is_over = 1;
    if (c->lws) {
        lws_sul_schedule(c->lws, 0, &c->alarm, on_alarm, LWS_SET_TIMER_USEC_CANCEL);
        lws_sul_schedule(c->lws, 0, &c->watch, on_watch, LWS_SET_TIMER_USEC_CANCEL);
        lws_context_destroy(c->lws);
        // Only if it is still the same, and not a descriptor that was opened since.
        if (c->waker.id >= 0 && waker_at(c->waker.descriptor).id == c->waker.id) close(c->waker.descriptor);
    }
    if (c->authorization) {
        explicit_bzero(c->authorization, strlen(c->authorization));
        free(c->authorization);
    }
    free(c->safety_identifier);
    free(c->user_agent);
    free(c->room);
    free(c);
}

int cws_turn(cws_connection *c) { return lws_service(c->lws, 0); }

void cws_alarm(cws_connection *c, int64_t microseconds) {
    lws_sul_schedule(c->lws, 0, &c->alarm, on_alarm, microseconds);
}

void cws_watch(cws_connection *c, int64_t microseconds) {
    lws_sul_schedule(c->lws, 0, &c->watch, on_watch, microseconds);
}

void cws_want_write(cws_connection *c) {
    if (c->wsi && c->is_open) lws_callback_on_writable(c->wsi);
}

int cws_write(cws_connection *c, const uint8_t *bytes, size_t length) {
    if (!c->wsi || !c->is_open) return -1;
    if (length + LWS_PRE > c->room_size) {
        size_t size = length + LWS_PRE < 8192 ? 8192 : length + LWS_PRE;
        uint8_t *room = realloc(c->room, size);
        if (!room) return -1;
        c->room = room;
        c->room_size = size;
    }
    if (length) memcpy(c->room + LWS_PRE, bytes, length);
    return lws_write(c->wsi, c->room + LWS_PRE, length, LWS_WRITE_TEXT) < (int)length ? -1 : 0;
}

void cws_close_reason(cws_connection *c, uint16_t code) {
    if (c->wsi && c->is_open) lws_close_reason(c->wsi, (enum lws_close_status)code, NULL, 0);
}

void cws_wake(cws_connection *c) { lws_cancel_service(c->lws); }

int cws_connect(const char *address, uint16_t port) {
    struct sockaddr_in in = {.sin_family = AF_INET, .sin_port = htons(port)};
    struct sockaddr_in6 in6 = {.sin6_family = AF_INET6, .sin6_port = htons(port)};
    int is4 = inet_pton(AF_INET, address, &in.sin_addr) == 1;
    if (!is4 && inet_pton(AF_INET6, address, &in6.sin6_addr) != 1) return -EINVAL;
    int descriptor = socket(is4 ? AF_INET : AF_INET6, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
    if (descriptor < 0) return -errno;
    int code = is4 ? connect(descriptor, (struct sockaddr *)&in, sizeof in)
                   : connect(descriptor, (struct sockaddr *)&in6, sizeof in6);
    if (code != 0 && errno != EINPROGRESS) {
        int error = errno;
        close(descriptor);
        return -error;
    }
    return descriptor;
}

int cws_await(const int *descriptors, int count, int milliseconds, int *result) {
    struct pollfd polled[16];
    if (count < 1 || count > 16) return -1;
    for (int i = 0; i < count; i++) polled[i] = (struct pollfd){.fd = descriptors[i], .events = POLLOUT};
    if (poll(polled, (nfds_t)count, milliseconds) <= 0) return -1;
    for (int i = 0; i < count; i++) {
        if (!polled[i].revents) continue;
        socklen_t length = sizeof *result;
        if (getsockopt(descriptors[i], SOL_SOCKET, SO_ERROR, result, &length) != 0) *result = errno;
        return i;
    }
    return -1;
}

int cws_resolve(const char *host, char *addresses, int room) {
    struct addrinfo hints = {.ai_socktype = SOCK_STREAM, .ai_flags = AI_ADDRCONFIG}, *list = NULL;
    if (getaddrinfo(host, NULL, &hints, &list) != 0) {
        // With AI_ADDRCONFIG, and without any configured interface, even the loopback's name is unknown.
        hints.ai_flags = 0;
        if (getaddrinfo(host, NULL, &hints, &list) != 0) return -1;
    }
    int count = 0;
    for (struct addrinfo *entry = list; entry && count < room; entry = entry->ai_next)
        if (getnameinfo(
                entry->ai_addr, entry->ai_addrlen, addresses + 64 * count, 64, NULL, 0, NI_NUMERICHOST) == 0)
            count++;
    freeaddrinfo(list);
    return count;
}

