/* SPDX-License-Identifier: Apache-2.0
 * Part of Belfry, a host for notification extensions. */

/* Cures of FoundationNetworking that take effect by being linked: nothing here is to be called. */
#ifndef CBELFRY_URL_SESSION_H
#define CBELFRY_URL_SESSION_H

/* Stands before libcurl's function of this name, in the order in which an extension's libraries are
 * searched for symbols; curl/multi.h describes it. */
int curl_multi_setopt(void *multi, int option, ...);

#endif
