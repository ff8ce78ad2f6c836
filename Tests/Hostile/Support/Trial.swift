// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryModel
internal import BelfryRuntime

/// One thing an extension tries, and what must come of it.
struct Trial: Sendable {
    /// The trial under way, for the text of what fails.
    @TaskLocal static var current = ""

    /// What is special about it within its row.
    let name: String

    /// The library; nil for one in Swift, or where the script makes its own.
    let fixture: Fixture?

    /// Libraries the script needs besides.
    var others: [Fixture] = []

    /// Whether it is in the Swift fixtures' bundle.
    var isSwift = false

    /// Whether its bundle is a content extension.
    var draws = false

    /// Members of the manifest's `BFExtension`.
    var manifest: @Sendable () -> [String: Any] = { [:] }

    /// Does it, and expects what must come of it.
    let script: @Sendable (HostileStage, ExtensionBundle) async throws -> Void

    var fixtures: [Fixture] { (fixture.map { [$0] } ?? []) + others }

    /// Tries something in one run.
    ///
    /// - Parameters:
    ///   - name: What is special about it within its row.
    ///   - fixture: The library.
    ///   - expectation: What must come of it.
    ///   - act: What the fixture is asked to do, where it can do several things.
    ///   - settings: How the run differs from others.
    ///   - manifest: Members of the manifest's `BFExtension`.
    init(
        _ name: String,
        _ fixture: Fixture,
        _ expectation: Expectation,
        act: String = "",
        _ settings: RunSettings = RunSettings(),
        manifest: @escaping @Sendable () -> [String: Any] = { [:] }
    ) {
        self.name = name
        self.fixture = fixture
        self.manifest = manifest
        script = { stage, bundle in
            let outcome = try await stage.run(bundle, act: act, settings)
            expectation.check(outcome)
        }
    }

    /// Tries something in one run of which more than one thing can come, by where the suite runs.
    ///
    /// - Parameters:
    ///   - name: What is special about it within its row.
    ///   - fixture: The library.
    ///   - act: What the fixture is asked to do.
    ///   - settings: How the run differs from others.
    ///   - manifest: Members of the manifest's `BFExtension`.
    ///   - expectation: What must come of it there.
    init(
        _ name: String,
        _ fixture: Fixture,
        act: String = "",
        _ settings: RunSettings = RunSettings(),
        manifest: @escaping @Sendable () -> [String: Any] = { [:] },
        expectation: @escaping @Sendable (HostileStage) -> Expectation
    ) {
        self.name = name
        self.fixture = fixture
        self.manifest = manifest
        script = { stage, bundle in
            let outcome = try await stage.run(bundle, act: act, settings)
            expectation(stage).check(outcome)
        }
    }

    /// Tries something that takes several runs, or more than a run.
    init(
        _ name: String,
        _ fixture: Fixture?,
        others: [Fixture] = [],
        manifest: @escaping @Sendable () -> [String: Any] = { [:] },
        script: @escaping @Sendable (HostileStage, ExtensionBundle) async throws -> Void
    ) {
        self.name = name
        self.fixture = fixture
        self.others = others
        self.manifest = manifest
        self.script = script
    }

    /// Tries something with a content extension.
    init(
        drawing name: String,
        _ fixture: Fixture,
        script: @escaping @Sendable (HostileStage, ExtensionBundle) async throws -> Void
    ) {
        self.name = name
        self.fixture = fixture
        draws = true
        self.script = script
    }

    /// Tries something in Swift.
    init(
        swift name: String,
        act: String,
        _ expectation: Expectation,
        _ settings: RunSettings = RunSettings()
    ) {
        self.init(swift: name) { stage, bundle in
            let outcome = try await stage.run(bundle, act: act, settings)
            expectation.check(outcome)
        }
    }

    /// Tries something in Swift that takes several runs.
    init(
        swift name: String,
        script: @escaping @Sendable (HostileStage, ExtensionBundle) async throws -> Void
    ) {
        self.name = name
        fixture = nil
        isSwift = true
        self.script = script
    }
}
