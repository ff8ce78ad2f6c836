/* SPDX-License-Identifier: Apache-2.0
 * Part of Belfry, a host for notification extensions. */

/* Downloads what the payload names with libcurl, which knows nothing of Belfry, and tells of it. */
#include "fixture.h"
#include <curl/curl.h>
#include <stdio.h>

static size_t received;

static size_t count(char *bytes, size_t size, size_t number, void *context) {
    (void)bytes;
    (void)context;
    received += size * number;
    return size * number;
}

static void did_receive(void *self, bf_request request, bf_completion completion) {
    static const char key[] = "\"my-attachment\":\"";
    char payload[8192], url[1024] = "", title[128];
    bf_string info = {0};
    long status = 0;
    (void)self;
    host->get_text(host, host->request_content(host, request), BF_KEY_USER_INFO, &info);
    snprintf(payload, sizeof payload, "%.*s", (int)info.count, (const char *)info.bytes);
    char *start = strstr(payload, key);
    if (start) sscanf(start + sizeof key - 1, "%1023[^\"]", url);
    CURL *curl = curl_easy_init();
    curl_easy_setopt(curl, CURLOPT_URL, url);
    curl_easy_setopt(curl, CURLOPT_WRITEFUNCTION, count);
    CURLcode code = curl_easy_perform(curl);
    curl_easy_getinfo(curl, CURLINFO_RESPONSE_CODE, &status);
    snprintf(title, sizeof title, "%d %ld %zu", (int)code, status, received);
    curl_easy_cleanup(curl);
    completion(titled(request, title));
}
