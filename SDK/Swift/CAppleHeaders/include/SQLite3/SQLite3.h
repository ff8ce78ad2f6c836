/* SPDX-License-Identifier: Apache-2.0
 * Part of Belfry, a host for notification extensions. */

/* The system's SQLite under the name that Apple's has. */
#ifndef SQLITE3_SQLITE3_H
#define SQLITE3_SQLITE3_H

#include <sqlite3.h>

/* Apple's own flags of sqlite3_open_v2: when a file may be read. A file is not encrypted here, so
 * that they say nothing. */
#define SQLITE_OPEN_FILEPROTECTION_COMPLETE 0
#define SQLITE_OPEN_FILEPROTECTION_COMPLETEUNLESSOPEN 0
#define SQLITE_OPEN_FILEPROTECTION_COMPLETEUNTILFIRSTUSERAUTHENTICATION 0
#define SQLITE_OPEN_FILEPROTECTION_NONE 0

#endif
