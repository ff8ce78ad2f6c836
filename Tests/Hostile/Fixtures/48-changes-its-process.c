/* SPDX-License-Identifier: Apache-2.0
 * Part of Belfry, a host for notification extensions. */

/* Changes what a process has one of, and looks at it in the next request. */
#include "hostile.h"
#include <fenv.h>
#include <locale.h>

static void look(void) {
    char directory[1024] = "";
    const bf_bundle *bundle = host->interface(host, BF_STRING(BF_INTERFACE_BUNDLE));
    sigset_t mask;
    pthread_sigmask(SIG_BLOCK, NULL, &mask);
    mode_t bits = umask(077);
    umask(bits);
    note_number("rounding", fegetround() == FE_TONEAREST);
    note_number("exceptions", fegetexcept() == 0);
    note_number("directory",
                getcwd(directory, sizeof directory) != NULL &&
                    strlen(directory) == bundle->container.count &&
                    memcmp(directory, bundle->container.bytes, bundle->container.count) == 0);
    note_number("umask", bits == 077);
    note_number("mask", !sigismember(&mask, SIGUSR1));
    note_number("locale", strcmp(setlocale(LC_ALL, NULL), "C") == 0);
    note_number("handler", signal(SIGUSR2, SIG_DFL) == SIG_DFL);
}

static void did_receive(void *self, bf_request request, bf_completion completion) {
    report[0] = 0;
    look();
    bf_content content = reported(request);
    if (acts(request, "change")) {
        sigset_t all;
        sigfillset(&all);
        pthread_sigmask(SIG_BLOCK, &all, NULL);
        fesetround(FE_UPWARD);
        feenableexcept(FE_DIVBYZERO);
        if (chdir("/") != 0) content.id = 0;
        umask(0);
        setlocale(LC_ALL, "C.UTF-8");
        signal(SIGUSR2, SIG_IGN);
    }
    completion(content);
}
