/* The least of what systemd is to a board's watchdog: hears the appliance's sd_notify(3) and feeds with it.
 *
 *   board-feeder SOCKET WATCHDOG
 *
 * The watchdog is opened at the first sign of life and never closed: from then on silence is a reset. */
#include <fcntl.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

int main(int count, char **words) {
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    if (count != 3 || strlen(words[1]) >= sizeof address.sun_path) return 64;
    strcpy(address.sun_path, words[1]);
    int line = socket(AF_UNIX, SOCK_DGRAM, 0), watchdog = -1;
    if (bind(line, (struct sockaddr *)&address, sizeof address) != 0 || chmod(words[1], 0666) != 0) return 71;
    for (;;) {
        char text[4096];
        ssize_t size = read(line, text, sizeof text - 1);
        if (size < 0) return 74;
        text[size] = 0;
        if (strstr(text, "WATCHDOG=1") == NULL) continue;
        if (watchdog < 0) watchdog = open(words[2], O_WRONLY);
        if (write(watchdog, "", 1) != 1) return 74;
    }
}
