// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryModel
internal import BelfryReport
internal import BelfryRuntime
internal import Foundation
internal import Testing

/// Row 114: what bundles put into directories that others have too.
extension DiskTrials {
    static let shared: [Trial] = [
        removing("removing by the SDK, bytes", act: "keep-bytes"),
        removing("removing by the SDK, files", act: "keep-files"),
        sharing("bytes", act: "keep-bytes", count: 5),
        sharing("files", act: "keep-files", count: 7600),
        Trial("more than there is room for", filler) { stage, bundle in
            let (bundle, other) = try stage.group("group.com.example.overfull", bundle, filler)
            let tried = try await stage.run(other, act: "try", .inGroup)
            guard stage.keepsFiles else { return nothing.check(tried) }
            Expectation.delivered(answers: ["writable": ["1"], "try": ["ok"]]).check(tried)
            // The clock of the other's worker shows that it has rested.
            Expectation.fallback(.output)
                .check(try await stage.run(bundle, act: "write", .inGroup))
            // What changed a moment before or after a run of the other's stays, whosever it is.
            Expectation.delivered(answers: ["writable": ["0", "1"], "look": ["ok"]])
                .check(try await stage.run(other, act: "look", .inGroup))
        },
        Trial("two at once", filler) { stage, bundle in
            let (bundle, other) = try stage.group("group.com.example.both", bundle, filler)
            guard stage.keepsFiles else { return }
            async let first = stage.run(bundle, act: "files", .inGroup)
            async let second = stage.run(other, act: "files", .inGroup)
            let outcomes = [try await first, try await second]
            for outcome in outcomes {
                Expectation.fallback(.output, .hostResource).check(outcome)
            }
            let shared = outcomes.map(\.report).filter { $0.ending == .fallback(.hostResource) }
            #expect(
                shared.allSatisfy { $0.explanation.contains("bundles that have it were at work") }
            )
            let path = stage.folder.appendingPathComponent("state/groups/group.com.example.both")
                .path
            let count = try FileManager.default.contentsOfDirectory(atPath: path).count
            #expect(count < 60_000, "\(count) files")
        },
    ]

    /// One bundle fills a group; another one of it reads, removes, and can write then.
    private static func sharing(_ name: String, act: String, count: Int) -> Trial {
        Trial(name, filler) { stage, bundle in
            let (bundle, other) = try stage.group("group.com.example.\(name)", bundle, filler)
            guard stage.keepsFiles else {
                return nothing.check(try await stage.run(bundle, act: act, .inGroup))
            }
            Expectation.delivered(answers: ["writable": ["1"], "kept": ["\(count)"]])
                .check(try await stage.run(bundle, act: act, .inGroup))
            Expectation.delivered(answers: ["writable": ["0"], "read": ["\(count)"]])
                .check(try await stage.run(other, act: "read", .inGroup))
            Expectation.delivered(answers: ["writable": ["0"], "removed": ["\(count)"]])
                .check(try await stage.run(other, act: "remove", .inGroup))
            Expectation.delivered(answers: ["writable": ["1"], "try": ["ok"]])
                .check(try await stage.run(other, act: "try", .inGroup))
        }
    }

    /// One bundle fills a group and a keychain; another one of them removes what it keeps there, by
    /// the calls of iOS, and nothing else goes.
    private static func removing(_ name: String, act: String) -> Trial {
        Trial(swift: name) { stage, bundle in
            guard stage.keepsFiles else { return }
            let (group, keychain) = ("group.com.example.\(act)", "com.example.\(act)")
            // Other rows use the suite's bundle in Swift at the same time.
            let path = stage.folder.appendingPathComponent("Keeping.appex").path
            if !FileManager.default.fileExists(atPath: path) {
                try FileManager.default.copyItem(atPath: bundle.path, toPath: path)
            }
            let keeping = try ExtensionBundle(at: path)
            let filling = try stage.bundle("Filling-\(act)", filler)
            let (bundle, other) = try stage.entitle([keeping, filling], group, keychain)
            var settings = RunSettings("wall=90s,cpu=20s", fresh: true)
            settings.payload = #","group":"\#(group)","keychain":"\#(keychain)""#
            let added = "[0, 0, 0]"
            Expectation.delivered(
                answers: kept("one,two,three", ["add0": [added], "add1": [added]])
            )
            .check(try await stage.run(bundle, act: "keep", settings))
            for place in [RunSettings.inGroup, .inKeychain] {
                Expectation.delivered(answers: ["writable": ["1"]])
                    .check(try await stage.run(other, act: act, place))
            }
            let readOnly: Set<String> = ["-25292"]
            let answers: [String: Set<String>] = [
                "add0": readOnly, "delete0": ["0"], "add1": readOnly, "delete1": ["0"],
                "remove": ["ok"], "make": ["refused"],
            ]
            Expectation.delivered(answers: kept("one,three", answers))
                .check(try await stage.run(bundle, act: "discard", settings))
            // Nothing of it was this process's memory alone.
            Expectation.delivered(answers: kept("one,three"))
                .check(try await stage.run(bundle, act: "look", settings))
        }
    }

    /// What the fixture in Swift finds, and further answers.
    private static func kept(
        _ names: String,
        _ answers: [String: Set<String>] = [:]
    ) -> [String: Set<String>] {
        let places = ["items0", "items1", "defaults", "all", "files"]
        let found = Dictionary(uniqueKeysWithValues: places.map { ($0, Set([names])) })
        return answers.merging(found) { $1 }
    }
}

extension RunSettings {
    /// Has the fixture work in its group.
    fileprivate static let inGroup = RunSettings(
        "wall=90s,cpu=20s",
        payload: #","where":"group""#
    )

    /// Has it work in its keychain.
    fileprivate static let inKeychain = RunSettings(
        "wall=90s,cpu=20s",
        payload: #","where":"keychain""#
    )
}

extension HostileStage {
    /// Puts a bundle and a further one into a group.
    func group(
        _ identifier: String,
        _ bundle: ExtensionBundle,
        _ fixture: Fixture
    ) throws -> (ExtensionBundle, ExtensionBundle) {
        let name = identifier.split(separator: ".").last.map(String.init) ?? "other"
        let other = try self.bundle("Other-\(name)", fixture)
        return try entitle([bundle, other], identifier)
    }

    /// Gives two bundles a group, and with it a keychain.
    fileprivate func entitle(
        _ bundles: [ExtensionBundle],
        _ group: String,
        _ keychain: String? = nil
    ) throws -> (ExtensionBundle, ExtensionBundle) {
        let list = [
            "com.apple.security.application-groups": [group],
            "keychain-access-groups": keychain.map { [$0] } ?? [],
        ]
        let bytes = try PropertyListSerialization.data(
            fromPropertyList: list,
            format: .xml,
            options: 0
        )
        for bundle in bundles {
            try bytes.write(to: URL(fileURLWithPath: bundle.path + "/Entitlements.plist"))
        }
        return (try ExtensionBundle(at: bundles[0].path), try ExtensionBundle(at: bundles[1].path))
    }
}
