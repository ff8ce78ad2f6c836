// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import EndToEndSupport
internal import Foundation
internal import Testing

/// `belfry build` of a folder with a `CMakeLists.txt`.
@Suite(
    .enabled(if: CMake.isNeeded, Comment(rawValue: CMake.isMissing)),
    .enabled(if: CPlusPlus.isNeeded, Comment(rawValue: CPlusPlus.isMissing)),
    .timeLimit(.minutes(3))
)
struct CMakeTests {
    /// A project in a folder of its own, made of the template for C++.
    private struct Project {
        /// The folder that has the project in it.
        let place: URL

        var folder: URL { place.appendingPathComponent("Courier") }
        var source: URL { folder.appendingPathComponent("NotificationService.cpp") }

        init(_ lists: String = Project.lists, in place: URL) async throws {
            self.place = place
            let made = try await belfry(["new", "service", "Courier", "--language", "cpp"])
            #expect(made.status == 0, "\(made.errors)")
            try write(lists)
        }

        static let lists = """
            cmake_minimum_required(VERSION 3.20)
            project(Courier CXX)
            find_package(Belfry REQUIRED)
            belfry_add_extension(Courier NotificationService.cpp)

            """

        func write(_ lists: String) throws {
            try Data(lists.utf8).write(to: folder.appendingPathComponent("CMakeLists.txt"))
        }

        func build(_ more: String...) async throws -> Command.Result {
            try await belfry(["build", "Courier", "-o", "Courier.appex"] + more)
        }

        func belfry(
            _ arguments: [String],
            environment variables: [String] = []
        ) async throws -> Command.Result {
            let tool = Workshop.products.appendingPathComponent("belfry").path
            let environment = [
                "-C", place.path, "XDG_DATA_HOME=\(place.path)",
                "XDG_CACHE_HOME=\(place.path)/cache", "NO_COLOR=1",
            ]
            let call = environment + variables + [tool] + arguments
            return try await Command.run("/usr/bin/env", call)
        }

        /// When the compiler wrote its object file.
        func compiled() throws -> Date {
            let cache = place.appendingPathComponent("cache")
            let names = try FileManager.default.subpathsOfDirectory(atPath: cache.path)
            let object = try #require(names.first { $0.hasSuffix("NotificationService.cpp.o") })
            let path = cache.appendingPathComponent(object).path
            let values = try FileManager.default.attributesOfItem(atPath: path)
            return try #require(values[.modificationDate] as? Date)
        }

        func replace(_ text: String, with other: String) throws {
            let code = try String(contentsOf: source, encoding: .utf8)
            try #require(code.contains(text))
            try Data(code.replacing(text, with: other).utf8).write(to: source)
        }
    }

    @Test func `a project is built, conforms and runs`() async throws {
        let workshop = try Workshop()
        let project = try await Project(in: workshop.folder)
        let built = try await project.build()
        #expect(built.status == 0, "\(built.errors)")
        #expect(built.errors.isEmpty, "\(built.errors)")
        let bundle = workshop.folder.appendingPathComponent("Courier.appex").path
        let names = try FileManager.default.contentsOfDirectory(atPath: bundle).sorted()
        #expect(names == ["Courier", "Info.plist"])
        let validated = try await project.belfry(["validate", "Courier.appex", "--runs", "2"])
        #expect(validated.status == 0, "\(validated.output)")
        let run = try await project.belfry(
            ["run", "Courier.appex", "Courier/payload.apns", "--state", "state"]
        )
        #expect(run.status == 0, "\(run.errors)")
        #expect(run.output.contains("modified"), "\(run.output)")
    }

    @Test func `a build that make has started says no more than another`() async throws {
        let workshop = try Workshop()
        let project = try await Project(in: workshop.folder)
        let built = try await project.belfry(
            ["build", "Courier", "-o", "Courier.appex"],
            environment: ["MAKELEVEL=1", "MAKEFLAGS=w -n --jobserver-auth=3,4"]
        )
        #expect(built.status == 0, "\(built.errors)")
        #expect(built.errors.isEmpty, "\(built.errors)")
    }

    @Test func `what has not changed is not compiled again`() async throws {
        let workshop = try Workshop()
        let project = try await Project(in: workshop.folder)
        #expect(try await project.build().status == 0)
        let first = try project.compiled()
        #expect(try await project.build().status == 0)
        #expect(try project.compiled() == first)
        try project.replace("modified", with: "changed")
        #expect(try await project.build().status == 0)
        #expect(try project.compiled() > first)
        let second = try project.compiled()
        #expect(try await project.build("--clean").status == 0)
        #expect(try project.compiled() > second)
    }

    @Test func `an error is quoted with the author's own line, without make's`() async throws {
        let workshop = try Workshop()
        let project = try await Project(in: workshop.folder)
        try project.replace("\"modified\"", with: "modified")
        let built = try await project.build()
        #expect(built.status == 65)
        #expect(built.errors.contains("\(project.source.path):7:27: error: "), "\(built.errors)")
        #expect(built.errors.contains("best.set_subtitle(modified);"), "\(built.errors)")
        #expect(!built.errors.contains("***"), "\(built.errors)")
        #expect(!built.errors.contains("%]"), "\(built.errors)")
        #expect(built.errors.hasSuffix("cmake could not build Courier/CMakeLists.txt; see above\n"))
    }

    @Test func `of several libraries the one that is named is built`() async throws {
        let workshop = try Workshop()
        let more = "belfry_add_extension(Other NotificationService.cpp)\n"
        let project = try await Project(Project.lists + more, in: workshop.folder)
        let open = try await project.build()
        #expect(open.status == 64)
        #expect(open.errors.hasSuffix("name the extension's with --target: Courier, Other\n"))
        let wrong = try await project.build("--target", "None")
        #expect(wrong.status == 64)
        #expect(wrong.errors.contains("it has Courier, Other"), "\(wrong.errors)")
        let built = try await project.build("--target", "Other")
        #expect(built.status == 0, "\(built.errors)")
    }

    @Test func `a project without a library says what to add`() async throws {
        let workshop = try Workshop()
        let lists = "cmake_minimum_required(VERSION 3.20)\nproject(Courier NONE)\n"
        let project = try await Project(lists, in: workshop.folder)
        let built = try await project.build()
        #expect(built.status == 65)
        #expect(built.errors.contains("belfry_add_extension(NAME SOURCE...)"), "\(built.errors)")
        let odd = try await project.build("-l", "crypto")
        #expect(odd.status == 64)
        #expect(odd.errors.contains("-l is not for CMake; say it in CMakeLists.txt"))
    }

    @Test func `a broken project is quoted, and leaves the earlier bundle`() async throws {
        let workshop = try Workshop()
        let project = try await Project(in: workshop.folder)
        #expect(try await project.build().status == 0)
        try project.write("project(Courier CXX\n")
        let built = try await project.build()
        #expect(built.status == 65)
        #expect(built.errors.contains("CMakeLists.txt:1"), "\(built.errors)")
        #expect(built.errors.hasSuffix("could not configure Courier/CMakeLists.txt; see above\n"))
        #expect(try await project.belfry(["inspect", "Courier.appex"]).status == 0)
    }

    @Test func `a build that would fetch names what, and opens no connection`() async throws {
        let workshop = try Workshop()
        let server = try SilentServer()
        let fetched = """
            cmake_minimum_required(VERSION 3.20)
            project(Courier CXX)
            include(FetchContent)
            FetchContent_Declare(Words URL http://127.0.0.1:\(server.port)/words.tar.gz)
            FetchContent_MakeAvailable(Words)
            find_package(Belfry REQUIRED)
            belfry_add_extension(Courier NotificationService.cpp)
            target_link_libraries(Courier PRIVATE Words::Words)

            """
        let project = try await Project(fetched, in: workshop.folder)
        let refused = try await project.build()
        #expect(refused.status == 65)
        #expect(
            refused.errors.hasSuffix(
                "belfry: Courier/CMakeLists.txt fetches words, and belfry build gets nothing from a "
                    + "network; have its sources here and write "
                    + "set(FETCHCONTENT_SOURCE_DIR_WORDS FOLDER) above FetchContent_MakeAvailable\n"
            ),
            "\(refused.errors)"
        )
        #expect(server.callerCount == 0)

        // As it says.
        let words = workshop.folder.appendingPathComponent("words")
        try FileManager.default.createDirectory(at: words, withIntermediateDirectories: true)
        let lists = "add_library(Words INTERFACE)\nadd_library(Words::Words ALIAS Words)\n"
        try Data(lists.utf8).write(to: words.appendingPathComponent("CMakeLists.txt"))
        let here = "set(FETCHCONTENT_SOURCE_DIR_WORDS \(words.path))\nFetchContent_MakeAvailable"
        try project.write(fetched.replacing("FetchContent_MakeAvailable", with: here))
        let built = try await project.build()
        #expect(built.status == 0, "\(built.errors)")
        #expect(server.callerCount == 0)

        // Then another failure is not put down to it.
        try project.replace("\"modified\"", with: "modified")
        let broken = try await project.build()
        #expect(
            broken.errors.hasSuffix("cmake could not build Courier/CMakeLists.txt; see above\n")
        )
    }

    @Test func `a project of another folder takes the place of an earlier one`() async throws {
        let workshop = try Workshop()
        let project = try await Project(in: workshop.folder)
        #expect(try await project.build().status == 0)
        let place = workshop.folder
        try FileManager.default.moveItem(
            at: project.folder,
            to: place.appendingPathComponent("Moved")
        )
        let built = try await project.belfry(["build", "Moved", "-o", "Courier.appex"])
        #expect(built.status == 0, "\(built.errors)")
    }

    @Test func `builds that race each leave a whole bundle`() async throws {
        let workshop = try Workshop()
        let project = try await Project(in: workshop.folder)
        async let first = project.build()
        async let second = project.build()
        for result in [try await first, try await second] {
            #expect(result.status == 0, "\(result.errors)")
        }
        #expect(try await project.belfry(["inspect", "Courier.appex"]).status == 0)
    }
}
