/* Timing inside the guest, on its own boot clock.
 *
 *   board-probe now
 *   board-probe glitch SIM_PULL COUNT
 *   board-probe stop SIM_PULL PCM_STATUS
 *   board-probe armed SOCKET
 *   board-probe ticks
 *
 * `glitch` closes and opens a contact COUNT times, as quickly as it can, and prints the longest time it was closed.
 * `now` prints the civil clock and the boot clock in nanoseconds. `stop` pulls a button's line to ground and samples
 * the sound card's `status` of /proc/asound every 500 us for 2 s. It prints `pressed NS` and, for each change,
 * `NS STATE HW_PTR APPL_PTR` (nanoseconds of CLOCK_BOOTTIME), one a line. `armed` waits until the appliance answers on
 * its control socket, which it does once it is armed, and prints the boot clock. `ticks`, run on the host, prints the
 * frequency of its time stamp counter in kHz: the guest's is the same, and finds it out wrongly on a busy host. */
#define _GNU_SOURCE
#include <fcntl.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <time.h>
#include <unistd.h>
#include <x86intrin.h>

static long long read_clock(clockid_t clock) {
    struct timespec t;
    clock_gettime(clock, &t);
    return t.tv_sec * 1000000000LL + t.tv_nsec;
}

static long long now(void) { return read_clock(CLOCK_BOOTTIME); }

static int contact(const char *path, const char *pull) {
    int file = open(path, O_WRONLY);
    if (file < 0) return -1;
    int written = write(file, pull, strlen(pull)) > 0;
    close(file);
    return written ? 0 : -1;
}

static int glitch(const char *path, int times) {
    long long longest = 0;
    struct sched_param most = {.sched_priority = 60};
    sched_setscheduler(0, SCHED_FIFO, &most);
    int file = open(path, O_WRONLY);
    if (file < 0) return 74;
    for (int i = 0; i < times; i++) {
        long long began = now();
        if (pwrite(file, "pull-down", 9, 0) < 0) return 74;
        usleep(1000);  /* less, and the kernel sees one level only */
        if (pwrite(file, "pull-up", 7, 0) < 0) return 74;
        if (now() - began > longest) longest = now() - began;
        usleep(100000);
    }
    return printf("%lld\n", longest) < 0;
}

static int armed(const char *path) {
    static const char question[] = "{\"id\":1,\"command\":{\"status\":{}}}\n";
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    strncpy(address.sun_path, path, sizeof address.sun_path - 1);
    for (int i = 0; i < 12000; i++, usleep(5000)) {
        char answer[16];
        int line = socket(AF_UNIX, SOCK_STREAM, 0);
        int is_armed = connect(line, (struct sockaddr *)&address, sizeof address) == 0 &&
                       write(line, question, sizeof question - 1) > 0 && read(line, answer, sizeof answer) > 0;
        close(line);
        if (is_armed) return printf("%lld\n", now()) < 0;
    }
    return 75;
}

struct instant { long long at; unsigned long long ticks; };

/* The best of many: undisturbed between the two looks at the clock. */
static struct instant instant(void) {
    struct instant found = {0, 0};
    for (long long i = 0, least = 1LL << 60; i < 200; i++) {
        long long before = now();
        unsigned long long ticks = __rdtsc();
        long long after = now();
        if (after - before < least) least = after - before, found = (struct instant){before + least / 2, ticks};
    }
    return found;
}

static int ticks(void) {
    struct instant first = instant();
    usleep(200000);
    struct instant second = instant();
    return printf("%.0f\n", (second.ticks - first.ticks) * 1e6 / (second.at - first.at)) < 0;
}

int main(int count, char **words) {
    enum { MOST = 4000 };
    static struct { long long at, hw, appl; char state[16]; } seen[MOST];
    if (count == 2 && strcmp(words[1], "now") == 0)
        return printf("%lld %lld\n", read_clock(CLOCK_REALTIME), now()) < 0;
    if (count == 2 && strcmp(words[1], "ticks") == 0) return ticks();
    if (count == 3 && strcmp(words[1], "armed") == 0) return armed(words[2]);
    if (count == 4 && strcmp(words[1], "glitch") == 0) return glitch(words[2], atoi(words[3]));
    if (count != 4 || strcmp(words[1], "stop") != 0) return 64;
    int length = 0;
    long long pressed = 0, released = 0, began = now();
    while (length < MOST && now() - began < 2000000000LL) {
        if (!pressed && now() - began > 300000000LL) {
            pressed = now();
            if (contact(words[2], "pull-down") != 0) return 74;
        }
        if (pressed && !released && now() - pressed > 100000000LL) {
            released = now();
            contact(words[2], "pull-up");
        }
        char text[1024] = "";
        int file = open(words[3], O_RDONLY);
        ssize_t size = file < 0 ? 0 : read(file, text, sizeof text - 1);
        if (file >= 0) close(file);
        if (size < 0) size = 0;
        text[size] = 0;
        long long at = now();
        char state[16] = "none";
        long long hw = -1, appl = -1;
        sscanf(text, "state: %15s", state);
        char *found = strstr(text, "hw_ptr");
        if (found) sscanf(found, "hw_ptr : %lld", &hw);
        if ((found = strstr(text, "appl_ptr"))) sscanf(found, "appl_ptr : %lld", &appl);
        if (length == 0 || seen[length - 1].hw != hw || seen[length - 1].appl != appl ||
            strcmp(seen[length - 1].state, state) != 0) {
            seen[length].at = at, seen[length].hw = hw, seen[length].appl = appl;
            strcpy(seen[length].state, state);
            length++;
        }
        usleep(500);
    }
    printf("pressed %lld\n", pressed);
    for (int i = 0; i < length; i++)
        printf("%lld %s %lld %lld\n", seen[i].at, seen[i].state, seen[i].hw, seen[i].appl);
    return 0;
}
