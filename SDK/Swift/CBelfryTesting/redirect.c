/* SPDX-License-Identifier: Apache-2.0
 * Part of Belfry, a host for notification extensions. */

/* Leads the requests of FoundationNetworking to the test kit's own server.
 *
 * A URLProtocol cannot do it on Linux: swift-corelibs-foundation 6.3 asks registered classes for
 * URLSession.shared alone, gives a download task no file, and Data(contentsOf:) none at all. A proxy
 * cannot either, since it would have to break TLS. All of them name their URL to libcurl by
 * curl_easy_setopt, so the table by which FoundationNetworking finds that function gets ours: the
 * same as linking before libcurl, but that it works however the tests are linked. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <elf.h>
#include <link.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/mman.h>
#include <unistd.h>

#include "CBelfryTesting.h"

enum {
    option_url = 10002,      /* CURLOPT_URL */
    option_no_proxy = 10177, /* CURLOPT_NOPROXY */
    out_of_memory = 27       /* CURLE_OUT_OF_MEMORY */
};

typedef int set_option(void *easy, int option, ...);

static set_option *next_set_option;

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static char current_prefix[128]; /* under the lock; empty for none */
static int slot_count;           /* under the lock; how many tables have our function */

/* The prefix and the URL as one text to be freed; null where the URL is to be taken as it is. */
static char *redirected(const char *url, int *failed) {
    *failed = 0;
    if (strncasecmp(url, "http://", 7) != 0 && strncasecmp(url, "https://", 8) != 0) return NULL;
    char *text = NULL;
    pthread_mutex_lock(&lock);
    if (current_prefix[0]) *failed = asprintf(&text, "%s%s", current_prefix, url) < 0;
    pthread_mutex_unlock(&lock);
    return *failed ? NULL : text;
}

static int testing_set_option(void *easy, int option, ...) {
    /* Every option's value is a pointer or a long, which are passed alike. */
    va_list arguments;
    va_start(arguments, option);
    void *value = va_arg(arguments, void *);
    va_end(arguments);
    if (option != option_url || !value) return next_set_option(easy, option, value);
    int failed;
    char *text = redirected(value, &failed);
    if (failed) return out_of_memory;
    if (!text) return next_set_option(easy, option, value);
    int result = next_set_option(easy, option_no_proxy, "*");
    if (result == 0) result = next_set_option(easy, option, text); /* libcurl copies it */
    free(text);
    return result;
}

/* glibc has relocated the pointers of the dynamic section where it can write to it. */
static const void *at(const struct dl_phdr_info *object, ElfW(Addr) address) {
    return (const void *)(address < object->dlpi_addr ? object->dlpi_addr + address : address);
}

static void replace(void **slot) {
    uintptr_t page_size = (uintptr_t)sysconf(_SC_PAGESIZE);
    void *page = (void *)((uintptr_t)slot & ~(page_size - 1));
    if (mprotect(page, page_size, PROT_READ | PROT_WRITE) != 0) return;
    *slot = (void *)testing_set_option;
    slot_count += 1;
}

static void replace_in(const struct dl_phdr_info *object, const ElfW(Rela) * table,
                       size_t byte_count, const ElfW(Sym) * symbols, const char *names) {
    for (size_t index = 0; table && index < byte_count / sizeof *table; index++) {
        const ElfW(Sym) *symbol = &symbols[ELF64_R_SYM(table[index].r_info)];
        if (strcmp(names + symbol->st_name, "curl_easy_setopt") != 0) continue;
        replace((void **)(object->dlpi_addr + table[index].r_offset));
    }
}

static int visit(struct dl_phdr_info *object, size_t size, void *context) {
    (void)size, (void)context;
    if (strstr(object->dlpi_name, "libcurl")) return 0;
    const ElfW(Dyn) *entry = NULL;
    for (int index = 0; index < object->dlpi_phnum; index++) {
        const ElfW(Phdr) *header = &object->dlpi_phdr[index];
        if (header->p_type == PT_DYNAMIC)
            entry = (const void *)(object->dlpi_addr + header->p_vaddr);
    }
    const ElfW(Rela) *calls = NULL, *data = NULL;
    size_t calls_size = 0, data_size = 0;
    const ElfW(Sym) *symbols = NULL;
    const char *names = NULL;
    for (; entry && entry->d_tag != DT_NULL; entry++) {
        switch (entry->d_tag) {
        case DT_JMPREL:
            calls = at(object, entry->d_un.d_ptr);
            break;
        case DT_PLTRELSZ:
            calls_size = entry->d_un.d_val;
            break;
        case DT_RELA:
            data = at(object, entry->d_un.d_ptr);
            break;
        case DT_RELASZ:
            data_size = entry->d_un.d_val;
            break;
        case DT_SYMTAB:
            symbols = at(object, entry->d_un.d_ptr);
            break;
        case DT_STRTAB:
            names = at(object, entry->d_un.d_ptr);
            break;
        }
    }
    if (!symbols || !names) return 0;
    replace_in(object, calls, calls_size, symbols, names);
    replace_in(object, data, data_size, symbols, names);
    return 0;
}

int bf_testing_redirect(const char *prefix) {
    if (prefix && strlen(prefix) >= sizeof current_prefix) return -1;
    pthread_mutex_lock(&lock);
    if (!next_set_option) {
        next_set_option = (set_option *)dlsym(RTLD_DEFAULT, "curl_easy_setopt");
        if (next_set_option) dl_iterate_phdr(visit, NULL);
    }
    int found = slot_count > 0;
    strcpy(current_prefix, prefix ? prefix : "");
    pthread_mutex_unlock(&lock);
    return found ? 0 : -1;
}
