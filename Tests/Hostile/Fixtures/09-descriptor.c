/* SPDX-License-Identifier: Apache-2.0
 * Part of Belfry, a host for notification extensions. */

/* Gives a descriptor or a table that is none. */
#define FIXTURE_OWN_ENTRY
#define FIXTURE_OWN_INTERFACE
#include "hostile.h"

static void did_receive(void *self, bf_request request, bf_completion completion) {
    completion(reported(request));
}

static const void *interface(void *self, bf_string id) {
    static bf_service service = {
        .size = sizeof service, .start = start, .did_receive = did_receive};
    if (id.count != sizeof(BF_INTERFACE_SERVICE) - 1 ||
        memcmp(id.bytes, BF_INTERFACE_SERVICE, id.count) != 0)
        return NULL;
#if defined FLAVOUR_no_table
    return NULL;
#elif defined FLAVOUR_table_size
    service.size = 8;
#elif defined FLAVOUR_table_nowhere
    return (void *)0x1000;
#elif defined FLAVOUR_table_edge
    /* Only the first members are mapped. */
    char *page = mmap(NULL, 8192, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    munmap(page + 4096, 4096);
    memcpy(page + 4096 - 16, &service, 16);
    return page + 4096 - 16;
#endif
    return &service;
}

const bf_extension *bf_extension_main(uint32_t *version) {
    static bf_extension extension = {.magic = BF_EXTENSION_MAGIC, .size = sizeof(bf_extension)};
    extension.interface = interface;
    *version = BF_VERSION_1_0;
#if defined FLAVOUR_magic
    extension.magic = 0;
#elif defined FLAVOUR_size_zero
    extension.size = 0;
#elif defined FLAVOUR_size_small
    extension.size = sizeof(bf_extension) - 1;
#elif defined FLAVOUR_size_huge
    extension.size = 0x80000000u;
#elif defined FLAVOUR_no_interface
    extension.interface = NULL;
#elif defined FLAVOUR_nowhere
    return (const bf_extension *)0x1000;
#elif defined FLAVOUR_wild_interface
    extension.interface = (const void *(*)(void *, bf_string))0x41414141;
#elif defined FLAVOUR_wild_identity
    extension.identifier = (bf_string){(const uint8_t *)0x1000, 1ull << 63};
#endif
    return &extension;
}
