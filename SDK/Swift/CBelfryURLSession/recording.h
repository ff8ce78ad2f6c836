/* SPDX-License-Identifier: Apache-2.0
 * Part of Belfry, a host for notification extensions. */

/* What a recorded or replayed run makes of FoundationNetworking's transfers over TLS. */
#ifndef RECORDING_H
#define RECORDING_H

#include <stddef.h>

#include "foundation.h"

/* A transfer over TLS, as a recording keeps it. */
struct recorded_transfer;

/* Whether this run is recorded or replayed; an ordinary one is neither. */
CBELFRY_HIDDEN int belfry_is_recorded(void);
CBELFRY_HIDDEN int belfry_is_replayed(void);

/* Begins to keep a transfer to this URL; null for one that is in the clear, which the host sees. */
CBELFRY_HIDDEN struct recorded_transfer *belfry_record_begin(const char *url);

/* Keeps a line of the answer's head, or a part of its body. */
CBELFRY_HIDDEN void belfry_record_line(struct recorded_transfer *transfer, const char *line,
                                       size_t length);
CBELFRY_HIDDEN void belfry_record_body(struct recorded_transfer *transfer, const char *bytes,
                                       size_t length);

/* Hands an answer that is whole over to the host, which may keep it. */
CBELFRY_HIDDEN void belfry_record_end(struct recorded_transfer *transfer, const char *method);

CBELFRY_HIDDEN void belfry_record_free(struct recorded_transfer *transfer);

/* The URL in the clear that stands for one over TLS, to be freed; null for one that is in the clear
 * already. The host answers it from the recording and connects to nobody. */
CBELFRY_HIDDEN char *belfry_replay_url(const char *url);

#endif
