/* The least of what systemd is to a board's watchdog: hears the appliance's sd_notify(3), and feeds.
 *
 *   board-feeder SOCKET WATCHDOG
 *
 * While an appliance that has said READY=1 lives, only its own WATCHDOG=1 feeds; while it starts again, the feeder
 * does. The watchdog is opened at the first READY=1 and never closed: from then on silence is a reset. */
#define _GNU_SOURCE
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

static int watchdog = -1;

static void feed(void) {
    if (watchdog >= 0 && write(watchdog, "", 1) != 1) _exit(74);
}

int main(int count, char **words) {
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    if (count != 3 || strlen(words[1]) >= sizeof address.sun_path) return 64;
    strcpy(address.sun_path, words[1]);
    int line = socket(AF_UNIX, SOCK_DGRAM, 0), on = 1;
    setsockopt(line, SOL_SOCKET, SO_PASSCRED, &on, sizeof on);
    if (bind(line, (struct sockaddr *)&address, sizeof address) != 0 || chmod(words[1], 0666) != 0) return 71;
    for (pid_t ready = 0;;) {
        if (poll(&(struct pollfd){.fd = line, .events = POLLIN}, 1, 1000) == 0) {
            if (ready == 0 || kill(ready, 0) != 0) ready = 0, feed();
            continue;
        }
        char text[4096] = "";
        union { struct cmsghdr header; char room[CMSG_SPACE(sizeof(struct ucred))]; } about;
        struct iovec part = {text, sizeof text - 1};
        struct msghdr message = {
            .msg_iov = &part, .msg_iovlen = 1, .msg_control = &about, .msg_controllen = sizeof about};
        if (recvmsg(line, &message, 0) < 0) return 74;
        if (strstr(text, "READY=1") && CMSG_FIRSTHDR(&message)) {
            ready = ((struct ucred *)CMSG_DATA(CMSG_FIRSTHDR(&message)))->pid;
            if (watchdog < 0 && (watchdog = open(words[2], O_WRONLY)) < 0) return 74;
        }
        if (strstr(text, "WATCHDOG=1")) feed();
    }
}
