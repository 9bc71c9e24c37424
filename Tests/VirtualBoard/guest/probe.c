/* Timing inside the guest, on its own boot clock.
 *
 *   board-probe now
 *   board-probe glitch SIM_PULL COUNT
 *   board-probe stop SIM_PULL PCM_STATUS MILLISECONDS
 *   board-probe armed SOCKET
 *   board-probe hang PID THREAD
 *   board-probe ticks
 *   board-probe seed HEX
 *   board-probe evict PID
 *
 * `glitch` closes and opens a contact COUNT times, as quickly as it can, and prints the longest time it was closed.
 * `now` prints the civil clock and the boot clock in nanoseconds. `stop` waits for
 * the sound card's stream (30 s at most), pulls a button's line to ground that long after it began, and samples the
 * card's `status` of /proc/asound every 500 us until 2 s later. It prints `pressed NS` and, for each change,
 * `NS STATE HW_PTR APPL_PTR` (nanoseconds of CLOCK_BOOTTIME), one a line. `armed` waits until the appliance answers on
 * its control socket, which it does once it is armed, and prints the boot clock. `hang` stops one thread of a process,
 * found by its name, and no other, until it or the process is ended; it prints `hung` when the thread stands. `ticks`,
 * run on the host, prints the frequency of its time stamp counter in kHz: the guest's is the same, and finds it out
 * wrongly on a busy host. `seed` gives the kernel's random numbers a new beginning (64 hexadecimal digits): machines
 * that go on from the same saved state would otherwise draw the same ones, among them the name of the boot. `evict`
 * has the kernel give up what a process has in memory of its files, as it does by itself when others need the memory;
 * what is locked stays. It prints how many bytes it asked for. */
#define _GNU_SOURCE
#include <dirent.h>
#include <fcntl.h>
#include <linux/random.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/ptrace.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <sys/un.h>
#include <sys/wait.h>
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

static int hang(const char *process, const char *name) {
    char path[64], found[32];
    snprintf(path, sizeof path, "/proc/%s/task", process);
    DIR *tasks = opendir(path);
    if (!tasks) return 66;
    pid_t thread = 0;
    for (struct dirent *task; !thread && (task = readdir(tasks));) {
        snprintf(path, sizeof path, "/proc/%s/task/%.16s/comm", process, task->d_name);
        FILE *file = task->d_name[0] == '.' ? NULL : fopen(path, "r");
        if (!file) continue;
        if (fscanf(file, "%31s", found) == 1 && strcmp(found, name) == 0) thread = atoi(task->d_name);
        fclose(file);
    }
    closedir(tasks);
    if (!thread) return 66;
    /* Seized, not attached: that would stop it by a signal, which stops them all. */
    int status;
    if (ptrace(PTRACE_SEIZE, thread, 0, 0) != 0 || ptrace(PTRACE_INTERRUPT, thread, 0, 0) != 0) return 71;
    if (waitpid(thread, &status, __WALL) != thread || !WIFSTOPPED(status)) return 71;
    printf("hung\n");
    fflush(stdout);
    /* Until it has been killed, which its parent hears only after this. */
    while (waitpid(thread, &status, __WALL) == thread && WIFSTOPPED(status)) {}
    return 0;
}

/* The first word of the stream's status, and where it stands. */
struct stream { char state[16]; long long hw, appl; };

static struct stream look(const char *path) {
    struct stream seen;
    memset(&seen, 0, sizeof seen);  /* compared as bytes */
    strcpy(seen.state, "none");
    seen.hw = seen.appl = -1;
    char text[1024] = "";
    int file = open(path, O_RDONLY);
    ssize_t size = file < 0 ? 0 : read(file, text, sizeof text - 1);
    if (file >= 0) close(file);
    text[size < 0 ? 0 : size] = 0;
    sscanf(text, "state: %15s", seen.state);
    char *found = strstr(text, "hw_ptr");
    if (found) sscanf(found, "hw_ptr : %lld", &seen.hw);
    if ((found = strstr(text, "appl_ptr"))) sscanf(found, "appl_ptr : %lld", &seen.appl);
    return seen;
}

static int stop(const char *pull, const char *status, int milliseconds) {
    enum { MOST = 4000 };
    static struct { long long at; struct stream stream; } seen[MOST];
    int length = 0;
    long long began = now(), running = 0, pressed = 0, released = 0;
    while (length < MOST && now() - (pressed ? pressed : began) < (pressed ? 2 : 30) * 1000000000LL) {
        struct stream stream = look(status);
        long long at = now();
        if (!running && strcmp(stream.state, "RUNNING") == 0) running = at;
        if (length == 0 || memcmp(&seen[length - 1].stream, &stream, sizeof stream) != 0) {
            seen[length].at = at, seen[length].stream = stream;
            length++;
        }
        if (running && !pressed && at - running >= milliseconds * 1000000LL) {
            pressed = now();
            if (contact(pull, "pull-down") != 0) return 74;
        }
        if (pressed && !released && at - pressed > 100000000LL) {
            released = at;
            contact(pull, "pull-up");
        }
        usleep(500);
    }
    if (!pressed) return 75;
    if (!released) contact(pull, "pull-up");
    printf("pressed %lld\n", pressed);
    for (int i = 0; i < length; i++)
        printf("%lld %s %lld %lld\n", seen[i].at, seen[i].stream.state, seen[i].stream.hw, seen[i].stream.appl);
    return 0;
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

static int seed(const char *text) {
    struct { struct rand_pool_info head; unsigned char bytes[32]; } seed = {{.entropy_count = 256, .buf_size = 32}, {0}};
    for (size_t i = 0; i < sizeof seed.bytes; i++)
        if (sscanf(text + 2 * i, "%2hhx", &seed.bytes[i]) != 1) return 64;
    int device = open("/dev/urandom", O_RDWR);
    /* Mixed in, and drawn from at once. */
    return device < 0 || ioctl(device, RNDADDENTROPY, &seed) != 0 || ioctl(device, RNDRESEEDCRNG) != 0;
}

static int evict(const char *process) {
    char line[512];
    snprintf(line, sizeof line, "/proc/%s/maps", process);
    FILE *maps = fopen(line, "r");
    int target = syscall(SYS_pidfd_open, atoi(process), 0);
    if (!maps || target < 0) return 66;
    long long asked = 0;
    while (fgets(line, sizeof line, maps)) {
        unsigned long start, end;
        char *path = strchr(line, '/');
        if (!path || sscanf(line, "%lx-%lx", &start, &end) != 2) continue;
        struct iovec part = {(void *)start, end - start};
        /* One that is locked is refused. */
        long done = syscall(SYS_process_madvise, target, &part, 1, MADV_PAGEOUT, 0);
        if (done > 0) asked += done;
    }
    return printf("%lld\n", asked) < 0;
}

int main(int count, char **words) {
    if (count == 2 && strcmp(words[1], "now") == 0)
        return printf("%lld %lld\n", read_clock(CLOCK_REALTIME), now()) < 0;
    if (count == 2 && strcmp(words[1], "ticks") == 0) return ticks();
    if (count == 3 && strcmp(words[1], "seed") == 0 && strlen(words[2]) == 64) return seed(words[2]);
    if (count == 3 && strcmp(words[1], "evict") == 0) return evict(words[2]);
    if (count == 3 && strcmp(words[1], "armed") == 0) return armed(words[2]);
    if (count == 4 && strcmp(words[1], "glitch") == 0) return glitch(words[2], atoi(words[3]));
    if (count == 4 && strcmp(words[1], "hang") == 0) return hang(words[2], words[3]);
    if (count == 5 && strcmp(words[1], "stop") == 0) return stop(words[2], words[3], atoi(words[4]));
    return 64;
}
