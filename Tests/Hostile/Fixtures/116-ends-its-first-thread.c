/* SPDX-License-Identifier: Apache-2.0
 * Part of Belfry, a host for notification extensions. */

/* Ends the first thread of its process, by whose files the kernel tells of the process, and goes on in
 * the others. */
#ifdef FLAVOUR_loop
#define FIXTURE_MAIN_LOOP
#endif
#include "hostile.h"

/* So many in private memory, and so many of a file in the container that is mapped. */
#define MEGABYTES 43

static void end_thread(int unused) { syscall(SYS_exit, 0); }

/* Whether the first thread is a zombie by now. */
static int is_first_thread_gone(void) {
    char path[64], text[512] = "";
    snprintf(path, sizeof path, "/proc/self/task/%d/stat", getpid());
    int file = open(path, O_RDONLY);
    if (file < 0) return 1;
    if (read(file, text, sizeof text - 1) < 0) text[0] = 0;
    close(file);
    const char *name_end = strrchr(text, ')');
    return !name_end || name_end[2] == 'Z' || name_end[2] == 'X';
}

static void end_first_thread(void) {
    struct sigaction action = {.sa_handler = end_thread};
    sigset_t signals;
    sigaction(SIGUSR1, &action, NULL);
    /* Where the first thread keeps the signal off, some other one would have to let it in. */
    sigemptyset(&signals);
    syscall(SYS_tgkill, getpid(), getpid(), SIGUSR1);
    for (int looks = 0; looks < 2000 && !is_first_thread_gone(); looks++) sleep_ms(1);
}

/* More than the budget, of both kinds. */
static void take_memory(void) {
    static const size_t step = 1 << 20;
    int file = open("memory", O_CREAT | O_RDWR, 0600);
    if (file < 0 || ftruncate(file, MEGABYTES * (off_t)step) < 0) abort();
    for (off_t megabyte = 0; megabyte < MEGABYTES; megabyte++) {
        char *own = mmap(NULL, step, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
        if (own != MAP_FAILED) memset(own, 1, step);
        char *mapped = mmap(NULL, step, PROT_READ | PROT_WRITE, MAP_SHARED, file, megabyte << 20);
        if (mapped != MAP_FAILED) memset(mapped, 1, step);
    }
}

/* Hands the memory on from thread to thread, none of which lives long. */
static void *hand_on(void *unused) {
    static _Thread_local char block[16 << 10];
    memset(block, 1, sizeof block);
    for (int count = 0; count < 64; count++) {
        char *page = malloc(4096);
        if (page) *(volatile char *)page = 1;
    }
    start_thread(hand_on, NULL);
    return unused;
}

static void did_receive(void *self, bf_request request, bf_completion completion) {
    if (acts(request, "completes-first")) completion(reported(request));
#ifndef FLAVOUR_loop
    end_first_thread();
#endif
    if (acts(request, "takes")) take_memory();
    if (acts(request, "spins")) spin(NULL);
    if (acts(request, "churns")) {
        for (int count = 0; count < 4; count++) start_thread(hand_on, NULL);
        syscall(SYS_exit, 0);
    }
    if (acts(request, "completes")) completion(reported(request));
    if (acts(request, "completes") || acts(request, "completes-first")) return;
    for (;;) pause();
}

#ifdef FLAVOUR_loop
static void run(void *self) { syscall(SYS_exit, 0); }
#endif
