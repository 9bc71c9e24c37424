// Sends HTTP requests over kept connections and measures how long the answers take. One thread, epoll.
//
//   openloop --port PORT --template FILE --tokens FILE MODE [--connections N] [--first N] [--random]
//
// MODE is one of:
//   --rate N --seconds S   an open loop: one request every 1/N s, whatever becomes of the others
//   --schedule FILE        an open loop: one request at each instant, in microseconds from the start, one a line, sorted
//   --seconds S            a closed loop: each connection asks again as soon as it has its answer
//   --count N              the same, N requests in all
//
// In an open loop a latency begins at the planned instant, not when the request was sent: whoever waits for a connection
// or for this program waits, too (no coordinated omission). The template is a whole request; {token} becomes a line of the
// tokens' file (in order from --first, or at random), {network} a random address, {key} a word that is used once. Prints
// one line of JSON. Whatever is not answered, 30 s after the last was sent, is lost.

#define _GNU_SOURCE
#include <arpa/inet.h>
#include <errno.h>
#include <inttypes.h>
#include <netinet/tcp.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

enum { REQUEST_BYTES = 16384, ANSWER_BYTES = 65536, PATIENCE_S = 30, MOST_CONNECTIONS = 10000 };

struct connection {
    int socket;
    bool is_busy;
    uint64_t began; // in nanoseconds: planned (open loop) or sent (closed loop)
    size_t to_send, sent, received;
    char request[REQUEST_BYTES], answer[ANSWER_BYTES];
};

static struct {
    int port;
    const char *template_path, *tokens_path, *schedule_path;
    double rate, seconds;
    size_t count, connections, first;
    bool is_random;
} options = {.connections = 64};

static char *template;
static char **tokens;
static size_t token_count, next_token;
static uint64_t *schedule; // nanoseconds from the start; NULL: a closed loop
static size_t schedule_count;
static struct connection **connections, **idle;
static size_t connection_count, idle_count;
static uint32_t *latencies, *delays; // microseconds
static size_t sent_count, answered_count, lost_count, capacity;
static size_t statuses[600];
static uint64_t random_state, run_name;
static int queue;

static void fail(const char *what) {
    fprintf(stderr, "openloop: %s: %s\n", what, errno ? strerror(errno) : "wrong");
    exit(2);
}

static uint64_t now_ns(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (uint64_t)time.tv_sec * 1000000000u + (uint64_t)time.tv_nsec;
}

static uint64_t random_number(void) { // xorshift64*
    random_state ^= random_state >> 12;
    random_state ^= random_state << 25;
    random_state ^= random_state >> 27;
    return random_state * 2685821657736338717u;
}

static void *more(void *memory, size_t bytes) {
    memory = realloc(memory, bytes);
    if (memory == NULL) fail("memory");
    return memory;
}

static char *contents(const char *path) {
    FILE *file = fopen(path, "rb");
    if (file == NULL) fail(path);
    char *text = NULL;
    size_t used = 0, room = 0, got;
    do {
        room = room * 2 + 65536;
        text = more(text, room + 1);
        got = fread(text + used, 1, room - used, file);
        used += got;
    } while (got > 0);
    text[used] = '\0';
    fclose(file);
    return text;
}

static bool is_place(const char *text) {
    return strncmp(text, "{token}", 7) == 0 || strncmp(text, "{network}", 9) == 0 || strncmp(text, "{key}", 5) == 0;
}

// What `place` is to become in a request: in a header only, because the template has the body's length.
static size_t fill(const char *place, char *output, size_t room) {
    if (strncmp(place, "{token}", 7) == 0) {
        size_t index = options.is_random ? random_number() % token_count : next_token++ % token_count;
        return (size_t)snprintf(output, room, "%s", tokens[index]);
    }
    if (strncmp(place, "{network}", 9) == 0) {
        uint64_t bits = random_number();
        int first = 1 + (int)(bits % 223), second = (int)(bits >> 16 & 255), third = (int)(bits >> 24 & 255);
        return (size_t)snprintf(output, room, "%d.%d.%d.1", first, second, third);
    }
    return (size_t)snprintf(output, room, "%" PRIx64 "-%zu", run_name, sent_count);
}

static void compose(struct connection *connection) {
    char *output = connection->request, *end = output + REQUEST_BYTES;
    for (const char *place = template; *place != '\0';) {
        if (is_place(place)) {
            output += fill(place, output, (size_t)(end - output));
            place = strchr(place, '}') + 1;
        } else {
            *output++ = *place++;
        }
        if (output + 1 >= end) fail("the template is too long");
    }
    connection->to_send = (size_t)(output - connection->request);
    connection->sent = connection->received = 0;
}

static void dial(struct connection *connection) {
    connection->socket = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    struct sockaddr_in address = {.sin_family = AF_INET, .sin_port = htons((uint16_t)options.port)};
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    int one = 1;
    setsockopt(connection->socket, IPPROTO_TCP, TCP_NODELAY, &one, sizeof one);
    // On loopback this ends at once, unless the other's queue of connections is full.
    if (connect(connection->socket, (struct sockaddr *)&address, sizeof address) != 0) fail("connect");
    struct epoll_event event = {.events = EPOLLIN, .data.ptr = connection};
    if (epoll_ctl(queue, EPOLL_CTL_ADD, connection->socket, &event) != 0) fail("epoll");
}

static struct connection *open_connection(void) {
    struct connection *connection = more(NULL, sizeof *connection);
    memset(connection, 0, sizeof *connection);
    dial(connection);
    connections[connection_count++] = connection;
    return connection;
}

static void watch(struct connection *connection, uint32_t events) {
    struct epoll_event event = {.events = events, .data.ptr = connection};
    epoll_ctl(queue, EPOLL_CTL_MOD, connection->socket, &event);
}

static void lose(struct connection *connection) {
    if (connection->is_busy) lost_count++;
    close(connection->socket);
    connection->is_busy = false;
    dial(connection);
    idle[idle_count++] = connection;
}

static void push(struct connection *connection) {
    const char *rest = connection->request + connection->sent;
    ssize_t written = send(connection->socket, rest, connection->to_send - connection->sent, MSG_NOSIGNAL | MSG_DONTWAIT);
    if (written < 0 && errno != EAGAIN) return lose(connection);
    bool was_waiting = connection->sent > 0;
    if (written > 0) connection->sent += (size_t)written;
    if (connection->sent < connection->to_send) watch(connection, EPOLLIN | EPOLLOUT);
    else if (was_waiting) watch(connection, EPOLLIN);
}

static void ask(struct connection *connection, uint64_t planned) {
    compose(connection);
    connection->is_busy = true;
    connection->began = planned;
    if (sent_count == capacity) {
        capacity = capacity * 2 + 65536;
        latencies = more(latencies, capacity * sizeof *latencies);
        delays = more(delays, capacity * sizeof *delays);
    }
    delays[sent_count++] = (uint32_t)((now_ns() - planned) / 1000);
    push(connection);
}

// The bytes of a whole answer; 0: it is not all there.
static size_t answer_length(struct connection *connection) {
    connection->answer[connection->received] = '\0';
    char *end = strstr(connection->answer, "\r\n\r\n");
    if (end == NULL) return 0;
    size_t head = (size_t)(end + 4 - connection->answer), body = 0;
    for (char *line = strchr(connection->answer, '\n'); line != NULL && line < end; line = strchr(line + 1, '\n'))
        if (strncasecmp(line + 1, "content-length:", 15) == 0) body = strtoul(line + 16, NULL, 10);
    return connection->received >= head + body ? head + body : 0;
}

static void receive(struct connection *connection) {
    char *place = connection->answer + connection->received;
    ssize_t got = recv(connection->socket, place, ANSWER_BYTES - 1 - connection->received, MSG_DONTWAIT);
    if (got < 0 && errno == EAGAIN) return;
    if (got <= 0) {
        // An idle connection that the server closes is no loss: another takes its place.
        if (connection->is_busy) return lose(connection);
        close(connection->socket);
        return dial(connection);
    }
    connection->received += (size_t)got;
    if (!connection->is_busy || answer_length(connection) == 0) return;
    int status = atoi(connection->answer + 9);
    statuses[status > 0 && status < 600 ? status : 0]++;
    latencies[answered_count++] = (uint32_t)((now_ns() - connection->began) / 1000);
    connection->is_busy = false;
    idle[idle_count++] = connection;
}

static void plan(void) {
    if (options.schedule_path != NULL) {
        for (char *place = contents(options.schedule_path); *place != '\0'; place += strspn(place, " \r\n")) {
            schedule = more(schedule, (schedule_count + 1) * sizeof *schedule);
            schedule[schedule_count++] = strtoull(place, &place, 10) * 1000;
        }
    } else if (options.rate > 0) {
        schedule_count = (size_t)(options.rate * options.seconds);
        schedule = more(schedule, (schedule_count + 1) * sizeof *schedule);
        for (size_t index = 0; index < schedule_count; index++)
            schedule[index] = (uint64_t)((double)index * 1e9 / options.rate);
    }
}

// Asks for what is due. Returns the nanoseconds until the next is; 0: nothing more is to be asked.
static uint64_t ask_due(uint64_t began) {
    uint64_t now = now_ns();
    if (schedule == NULL) {
        bool is_over = options.count > 0 ? sent_count >= options.count : now - began >= (uint64_t)(options.seconds * 1e9);
        while (!is_over && idle_count > 0) {
            ask(idle[--idle_count], now_ns());
            is_over = options.count > 0 && sent_count >= options.count;
        }
        return is_over ? 0 : 100000000;
    }
    while (sent_count < schedule_count && began + schedule[sent_count] <= now) {
        if (idle_count == 0) {
            if (connection_count == MOST_CONNECTIONS) return 1000000;
            idle[idle_count++] = open_connection();
        }
        ask(idle[--idle_count], began + schedule[sent_count]);
        now = now_ns();
    }
    return sent_count == schedule_count ? 0 : began + schedule[sent_count] - now;
}

static int in_order(const void *one, const void *other) {
    uint32_t a = *(const uint32_t *)one, b = *(const uint32_t *)other;
    return (a > b) - (a < b);
}

static double part_ms(const uint32_t *sorted, size_t count, double part) {
    if (count == 0) return 0;
    size_t index = (size_t)(part * (double)count);
    return sorted[index < count ? index : count - 1] / 1000.0;
}

static void read_options(int count, char **words) {
    for (int index = 1; index < count; index++) {
        const char *name = words[index], *value = index + 1 < count ? words[index + 1] : "";
        if (strcmp(name, "--random") == 0) { options.is_random = true; continue; }
        index++;
        if (strcmp(name, "--port") == 0) options.port = atoi(value);
        else if (strcmp(name, "--template") == 0) options.template_path = value;
        else if (strcmp(name, "--tokens") == 0) options.tokens_path = value;
        else if (strcmp(name, "--schedule") == 0) options.schedule_path = value;
        else if (strcmp(name, "--rate") == 0) options.rate = atof(value);
        else if (strcmp(name, "--seconds") == 0) options.seconds = atof(value);
        else if (strcmp(name, "--count") == 0) options.count = strtoul(value, NULL, 10);
        else if (strcmp(name, "--connections") == 0) options.connections = strtoul(value, NULL, 10);
        else if (strcmp(name, "--first") == 0) options.first = strtoul(value, NULL, 10);
        else fail(name);
    }
    if (options.port == 0 || options.template_path == NULL || options.tokens_path == NULL) fail("an option is missing");
    if (options.connections == 0 || options.connections > MOST_CONNECTIONS) fail("--connections");
}

static double seconds_of(struct timeval time) { return (double)time.tv_sec + (double)time.tv_usec / 1e6; }

static void report(double seconds) {
    struct rusage usage;
    getrusage(RUSAGE_SELF, &usage);
    qsort(latencies, answered_count, sizeof *latencies, in_order);
    qsort(delays, sent_count, sizeof *delays, in_order);
    size_t good = statuses[200] + statuses[201];
    printf("{\"sent\": %zu, \"good\": %zu, \"refused\": %zu, \"lost\": %zu, ", sent_count, good, answered_count - good,
        sent_count - answered_count);
    printf("\"seconds\": %.3f, \"per_second\": %.1f, ", seconds, (double)good / seconds);
    printf("\"p50_ms\": %.3f, ", part_ms(latencies, answered_count, 0.5));
    printf("\"p99_ms\": %.3f, ", part_ms(latencies, answered_count, 0.99));
    printf("\"p999_ms\": %.3f, ", part_ms(latencies, answered_count, 0.999));
    printf("\"max_ms\": %.3f, ", part_ms(latencies, answered_count, 1));
    // What this program itself adds: how long after the planned instant it sent, and its CPU.
    printf("\"client_late_p99_ms\": %.3f, ", part_ms(delays, sent_count, 0.99));
    printf("\"client_cpu_s\": %.2f, ", seconds_of(usage.ru_utime) + seconds_of(usage.ru_stime));
    printf("\"connections\": %zu, \"statuses\": {", connection_count);
    const char *separator = "";
    for (int status = 0; status < 600; status++) {
        if (statuses[status] == 0) continue;
        printf("%s\"%d\": %zu", separator, status, statuses[status]);
        separator = ", ";
    }
    printf("}}\n");
}

int main(int count, char **words) {
    read_options(count, words);
    random_state = run_name = now_ns() | 1;
    next_token = options.first;
    template = contents(options.template_path);
    for (char *line = strtok(contents(options.tokens_path), "\r\n"); line != NULL; line = strtok(NULL, "\r\n")) {
        if (token_count % 65536 == 0) tokens = more(tokens, (token_count + 65536) * sizeof *tokens);
        tokens[token_count++] = line;
    }
    if (token_count == 0) fail("no token");
    plan();
    queue = epoll_create1(EPOLL_CLOEXEC);
    connections = more(NULL, MOST_CONNECTIONS * sizeof *connections);
    idle = more(NULL, MOST_CONNECTIONS * sizeof *idle);
    while (connection_count < options.connections) idle[idle_count++] = open_connection();

    uint64_t began = now_ns(), ended = 0;
    while (ended == 0 || (answered_count + lost_count < sent_count && now_ns() - ended < PATIENCE_S * 1000000000ull)) {
        uint64_t wait = ended == 0 ? ask_due(began) : 100000000;
        if (wait == 0) { ended = now_ns(); continue; }
        struct timespec timeout = {.tv_sec = (time_t)(wait / 1000000000), .tv_nsec = (long)(wait % 1000000000)};
        struct epoll_event events[256];
        int ready = epoll_pwait2(queue, events, 256, &timeout, NULL);
        for (int index = 0; index < ready; index++) {
            struct connection *connection = events[index].data.ptr;
            if (events[index].events & EPOLLOUT) push(connection);
            if (events[index].events & (EPOLLIN | EPOLLHUP | EPOLLERR)) receive(connection);
        }
    }
    report((double)(now_ns() - began) / 1e9);
    return 0;
}
