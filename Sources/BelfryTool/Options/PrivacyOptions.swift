// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import ArgumentParser

/// What a command that calls an extension shows of its log.
struct PrivacyOptions: ParsableArguments {
    @Flag(
        name: .customLong("private"),
        help: "Show in the log what Logger and os_log hide as <private>, as Xcode does."
    )
    var showsPrivateValues = false
}
