/* The system's libwebsockets, 4.1 or newer: only the shim in CWebSockets sees it. */
#include <libwebsockets.h>
