// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import EndToEndSupport
internal import Foundation
internal import Testing

/// `belfry build` of a folder with a `Cargo.toml`, again and anew, and of a single file of Rust.
@Suite(.enabled(if: Cargo.isNeeded, Comment(rawValue: Cargo.isMissing)), .timeLimit(.minutes(5)))
struct CargoTests {
    private func belfry(_ arguments: [String], in place: URL) async throws {
        let result = try await run(arguments, in: place)
        try #require(result.status == 0, "\(result.errors)")
    }

    private func run(_ arguments: [String], in place: URL) async throws -> Command.Result {
        let tool = Workshop.products.appendingPathComponent("belfry").path
        let environment = [
            "-C", place.path, "XDG_DATA_HOME=\(place.path)", "XDG_CACHE_HOME=\(place.path)/cache",
            "NO_COLOR=1",
        ]
        return try await Command.run("/usr/bin/env", environment + [tool] + arguments)
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

    @Test func `a single file is an extension, alone or in a folder, and its errors name it`()
        async throws
    {
        let workshop = try Workshop()
        let place = workshop.folder
        try await belfry(["new", "service", "Courier", "--language", "rust"], in: place)
        let crate = place.appendingPathComponent("Courier")
        let folder = place.appendingPathComponent("a \"single\" file")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let source = folder.appendingPathComponent("Stamp.rs")
        try FileManager.default.moveItem(
            at: crate.appendingPathComponent("src/lib.rs"),
            to: source
        )
        try await belfry(["build", source.path, "-o", "Stamp.appex"], in: place)
        let first = try compiled("libextension", in: place)
        try await belfry(["build", source.path, "-o", "Stamp.appex"], in: place)
        #expect(try compiled("libextension", in: place) == first)
        try await belfry(["build", folder.path, "-o", "Folder.appex"], in: place)
        for bundle in ["Stamp.appex", "Folder.appex"] {
            let run = ["run", bundle, "Courier/payload.apns", "--json"]
            let result = try await self.run(run, in: place)
            #expect(result.output.contains("modified"), "\(result.output)\(result.errors)")
        }
        try Data("fn unfinished() {\n    nothing();\n}\n".utf8).write(to: source)
        let broken = try await run(["build", source.path, "--debug"], in: place)
        #expect(broken.status == 65)
        #expect(broken.errors.contains("Stamp.rs:2:5"), "\(broken.errors)")
        #expect(broken.errors.hasSuffix("could not compile \(source.path); see above\n"))
    }

    @Test func `a single file has Cargo run nothing that lies beside it`() async throws {
        let workshop = try Workshop()
        let place = workshop.folder
        try await belfry(["new", "service", "Courier", "--language", "rust"], in: place)
        let project = place.appendingPathComponent("project")
        let settings = project.appendingPathComponent(".cargo")
        try FileManager.default.createDirectory(at: settings, withIntermediateDirectories: true)
        try FileManager.default.moveItem(
            at: place.appendingPathComponent("Courier/src/lib.rs"),
            to: project.appendingPathComponent("Stamp.rs")
        )
        let wrapper = project.appendingPathComponent("wrapper")
        try Data("#!/bin/sh\ntouch '\(place.path)/planted'\nexec \"$@\"\n".utf8).write(to: wrapper)
        try FileManager.default.setAttributes(
            [.posixPermissions: 0o755],
            ofItemAtPath: wrapper.path
        )
        try Data("[build]\nrustc-wrapper = \"\(wrapper.path)\"\n".utf8)
            .write(to: settings.appendingPathComponent("config.toml"))
        let tool = Workshop.products.appendingPathComponent("belfry").path
        let build = try await Command.run(
            "/usr/bin/env",
            ["-C", project.path, "XDG_CACHE_HOME=\(place.path)/cache", tool, "build", "Stamp.rs"]
        )
        #expect(build.status == 0, "\(build.errors)")
        let planted = place.appendingPathComponent("planted").path
        #expect(!FileManager.default.fileExists(atPath: planted))
    }

    @Test func `a build that would fetch names what, and opens no connection`() async throws {
        let workshop = try Workshop()
        let place = workshop.folder
        let server = try SilentServer()
        try await belfry(["new", "service", "Courier", "--language", "rust"], in: place)
        let manifest = place.appendingPathComponent("Courier/Cargo.toml")
        let own = try String(contentsOf: manifest, encoding: .utf8)
        let address = "http://127.0.0.1:\(server.port)/words.git"
        try Data((own + "words = { git = \"\(address)\" }\n").utf8).write(to: manifest)
        for flags in [[], ["--debug"]] {
            let refused = try await run(["build", "Courier"] + flags, in: place)
            #expect(refused.status == 65)
            #expect(refused.errors.contains(address), "\(refused.errors)")
            #expect(
                refused.errors.hasSuffix(
                    "belfry: Courier/Cargo.toml depends on what is not here, and belfry build gets "
                        + "nothing from a network; run cargo fetch --manifest-path "
                        + "Courier/Cargo.toml first\n"
                ),
                "\(refused.errors)"
            )
        }
        #expect(server.callerCount == 0)
    }

    @Test func `a lock file is left as it is, and the command that mends it is named`() async throws
    {
        let workshop = try Workshop()
        let place = workshop.folder
        try await belfry(["new", "service", "Courier", "--language", "rust"], in: place)
        let crate = place.appendingPathComponent("Courier")
        let words = crate.appendingPathComponent("words/src")
        try FileManager.default.createDirectory(at: words, withIntermediateDirectories: true)
        try Data().write(to: words.appendingPathComponent("lib.rs"))
        let dependency = "[package]\nname = \"words\"\nversion = \"0.1.0\"\nedition = \"2021\"\n"
        try Data(dependency.utf8).write(to: crate.appendingPathComponent("words/Cargo.toml"))
        try await belfry(["build", "Courier", "-o", "Courier.appex"], in: place)
        let lock = crate.appendingPathComponent("Cargo.lock")
        let locked = try Data(contentsOf: lock)

        let manifest = crate.appendingPathComponent("Cargo.toml")
        let own = try String(contentsOf: manifest, encoding: .utf8)
        try Data((own + "words = { path = \"words\" }\n").utf8).write(to: manifest)
        let refused = try await run(["build", "Courier", "-o", "Courier.appex"], in: place)
        #expect(refused.status == 65)
        let mending = "cargo update --workspace --offline --manifest-path Courier/Cargo.toml"
        #expect(
            refused.errors.hasSuffix(
                "belfry: Courier/Cargo.toml does not fit its Cargo.lock, which belfry build leaves as "
                    + "it is; run \(mending) first\n"
            ),
            "\(refused.errors)"
        )
        #expect(try Data(contentsOf: lock) == locked)
        let mended = try await Command.run("/bin/sh", ["-c", "cd '\(place.path)' && \(mending)"])
        #expect(mended.status == 0, "\(mended.errors)")
        try await belfry(["build", "Courier", "-o", "Courier.appex"], in: place)
    }

    @Test func `a kit that has moved is named with the line and with where it is`() async throws {
        let workshop = try Workshop()
        let place = workshop.folder
        try await belfry(["new", "service", "Courier", "--language", "rust"], in: place)
        let manifest = place.appendingPathComponent("Courier/Cargo.toml")
        let kit = Workshop.root.appendingPathComponent("SDK/Rust").path
        let text = try String(contentsOf: manifest, encoding: .utf8)
        try #require(text.contains("path = \"\(kit)\""))
        try Data(text.replacing(kit, with: "/absent/kit").utf8).write(to: manifest)
        let result = try await run(["build", "Courier"], in: place)
        #expect(result.status == 66)
        #expect(
            result.errors == "belfry: Courier/Cargo.toml:11: there is no crate belfry-extension in "
                + "/absent/kit; this Belfry has it elsewhere: write path = \"\(kit)\"\n"
        )
    }
}
