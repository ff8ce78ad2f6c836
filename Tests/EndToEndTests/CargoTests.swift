// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import EndToEndSupport
internal import Foundation
internal import Testing

/// `belfry build` of a folder with a `Cargo.toml`, again and anew.
@Suite(.enabled(if: Cargo.isNeeded, Comment(rawValue: Cargo.isMissing)), .timeLimit(.minutes(5)))
struct CargoTests {
    private func belfry(_ arguments: [String], in place: URL) async throws {
        let tool = Workshop.products.appendingPathComponent("belfry").path
        let environment = [
            "-C", place.path, "XDG_DATA_HOME=\(place.path)", "XDG_CACHE_HOME=\(place.path)/cache",
            "NO_COLOR=1",
        ]
        let result = try await Command.run("/usr/bin/env", environment + [tool] + arguments)
        try #require(result.status == 0, "\(result.errors)")
    }

    /// When rustc wrote a library of a build, by the beginning of its name.
    private func compiled(_ name: String, in place: URL) throws -> Date {
        let cache = place.appendingPathComponent("cache")
        let paths = try FileManager.default.subpathsOfDirectory(atPath: cache.path)
        let path = try #require(
            paths.first {
                $0.contains("/deps/\(name)") && ($0.hasSuffix(".so") || $0.hasSuffix(".rlib"))
            },
            "\(paths)"
        )
        let file = cache.appendingPathComponent(path).path
        let values = try FileManager.default.attributesOfItem(atPath: file)
        return try #require(values[.modificationDate] as? Date)
    }

    @Test func `what has not changed is not compiled again, but with --clean all of it`()
        async throws
    {
        let workshop = try Workshop()
        let place = workshop.folder
        let build = ["build", "Courier", "-o", "Courier.appex"]
        try await belfry(["new", "service", "Courier", "--language", "rust"], in: place)
        try await belfry(build, in: place)
        let first = try compiled("libcourier", in: place)
        let kit = try compiled("libbelfry_extension", in: place)
        try await belfry(build, in: place)
        #expect(try compiled("libcourier", in: place) == first)

        let source = place.appendingPathComponent("Courier/src/lib.rs")
        let code = try String(contentsOf: source, encoding: .utf8)
        try #require(code.contains("\"modified\""))
        try Data(code.replacing("\"modified\"", with: "\"changed\"").utf8).write(to: source)
        try await belfry(build, in: place)
        #expect(try compiled("libcourier", in: place) > first)
        #expect(try compiled("libbelfry_extension", in: place) == kit)

        try await belfry(build + ["--clean"], in: place)
        #expect(try compiled("libbelfry_extension", in: place) > kit)
        try await belfry(["validate", "Courier.appex", "--runs", "2"], in: place)
    }
}
