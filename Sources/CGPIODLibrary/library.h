/* The system's libgpiod, 1.6 or 2.x: the shim in CGPIOD tells them apart. */
#include <gpiod.h>
