/* SPDX-License-Identifier: Apache-2.0
 * Part of Belfry, a host for notification extensions. */

/* Puts views into themselves; past its worker, too. */
#include "draws.h"

static packet one;

static void nothing(void) {}

static void load(void *self) { draw_basics(nothing); }

static void try_all(void) {
    bf_view chain[10], stack;
    const bf_view root = views->root(host);
    for (int number = 0; number < 10; number++) {
        views->create(host, BF_VIEW_PLAIN, &chain[number]);
        if (number > 0) views->insert(host, chain[number - 1], chain[number], 0);
    }
    views->create(host, BF_VIEW_STACK, &stack);
    note_number("itself", views->insert(host, chain[0], chain[0], 0));
    note_number("child", views->insert(host, chain[1], chain[0], 0));
    note_number("descendant", views->insert(host, chain[9], chain[0], 0));
    note_number("root", views->insert(host, label, root, 0));
    note_number("root-itself", views->insert(host, root, root, 0));
    note_number("arranged", views->arrange(host, stack, stack, 0));
    note_number("placed", views->insert(host, root, chain[0], 0));
    note_number("below", views->insert(host, chain[9], stack, 0));
    note_number("around", views->arrange(host, stack, chain[0], 0));
}

static void did_receive(void *self, bf_request notification) {
    hear(notification);
    if (is("functions")) try_all();
    if (strncmp(act, "forged", 6) == 0) {
        begin_frame(&one, is("forged-ring") ? 4 : 3);
        put_create(&one, FREE);
        put_create(&one, is("forged-again") ? ROOT : FREE + 1);
        if (is("forged-itself")) put_child(&one, FREE, FREE);
        if (is("forged-root")) put_child(&one, FREE, ROOT);
        if (is("forged-nobody")) put_child(&one, ROOT, FREE + 2);
        if (is("forged-again")) put_child(&one, ROOT, FREE);
        if (is("forged-ring")) {
            put_child(&one, FREE, FREE + 1);
            put_child(&one, FREE + 1, FREE);
        }
        if (is("forged-twice")) {
            put_patch(&one, 3, ROOT);
            put32(&one, 2);
            put32(&one, FREE);
            put32(&one, FREE);
        }
        if (is("forged-removal")) put_patch(&one, 2, ROOT);
        end_frame(&one);
    }
    show_report();
}
