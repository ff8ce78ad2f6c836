// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryModel
internal import BelfryReport
internal import BelfryRuntime
internal import EndToEndSupport
internal import Foundation
internal import Testing

/// How a sample is bound to its runtime.
enum Form: String, CaseIterable, Sendable {
    /// To the libraries of the SDK and of the toolchain.
    case shared

    /// With its own copy of both inside.
    case selfContained

    /// What `belfry build` is told.
    var options: [String] {
        switch self {
        case .shared: []
        case .selfContained: ["--static"]
        }
    }
}

/// The bundles of `Plugins/`, each built once by the tool for all tests.
actor Samples {
    static let built = Samples()

    /// What samples are linked with besides.
    private static let libraries = ["SealedPicture": ["crypto", "curl"]]

    private var builds: [String: Task<URL, any Error>] = [:]

    /// Builds a sample, or waits for who already does.
    func bundle(_ name: String, _ form: Form) async throws -> URL {
        // Beside the tests, so that the next run of these finds them as they are.
        let output = Workshop.products.appendingPathComponent("samples/\(form)/\(name).appex")
        let build =
            builds[output.path]
            ?? Task {
                try FileManager.default.createDirectory(
                    at: output.deletingLastPathComponent(),
                    withIntermediateDirectories: true
                )
                let result = try await Command.run(
                    Workshop.products.appendingPathComponent("belfry").path,
                    ["build", Workshop.sample(name).path, "-o", output.path] + form.options
                        + (Self.libraries[name] ?? []).flatMap { ["-l", $0] }
                )
                guard result.status == 0 else { throw CommandError("belfry build", result) }
                return output
            }
        builds[output.path] = build
        return try await build.value
    }
}

extension Workshop {
    /// A sample's folder.
    static func sample(_ name: String) -> URL {
        root.appendingPathComponent("Plugins/\(name)")
    }

    /// A copy of a sample's bundle.
    ///
    /// - Parameters:
    ///   - name: The sample.
    ///   - form: How it is built.
    ///   - server: The origin that it may reach in place of the one its manifest names.
    ///   - process: Which process its requests are given to.
    /// - Returns: The bundle.
    /// - Throws: What keeps it from being built or copied.
    func copy(
        of name: String,
        _ form: Form,
        server: String? = nil,
        process: Manifest.ProcessMode = .warm
    ) async throws -> ExtensionBundle {
        let original = try await Samples.built.bundle(name, form)
        let copy = folder.appendingPathComponent("\(UUID().uuidString)/\(name).appex")
        try FileManager.default.createDirectory(
            at: copy.deletingLastPathComponent(),
            withIntermediateDirectories: true
        )
        try FileManager.default.copyItem(at: original, to: copy)
        let file = copy.appendingPathComponent("Info.plist")
        let list = try unsafe PropertyListSerialization.propertyList(
            from: Data(contentsOf: file),
            format: nil
        )
        var manifest = try #require(list as? [String: Any])
        var options: [String: Any] = ["Process": process.rawValue]
        if let server { options["Network"] = [server] }
        manifest["BFExtension"] = options
        try PropertyListSerialization.data(fromPropertyList: manifest, format: .xml, options: 0)
            .write(to: file)
        return try ExtensionBundle(at: copy.path)
    }

    /// A sample's payload as text, with another server's origin in place of its own.
    static func payload(_ name: String, server: String? = nil) throws -> String {
        let file = sample(name).appendingPathComponent("payload.apns")
        let text = try String(contentsOf: file, encoding: .utf8)
        guard let server else { return text }
        return text.replacing(/http:\/\/127\.0\.0\.1:[0-9]+/, with: server)
    }

    /// Runs a sample three times: in a new worker, again in the same, and in a process of its own.
    ///
    /// - Parameters:
    ///   - name: The sample.
    ///   - form: How it is built.
    ///   - server: The origin that it reaches.
    ///   - payload: What it is given; the sample's own when nil.
    /// - Returns: The three reports, of which each is `delivered: completed`.
    /// - Throws: What keeps it from being built or run.
    func run(
        _ name: String,
        _ form: Form,
        server: String? = nil,
        payload: String? = nil
    ) async throws -> [RunReport] {
        let text = try payload ?? Self.payload(name, server: server)
        let request = RunRequest.push(
            try PushPayload.parse(Array(text.utf8)),
            identifier: "request-1"
        )
        let warm = try await copy(of: name, form, server: server)
        let fresh = try await copy(of: name, form, server: server, process: .fresh)
        var reports: [RunReport] = []
        // A host each: two bundles of one identifier are refused.
        for (bundle, count) in [(warm, 2), (fresh, 1)] {
            let host = try host()
            for _ in 0..<count { reports.append(try await host.run(request, in: bundle)) }
            await host.shutdown()
        }
        for (report, isWarm) in zip(reports, [false, true, false]) {
            #expect(report.ending == .delivered(.completed), "\(report.explanation)")
            #expect(report.timing?.isWarm == isWarm)
            #expect(report.strikes.isEmpty)
        }
        return reports
    }
}

extension RunReport {
    /// What the extension changed, a line for each field but the attachments.
    var changes: [String] {
        let text = { (value: String?) in (value ?? "").isEmpty ? "nothing" : value ?? "" }
        return self.difference.entries
            .filter { !$0.field.hasPrefix("attachments") }
            .map { "\($0.field): \(text($0.before)) → \(text($0.after))" }
    }
}
