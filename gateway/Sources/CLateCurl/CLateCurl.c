#define CURL_DISABLE_TYPECHECK
#include "CLateCurl.h"

#include <arpa/inet.h>
#include <curl/curl.h>
#include <dlfcn.h>
#include <errno.h>
#include <netinet/in.h>
#include <poll.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>

#undef curl_easy_setopt
#undef curl_easy_getinfo

#define CURL_FUNCTIONS(F) \
    F(curl_global_init) F(curl_easy_init) F(curl_easy_setopt) F(curl_easy_perform) F(curl_easy_getinfo) \
    F(curl_easy_reset) F(curl_easy_cleanup) F(curl_easy_send) F(curl_easy_recv) F(curl_slist_append) F(curl_slist_free_all)

// Pointers of the types of curl's own declarations, so that a wrong use does not compile.
#define CURL_POINTER(name) static __typeof__(&name) late_##name;
CURL_FUNCTIONS(CURL_POINTER)

static char fault[256];
static pthread_once_t once = PTHREAD_ONCE_INIT;

static void load(void) {
    // The name of libcurl's ABI since 2006; Debian's package is libcurl4.
    void *library = dlopen("libcurl.so.4", RTLD_NOW | RTLD_LOCAL);
    if (library == NULL) {
        snprintf(fault, sizeof fault, "libcurl.so.4 cannot be loaded: install Debian's package libcurl4");
        return;
    }
#define CURL_LOAD(name) \
    late_##name = (__typeof__(&name))dlsym(library, #name); \
    if (late_##name == NULL) { \
        snprintf(fault, sizeof fault, "libcurl.so.4 has no " #name); \
        return; \
    }
    CURL_FUNCTIONS(CURL_LOAD)
    if (late_curl_global_init(CURL_GLOBAL_DEFAULT) != CURLE_OK)
        snprintf(fault, sizeof fault, "libcurl cannot be initialised");
}

const char *late_curl_load(void) {
    pthread_once(&once, load);
    return fault[0] == '\0' ? NULL : fault;
}

void *late_http_new(void) { return late_curl_easy_init(); }
void late_http_close(void *client) { late_curl_easy_cleanup(client); }

enum { largest_head = 16 << 10 };

struct receiving {
    struct late_http_answer *answer;
    size_t maximum;
};

/// Adds to a buffer; 0: too long, or no memory.
static size_t append(char **buffer, size_t *count, size_t maximum, const char *bytes, size_t more) {
    if (more > maximum || *count > maximum - more) return 0;
    char *longer = realloc(*buffer, *count + more + 1);
    if (longer == NULL) return 0;
    memcpy(longer + *count, bytes, more);
    *buffer = longer;
    *count += more;
    return more;
}

static size_t take_head(char *bytes, size_t size, size_t count, void *context) {
    struct late_http_answer *answer = ((struct receiving *)context)->answer;
    // A line of the status begins a head: what came before was another one (100 Continue, a proxy's).
    if (size * count >= 5 && memcmp(bytes, "HTTP/", 5) == 0) answer->head_count = 0;
    return append(&answer->head, &answer->head_count, largest_head, bytes, size * count);
}

static size_t take_body(char *bytes, size_t size, size_t count, void *context) {
    struct receiving *receiving = context;
    struct late_http_answer *answer = receiving->answer;
    return append(&answer->body, &answer->body_count, receiving->maximum, bytes, size * count);
}

/// A socket that no child inherits, and that leads to this machine only: a name in a plain URL must not lead elsewhere.
static curl_socket_t open_loopback(void *context, curlsocktype purpose, struct curl_sockaddr *address) {
    (void)context;
    (void)purpose;
    const unsigned char *bytes = (const unsigned char *)(const void *)&address->addr;
    static const unsigned char loopback6[16] = {[15] = 1};
    if (address->family == AF_INET) {
        if (bytes[offsetof(struct sockaddr_in, sin_addr)] != 127) return CURL_SOCKET_BAD;
    } else if (address->family != AF_INET6 || memcmp(bytes + offsetof(struct sockaddr_in6, sin6_addr), loopback6, 16) != 0) {
        return CURL_SOCKET_BAD;
    }
    return socket(address->family, address->socktype | SOCK_CLOEXEC, address->protocol);
}

int late_http_perform(void *client, const struct late_http_request *request, struct late_http_answer *answer) {
    memset(answer, 0, sizeof *answer);
    struct receiving receiving = {answer, request->maximum_answer};
    struct curl_slist *headers = NULL;
    // No "Expect: 100-continue": it costs a second where nobody answers it.
    headers = late_curl_slist_append(headers, "Expect:");
    for (size_t index = 0; headers != NULL && index < request->header_count; index++) {
        struct curl_slist *longer = late_curl_slist_append(headers, request->headers[index]);
        if (longer == NULL) break;
        headers = longer;
    }
    // Options are forgotten, connections are kept.
    late_curl_easy_reset(client);
    int code = 0;
#define SET(option, value) code = code ? code : (int)late_curl_easy_setopt(client, option, value)
    SET(CURLOPT_URL, request->url);
    SET(CURLOPT_PROTOCOLS_STR, request->loopback_only ? "http,https" : "https");
    SET(CURLOPT_NOSIGNAL, 1L);
    SET(CURLOPT_FOLLOWLOCATION, 0L);
    SET(CURLOPT_HTTP_VERSION, (long)CURL_HTTP_VERSION_1_1);
    SET(CURLOPT_SSLVERSION, (long)CURL_SSLVERSION_TLSv1_2);
    SET(CURLOPT_CONNECTTIMEOUT_MS, request->connect_milliseconds);
    SET(CURLOPT_TIMEOUT_MS, request->total_milliseconds);
    SET(CURLOPT_USERAGENT, "anicca-gateway");
    SET(CURLOPT_HTTPHEADER, headers);
    if (strcmp(request->method, "GET") == 0) {
        SET(CURLOPT_HTTPGET, 1L);
    } else {
        SET(CURLOPT_POSTFIELDSIZE_LARGE, (curl_off_t)request->body_count);
        SET(CURLOPT_POSTFIELDS, request->body != NULL ? request->body : "");
        SET(CURLOPT_CUSTOMREQUEST, request->method);
    }
    SET(CURLOPT_HEADERFUNCTION, take_head);
    SET(CURLOPT_HEADERDATA, &receiving);
    SET(CURLOPT_WRITEFUNCTION, take_body);
    SET(CURLOPT_WRITEDATA, &receiving);
    if (request->loopback_only) {
        SET(CURLOPT_PROXY, "");
        SET(CURLOPT_OPENSOCKETFUNCTION, open_loopback);
    }
#undef SET
    if (code == 0) code = (int)late_curl_easy_perform(client);
    long status = 0;
    if (code == 0) code = (int)late_curl_easy_getinfo(client, CURLINFO_RESPONSE_CODE, &status);
    answer->status = (int)status;
    late_curl_slist_free_all(headers);
    return code;
}

int late_stream_open(void *client, const char *url, int loopback_only, long connect_milliseconds) {
    late_curl_easy_reset(client);
    int code = 0;
#define SET(option, value) code = code ? code : (int)late_curl_easy_setopt(client, option, value)
    SET(CURLOPT_URL, url);
    SET(CURLOPT_PROTOCOLS_STR, loopback_only ? "http,https" : "https");
    SET(CURLOPT_NOSIGNAL, 1L);
    SET(CURLOPT_HTTP_VERSION, (long)CURL_HTTP_VERSION_1_1);
    SET(CURLOPT_SSLVERSION, (long)CURL_SSLVERSION_TLSv1_2);
    SET(CURLOPT_CONNECTTIMEOUT_MS, connect_milliseconds);
    SET(CURLOPT_CONNECT_ONLY, 1L);
    if (loopback_only) {
        SET(CURLOPT_PROXY, "");
        SET(CURLOPT_OPENSOCKETFUNCTION, open_loopback);
    }
#undef SET
    return code ? code : (int)late_curl_easy_perform(client);
}

/// Waits until the connection can be used; 0: not in that time.
static int wait_for(void *client, short events, long milliseconds) {
    curl_socket_t connection = CURL_SOCKET_BAD;
    if (late_curl_easy_getinfo(client, CURLINFO_ACTIVESOCKET, &connection) != CURLE_OK) return 0;
    if (connection == CURL_SOCKET_BAD) return 0;
    struct pollfd entry = {.fd = connection, .events = events};
    int ready;
    do ready = poll(&entry, 1, (int)milliseconds);
    while (ready < 0 && errno == EINTR);
    return ready > 0;
}

int late_stream_send(void *client, const void *bytes, size_t count, long milliseconds) {
    const char *rest = bytes;
    while (count > 0) {
        size_t sent = 0;
        CURLcode code = late_curl_easy_send(client, rest, count, &sent);
        if (code != CURLE_OK && code != CURLE_AGAIN) return (int)code;
        rest += sent;
        count -= sent;
        if (code == CURLE_AGAIN && !wait_for(client, POLLOUT, milliseconds)) return CURLE_OPERATION_TIMEDOUT;
    }
    return 0;
}

long late_stream_receive(void *client, void *buffer, size_t capacity, long milliseconds) {
    // Twice: what was decrypted already makes no socket ready.
    for (int attempt = 0; attempt < 2; attempt++) {
        size_t received = 0;
        CURLcode code = late_curl_easy_recv(client, buffer, capacity, &received);
        if (code == CURLE_OK) return (long)received;
        if (code != CURLE_AGAIN) return -1000 - (long)code;
        if (attempt == 0 && !wait_for(client, POLLIN, milliseconds)) return -1;
    }
    return -1;
}

void late_http_free(struct late_http_answer *answer) {
    free(answer->head);
    free(answer->body);
    memset(answer, 0, sizeof *answer);
}
