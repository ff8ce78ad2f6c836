/* SPDX-License-Identifier: Apache-2.0
 * Part of Belfry, a host for notification extensions. */

/* For bridging headers, which name UIKit by habit: there is no Objective-C here, and Swift files
 * import the module itself. */
#ifndef BELFRY_UIKIT_H
#define BELFRY_UIKIT_H

#include <Foundation/Foundation.h>

#endif
