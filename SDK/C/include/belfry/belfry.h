/* SPDX-License-Identifier: Apache-2.0
 * Part of Belfry, a host for notification extensions. */

/* Everything an extension needs, in one include. Start reading at belfry/base.h. */
#ifndef BELFRY_H
#define BELFRY_H

#include <belfry/base.h>
#include <belfry/center.h>
#include <belfry/content.h>
#include <belfry/content_extension.h>
#include <belfry/extension.h>
#include <belfry/host.h>
#include <belfry/service.h>
#include <belfry/storage.h>
#include <belfry/view.h>

#endif
