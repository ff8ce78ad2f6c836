/* jpeglib.h uses FILE and size_t without asking for them. */
#include <stddef.h>
#include <stdio.h>

#include <jpeglib.h>
