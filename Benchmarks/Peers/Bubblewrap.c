/* SPDX-License-Identifier: Apache-2.0
 * Part of Belfry, a host for notification extensions. */

/* bubblewrap for each push: the program of StampPipe.c alone in new namespaces of every kind,
 * without capabilities; the push goes in by a pipe and the answer comes out by another. */
#define _GNU_SOURCE
#include "Peer.h"
#include "Stamp.h"

#include <errno.h>
#include <fcntl.h>
#include <spawn.h>
#include <stdbool.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

extern char **environ;

static char *program;
static bool is_whole;

/* What is there of the run that has begun. */
static pid_t child;
static int answer_end;

static void prepare(const char *mode, char *const *arguments) {
    is_whole = strcmp(mode, "whole") == 0;
    if (!is_whole && strcmp(mode, "answer") != 0) fail(mode, "the modes are answer and whole");
    if (arguments[0] == NULL) fail("usage", peer.usage);
    program = arguments[0];
}

/* Starts the program with the other ends of two pipes; gives the one to write to. */
static int start(void) {
    char *const arguments[] = {"bwrap",
                               "--unshare-all",
                               "--die-with-parent",
                               "--new-session",
                               "--cap-drop",
                               "ALL",
                               "--ro-bind",
                               program,
                               "/stamp",
                               "/stamp",
                               NULL};
    int input[2], output[2];
    if (pipe2(input, O_CLOEXEC) != 0 || pipe2(output, O_CLOEXEC) != 0)
        fail("pipe2", strerror(errno));
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_adddup2(&actions, input[0], STDIN_FILENO);
    posix_spawn_file_actions_adddup2(&actions, output[1], STDOUT_FILENO);
    int error = posix_spawnp(&child, arguments[0], &actions, NULL, arguments, environ);
    if (error != 0) fail(arguments[0], strerror(error));
    posix_spawn_file_actions_destroy(&actions);
    close(input[0]);
    close(output[1]);
    answer_end = output[0];
    return input[1];
}

/* Waits until bubblewrap is gone, and with it the namespaces. */
static void end(void) {
    int status;
    uint8_t more;
    if (waitpid(child, &status, 0) != child) fail("waitpid", strerror(errno));
    if (status != 0) fail("bwrap", "it did not end with status 0");
    if (read(answer_end, &more, 1) != 0) fail("its answer", "it is longer than it must be");
    close(answer_end);
}

/* The answer has come when it has as many bytes as it must: bubblewrap keeps the pipe open until
 * it ends itself. */
static size_t receive(uint8_t *answer, size_t expected_count) {
    size_t count = 0;
    while (count < expected_count) {
        ssize_t received = read(answer_end, answer + count, longest_answer - count);
        if (received <= 0) fail("bwrap", "it ended without an answer; what it said is above");
        count += (size_t)received;
    }
    return count;
}

static size_t run(const uint8_t *push, size_t count, uint8_t *answer) {
    static uint8_t expected[longest_answer];
    int push_end = start();
    if (write(push_end, push, count) != (ssize_t)count) fail("write", strerror(errno));
    close(push_end);
    size_t answer_count = receive(answer, stamp(push, count, expected));
    if (is_whole) end();
    return answer_count;
}

static void tidy(void) {
    if (!is_whole) end();
}

const struct peer peer = {
    .name = "bubblewrap", .usage = "PROGRAM", .prepare = prepare, .run = run, .tidy = tidy};
