/// Loaded into a gateway with LD_PRELOAD: gives its own code the time of a file instead of the machine's.
///
/// ANICCA_FLEET_CLOCK names a file of 8 bytes, nanoseconds since 1970, which the simulator maps and moves. Only calls
/// from the program itself are answered so, by which it counts leases and minutes. Its libraries (Swift's runtime,
/// Dispatch, libcurl) go on with the machine's clocks, so timers, pauses and network deadlines stay true. A program with
/// Swift's library inside cannot be told apart from it, and is not to be used.
#ifndef VIRTUAL_CLOCK_H
#define VIRTUAL_CLOCK_H
#include <time.h>

int clock_gettime(clockid_t clock, struct timespec *time);

#endif
