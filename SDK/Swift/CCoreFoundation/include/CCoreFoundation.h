/* SPDX-License-Identifier: Apache-2.0
 * Part of Belfry, a host for notification extensions. */

/* What Foundation's library exports and its modules do not show: where the program is, from which
 * Bundle.main is found, and the domain of UserDefaults.standard. */
#ifndef CCOREFOUNDATION_H
#define CCOREFOUNDATION_H

/* The program's path, which the first use of Bundle.main goes by. The string is never freed. */
const char **_CFGetProcessPath(void);

/* The program's name, which is part of that path. */
const char **_CFGetProgname(void);

/* The name that stands for the main bundle's own defaults, a CFString. */
extern const void *const kCFPreferencesCurrentApplication;

#endif
