#include <elfutils/libdwfl.h>
