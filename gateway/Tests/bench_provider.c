// A provider of realtime calls that takes every one, for measurements: it answers after a fixed time, at once by default.
//
//   bench_provider
//
// Prints its port on loopback. One thread, epoll. POST /v1/realtime/calls: 201 with an SDP answer; /delay/N: from now on
// each request is answered after N ms; whatever else: 200.

#define _GNU_SOURCE
#include <arpa/inet.h>
#include <errno.h>
#include <netinet/tcp.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

enum { BYTES = 65536, MOST = 4096 };

struct connection {
    int socket;
    bool is_call, is_waiting;
    uint64_t due; // when it is answered, in nanoseconds
    size_t received;
    char request[BYTES];
    struct connection *next; // in the order of `due`, which is that of the requests
};

static struct connection *first, *last;
static uint64_t delay, calls;

static uint64_t now_ns(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (uint64_t)time.tv_sec * 1000000000u + (uint64_t)time.tv_nsec;
}

static void answer(struct connection *connection) {
    connection->is_waiting = false;
    static const char sdp[] =
        "v=0\r\no=- 1 2 IN IP4 127.0.0.1\r\ns=-\r\nt=0 0\r\nm=audio 9 UDP/TLS/RTP/SAVPF 111\r\na=setup:active\r\n";
    char text[1024];
    int length = connection->is_call
        ? snprintf(
            text, sizeof text,
            "HTTP/1.1 201 Created\r\nContent-Type: application/sdp\r\nLocation: /v1/realtime/calls/rtc_%llx%llx\r\n"
            "Content-Length: %zu\r\n\r\n%s",
            (unsigned long long)now_ns(), (unsigned long long)++calls, sizeof sdp - 1, sdp)
        : snprintf(text, sizeof text, "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}");
    if (send(connection->socket, text, (size_t)length, MSG_NOSIGNAL) < 0) { /* its end is seen by epoll */ }
}

// True: the whole request is there.
static bool is_whole(struct connection *connection) {
    connection->request[connection->received] = '\0';
    char *end = strstr(connection->request, "\r\n\r\n");
    if (end == NULL) return false;
    size_t body = 0;
    for (char *line = strchr(connection->request, '\n'); line != NULL && line < end; line = strchr(line + 1, '\n'))
        if (strncasecmp(line + 1, "content-length:", 15) == 0) body = strtoul(line + 16, NULL, 10);
    if (connection->received < (size_t)(end + 4 - connection->request) + body) return false;
    connection->is_call = strncmp(connection->request, "POST /v1/realtime/calls ", 24) == 0;
    return true;
}

static void receive(struct connection *connection) {
    char *place = connection->request + connection->received;
    ssize_t got = recv(connection->socket, place, BYTES - 1 - connection->received, MSG_DONTWAIT);
    if (got < 0 && errno == EAGAIN) return;
    if (got <= 0) {
        close(connection->socket);
        if (!connection->is_waiting) free(connection);
        return;
    }
    connection->received += (size_t)got;
    if (!is_whole(connection)) return;
    connection->received = 0;
    char *wanted = strstr(connection->request, "/delay/");
    if (wanted != NULL && wanted < strchr(connection->request, '\r')) delay = strtoull(wanted + 7, NULL, 10) * 1000000;
    if (delay == 0 && first == NULL) return answer(connection);
    connection->is_waiting = true;
    connection->due = now_ns() + delay;
    connection->next = NULL;
    if (last != NULL) last->next = connection; else first = connection;
    last = connection;
}

int main(void) {
    int one = 1, listener = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0), queue = epoll_create1(EPOLL_CLOEXEC);
    struct sockaddr_in address = {.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    socklen_t size = sizeof address;
    if (bind(listener, (struct sockaddr *)&address, size) != 0 || listen(listener, MOST) != 0) return 2;
    getsockname(listener, (struct sockaddr *)&address, &size);
    printf("%d\n", ntohs(address.sin_port));
    fflush(stdout);
    struct epoll_event event = {.events = EPOLLIN, .data.ptr = NULL};
    epoll_ctl(queue, EPOLL_CTL_ADD, listener, &event);
    for (;;) {
        uint64_t now = now_ns();
        while (first != NULL && first->due <= now) {
            struct connection *connection = first;
            first = connection->next;
            if (first == NULL) last = NULL;
            answer(connection);
        }
        uint64_t wait = first == NULL ? 1000000000 : first->due - now;
        struct timespec timeout = {.tv_sec = (time_t)(wait / 1000000000), .tv_nsec = (long)(wait % 1000000000)};
        struct epoll_event events[256];
        int ready = epoll_pwait2(queue, events, 256, &timeout, NULL);
        for (int index = 0; index < ready; index++) {
            if (events[index].data.ptr != NULL) {
                receive(events[index].data.ptr);
                continue;
            }
            struct connection *connection = calloc(1, sizeof *connection);
            connection->socket = accept4(listener, NULL, NULL, SOCK_CLOEXEC);
            setsockopt(connection->socket, IPPROTO_TCP, TCP_NODELAY, &one, sizeof one);
            struct epoll_event added = {.events = EPOLLIN, .data.ptr = connection};
            epoll_ctl(queue, EPOLL_CTL_ADD, connection->socket, &added);
        }
    }
}
