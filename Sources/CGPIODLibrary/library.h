/* The system's libgpiod, 1.6 or 2.x: the shim in CGPIOD distinguishes them. */
#include <gpiod.h>
