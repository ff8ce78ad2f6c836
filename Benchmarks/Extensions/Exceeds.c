/* SPDX-License-Identifier: Apache-2.0
 * Part of Belfry, a host for notification extensions. */

/* An extension that exceeds one budget as fast as it can: compiled with SLEEPS, SPINS or HOGS. */
#include <belfry/belfry.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

static void did_receive(void *self, bf_request request, bf_completion completion) {
    (void)self;
    (void)request;
    (void)completion;
#if defined SLEEPS
    for (;;) pause();
#elif defined SPINS
    for (volatile unsigned counter = 0;;) counter++;
#elif defined HOGS
    enum { block = 1 << 20 };
    for (;;) {
        char *memory = mmap(NULL, block, PROT_READ | PROT_WRITE,
                            MAP_PRIVATE | MAP_ANONYMOUS | MAP_POPULATE, -1, 0);
        /* Refused: wait for the host to see it. */
        if (memory == MAP_FAILED) pause();
    }
#else
#error "define SLEEPS, SPINS or HOGS"
#endif
}

static const void *interface(void *self, bf_string id) {
    static const bf_service service = {.size = sizeof(bf_service), .did_receive = did_receive};
    (void)self;
    return id.count == sizeof(BF_INTERFACE_SERVICE) - 1 &&
                   memcmp(id.bytes, BF_INTERFACE_SERVICE, id.count) == 0
               ? &service
               : NULL;
}

const bf_extension *bf_extension_main(uint32_t *version) {
    static const bf_extension extension = {
        .magic = BF_EXTENSION_MAGIC, .size = sizeof(bf_extension), .interface = interface};
    *version = BF_VERSION_1_0;
    return &extension;
}
