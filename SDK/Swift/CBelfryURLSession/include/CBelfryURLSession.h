/* SPDX-License-Identifier: Apache-2.0
 * Part of Belfry, a host for notification extensions. */

/* Cures of FoundationNetworking that take effect by being linked: nothing here is to be called.
 *
 * Each stands before libcurl's function of its name, in the order in which an extension's libraries
 * are searched for symbols; curl/multi.h and curl/easy.h describe them. */
#ifndef CBELFRY_URL_SESSION_H
#define CBELFRY_URL_SESSION_H

struct message;

int curl_multi_setopt(void *multi, int option, ...);
struct message *curl_multi_info_read(void *multi, int *left);
void *curl_easy_init(void);
void curl_easy_cleanup(void *easy);
int curl_easy_setopt(void *easy, int option, ...);

#endif
