/* SPDX-License-Identifier: Apache-2.0
 * Part of Belfry, a host for notification extensions. */

/* Says in the title whether it finds its thread and process as start left them; then spoils both. */
#include <belfry/belfry.h>
static bf_status settle(void);
#define FIXTURE_START settle
#include "fixture.h"
#include <fenv.h>
#include <locale.h>
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/stat.h>

static char directory[4096];

static bf_status settle(void) {
    if (!getcwd(directory, sizeof directory)) return BF_ERROR_FAILED;
    umask(0027);
    return setlocale(LC_ALL, "C.UTF-8") ? BF_OK : BF_ERROR_FAILED;
}

static void did_receive(void *self, bf_request request, bf_completion completion) {
    char now[4096], title[64];
    sigset_t signals;
    bf_content content;
    (void)self;
    pthread_sigmask(SIG_BLOCK, NULL, &signals);
    mode_t mask = umask(0);
    strcpy(title, "as it was");
    if (sigismember(&signals, SIGUSR1)) strcpy(title, "signals");
    if (fegetround() != FE_TONEAREST) strcpy(title, "arithmetic");
    if (strcmp(setlocale(LC_ALL, NULL), "C.UTF-8") != 0) strcpy(title, "locale");
    if (!getcwd(now, sizeof now) || strcmp(now, directory) != 0) strcpy(title, "directory");
    if (mask != 0027) strcpy(title, "umask");
    content = titled(request, title);
    host->set_real(host, content, BF_KEY_RELEVANCE_SCORE, 0.1 + 0.2);
    sigfillset(&signals);
    pthread_sigmask(SIG_BLOCK, &signals, NULL);
    fesetround(FE_UPWARD);
    setlocale(LC_ALL, "C");
    if (chdir("tmp") != 0) abort();
    completion(content);
}
