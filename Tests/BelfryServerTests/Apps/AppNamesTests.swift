// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

import BelfryCenter
import Testing

@testable import BelfryServer

/// Which apps can be installed beside each other, by the identifiers that they and their extensions
/// have.
@Suite struct AppNamesTests {
    private static func names(_ app: String, _ extensions: String...) -> AppNames {
        AppNames(app: app, extensions: Set(extensions))
    }

    @Test(arguments: [
        (names("com.bank", "com.bank.Service"), names("com.bank.chat", "com.bank.chat.Service")),
        (names("com.bank", "com.bank.chatting"), names("com.bank.chat", "com.bank.chat.Service")),
        (names("com.bank"), names("com.bank.chat")),
        (names("com.one", "com.one.Service"), names("com.two", "com.two.Service")),
    ])
    func `lets apps be beside each other that have nothing of each other's`(
        first: AppNames,
        second: AppNames
    ) throws {
        try first.check(against: [second])
        try second.check(against: [first])
    }

    @Test(arguments: [
        // The same extension.
        (
            names("com.bank", "com.bank.chat.Service"),
            names("com.bank.chat", "com.bank.chat.Service"), "com.bank.chat.Service"
        ),
        // Another one that begins as the longer app's do.
        (
            names("com.bank", "com.bank.chat.Other"),
            names("com.bank.chat", "com.bank.chat.Service"), "com.bank.chat.Other"
        ),
        // An app without extensions owns what begins as its own would.
        (
            names("com.bank", "com.bank.chat.Service"), names("com.bank.chat"),
            "com.bank.chat.Service"
        ),
        // An extension that has another app's identifier.
        (names("com.bank", "com.bank.chat"), names("com.bank.chat"), "com.bank.chat"),
    ])
    func `refuses the second of two apps with something of each other's`(
        first: AppNames,
        second: AppNames,
        shared: String
    ) throws {
        for (new, known) in [(first, second), (second, first)] {
            let error = try #require(throws: CenterError.self) {
                try new.check(against: [Self.names("com.other"), known])
            }
            #expect(error.code == .conflict)
            #expect(error.message.hasPrefix("\(new.app) cannot be installed beside \(known.app): "))
            #expect(error.message.contains(shared))
            #expect(error.message.hasSuffix("belfry remove \(known.app)"))
        }
    }
}
