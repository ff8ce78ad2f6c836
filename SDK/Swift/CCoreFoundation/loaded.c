/* SPDX-License-Identifier: Apache-2.0
 * Part of Belfry, a host for notification extensions. */

#define _GNU_SOURCE
#include "CCoreFoundation.h"

#include <link.h>
#include <stddef.h>
#include <string.h>

struct search {
    const char *folder;
    const char *found;
};

static int look_at(struct dl_phdr_info *information, size_t size, void *context) {
    struct search *search = context;
    const char *slash = strrchr(information->dlpi_name, '/');
    size_t length = strlen(search->folder);
    (void)size;
    if (!slash || (size_t)(slash - information->dlpi_name) != length) return 0;
    if (strncmp(information->dlpi_name, search->folder, length) != 0) return 0;
    search->found = information->dlpi_name;
    return 1;
}

const char *belfry_first_loaded(const char *folder) {
    struct search search = {folder, NULL};
    dl_iterate_phdr(look_at, &search);
    return search.found;
}
