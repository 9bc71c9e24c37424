// The system's libcurl (7.87 or newer), behind functions that Swift can call: curl's own option functions are variadic.
#ifndef CCURL_SHIM_H
#define CCURL_SHIM_H

#include <arpa/inet.h>
#include <curl/curl.h>
#include <netinet/in.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <sys/socket.h>

/// Receives a part of the answer.
typedef size_t (*ccurl_receiver)(char *bytes, size_t size, size_t count, void *context);

// Enumerators in some versions of curl and macros in others: plain numbers here.
static const int64_t ccurl_http_1_1 = CURL_HTTP_VERSION_1_1;
static const int64_t ccurl_netrc_ignored = CURL_NETRC_IGNORED;
static const int64_t ccurl_tls_1_2 = CURL_SSLVERSION_TLSv1_2;
static const int64_t ccurl_header_separate = CURLHEADER_SEPARATE;
static const uint32_t ccurl_default_port = CURLU_DEFAULT_PORT;

static inline int32_t ccurl_global_init(void) { return (int32_t)curl_global_init(CURL_GLOBAL_DEFAULT); }

static inline int32_t ccurl_set_long(void *easy, CURLoption option, int64_t value) {
    return (int32_t)curl_easy_setopt((CURL *)easy, option, (long)value);
}
static inline int32_t ccurl_set_offset(void *easy, CURLoption option, int64_t value) {
    return (int32_t)curl_easy_setopt((CURL *)easy, option, (curl_off_t)value);
}
static inline int32_t ccurl_set_string(void *easy, CURLoption option, const char *value) {
    return (int32_t)curl_easy_setopt((CURL *)easy, option, value);
}
static inline int32_t ccurl_set_pointer(void *easy, CURLoption option, void *value) {
    return (int32_t)curl_easy_setopt((CURL *)easy, option, value);
}
static inline int32_t ccurl_set_list(void *easy, CURLoption option, struct curl_slist *value) {
    return (int32_t)curl_easy_setopt((CURL *)easy, option, value);
}
static inline int32_t ccurl_set_body(void *easy, const void *bytes, int64_t count) {
    CURLcode code = curl_easy_setopt((CURL *)easy, CURLOPT_POSTFIELDSIZE_LARGE, (curl_off_t)count);
    return (int32_t)(code ? code : curl_easy_setopt((CURL *)easy, CURLOPT_COPYPOSTFIELDS, (const char *)bytes));
}
static inline int32_t ccurl_set_receivers(void *easy, ccurl_receiver head, ccurl_receiver body, void *context) {
    curl_easy_setopt((CURL *)easy, CURLOPT_HEADERFUNCTION, head);
    curl_easy_setopt((CURL *)easy, CURLOPT_HEADERDATA, context);
    curl_easy_setopt((CURL *)easy, CURLOPT_WRITEFUNCTION, body);
    return (int32_t)curl_easy_setopt((CURL *)easy, CURLOPT_WRITEDATA, context);
}

/// Called when a connection is established and TLS begins on it.
typedef CURLcode (*ccurl_tls_begins)(CURL *easy, void *library, void *context);
static inline int32_t ccurl_set_tls_begins(void *easy, ccurl_tls_begins callback, void *context) {
    curl_easy_setopt((CURL *)easy, CURLOPT_SSL_CTX_FUNCTION, callback);
    return (int32_t)curl_easy_setopt((CURL *)easy, CURLOPT_SSL_CTX_DATA, context);
}

/// Opens a socket that a child process does not inherit.
static inline curl_socket_t ccurl_open_any(void *context, curlsocktype purpose, struct curl_sockaddr *address) {
    (void)context;
    (void)purpose;
    return socket(address->family, address->socktype | SOCK_CLOEXEC, address->protocol);
}
/// Opens a socket that a child process does not inherit, to this machine alone: a name in a plain `http` URL must not
/// lead elsewhere.
static inline curl_socket_t ccurl_open_loopback(void *context, curlsocktype purpose, struct curl_sockaddr *address) {
    if (address->family == AF_INET) {
        struct sockaddr_in in;
        memcpy(&in, &address->addr, sizeof in);
        if ((ntohl(in.sin_addr.s_addr) >> 24) != 127) return CURL_SOCKET_BAD;
    } else if (address->family == AF_INET6) {
        // Not a copy into `sockaddr_in6`: curl's buffer is declared as the smaller `sockaddr`, though filled whole.
        const uint8_t *bytes = (const uint8_t *)(const void *)&address->addr + offsetof(struct sockaddr_in6, sin6_addr);
        for (int i = 0; i < 15; i++)
            if (bytes[i] != 0) return CURL_SOCKET_BAD;
        if (bytes[15] != 1) return CURL_SOCKET_BAD;
    } else {
        return CURL_SOCKET_BAD;
    }
    return ccurl_open_any(context, purpose, address);
}
static inline int32_t ccurl_set_sockets(void *easy, int loopback_only) {
    return (int32_t)curl_easy_setopt(
        (CURL *)easy, CURLOPT_OPENSOCKETFUNCTION, loopback_only ? ccurl_open_loopback : ccurl_open_any);
}

static inline int64_t ccurl_get_long(void *easy, CURLINFO info) {
    long value = 0;
    return curl_easy_getinfo((CURL *)easy, info, &value) == CURLE_OK ? (int64_t)value : 0;
}
static inline int64_t ccurl_get_offset(void *easy, CURLINFO info) {
    curl_off_t value = 0;
    return curl_easy_getinfo((CURL *)easy, info, &value) == CURLE_OK ? (int64_t)value : 0;
}

static inline void *ccurl_multi_new(int64_t kept_connections) {
    CURLM *multi = curl_multi_init();
    if (multi) curl_multi_setopt(multi, CURLMOPT_MAXCONNECTS, (long)kept_connections);
    return multi;
}
/// Makes one turn of the multi interface; returns the number of running transfers, or -1.
static inline int32_t ccurl_multi_perform(void *multi) {
    int running = 0;
    return curl_multi_perform((CURLM *)multi, &running) == CURLM_OK ? (int32_t)running : -1;
}
static inline int32_t ccurl_multi_poll(void *multi, int32_t milliseconds) {
    return (int32_t)curl_multi_poll((CURLM *)multi, NULL, 0, milliseconds, NULL);
}
/// The next finished transfer, with its result in `code`; NULL if there is none.
static inline void *ccurl_multi_finished(void *multi, int32_t *code) {
    int left = 0;
    for (CURLMsg *message; (message = curl_multi_info_read((CURLM *)multi, &left)) != NULL;) {
        if (message->msg != CURLMSG_DONE) continue;
        *code = (int32_t)message->data.result;
        return message->easy_handle;
    }
    return NULL;
}

/// Names and TLS sessions that are kept from one worker thread to the next. Never used by two threads at once, so it
/// needs no locks.
static inline void *ccurl_share_new(void) {
    CURLSH *share = curl_share_init();
    if (!share) return NULL;
    curl_share_setopt(share, CURLSHOPT_SHARE, CURL_LOCK_DATA_DNS);
    curl_share_setopt(share, CURLSHOPT_SHARE, CURL_LOCK_DATA_SSL_SESSION);
    return share;
}
static inline void ccurl_share_free(void *share) { curl_share_cleanup((CURLSH *)share); }

#endif
