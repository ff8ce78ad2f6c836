// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import ArgumentParser

/// How JSON is read that a person has written: payloads, categories, requests.
struct JSONOptions: ParsableArguments {
    @Flag(
        help: """
            Refuse a comma after the last entry, which JSON has not; without this it is passed over with \
            a warning.
            """
    )
    var strict = false
}
