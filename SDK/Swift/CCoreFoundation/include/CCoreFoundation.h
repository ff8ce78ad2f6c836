/* SPDX-License-Identifier: Apache-2.0
 * Part of Belfry, a host for notification extensions. */

/* What Foundation's library exports and its modules do not show: where the program is, from which
 * Bundle.main is found, the domain of UserDefaults.standard, a bundle's folder, and methods that are
 * replaced. And what glibc's module does not show: which libraries are loaded. */
#ifndef CCOREFOUNDATION_H
#define CCOREFOUNDATION_H

/* The program's path, which the first use of Bundle.main goes by. The string is never freed. */
const char **_CFGetProcessPath(void);

/* The program's name, which is part of that path. */
const char **_CFGetProgname(void);

/* The name that stands for the main bundle's own defaults, a CFString. */
extern const void *const kCFPreferencesCurrentApplication;

/* The path of the file that was loaded first out of a folder, right in there; null where none was.
 * It is the dynamic linker's, and valid for as long as the file stays loaded. */
const char *belfry_first_loaded(const char *folder);

/* A bundle's folder, a CFURL that the caller owns. */
void *CFBundleCopyBundleURL(const void *bundle);

/* Methods of Foundation's classes, by their symbols; null where they are not to be found. */
extern const char belfry_user_defaults_set_url __asm__(
    "$s10Foundation12UserDefaultsC3set_6forKeyy0A10Essentials3URLVSg_SStF") __attribute__((weak));
extern const char belfry_file_manager_urls __asm__(
    "$s20FoundationEssentials11FileManagerC4urls3for2inSayAA3URLVGAC19SearchPathDirectoryO_"
    "AC0iJ10DomainMaskVtF") __attribute__((weak));
extern const char belfry_url_response_suggested_filename __asm__(
    "$s20FoundationNetworking11URLResponseC17suggestedFilenameSSSgvg") __attribute__((weak));

/* UserDefaults.set(_: URL?, forKey:) */
static inline const void *belfry_address_of_set_url(void) { return &belfry_user_defaults_set_url; }
/* FileManager.urls(for:in:) */
static inline const void *belfry_address_of_urls(void) { return &belfry_file_manager_urls; }
/* URLResponse.suggestedFilename */
static inline const void *belfry_address_of_suggested_filename(void) {
    return &belfry_url_response_suggested_filename;
}

#endif
