// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

import BelfryCenter
import BelfrySystem
import Foundation
import Glibc
import Logging
import Synchronization
import Testing

@testable import BelfryServer

/// A folder of installed apps whose programs are shell scripts, and what starts them.
struct InstalledScripts {
    static let app = "com.example.fixture"

    let folder: URL
    let apps: AppFolder
    let output: AppOutput
    let processes: ProcessRegister

    init() throws {
        folder = FileManager.default.temporaryDirectory
            .appendingPathComponent("belfry-apps-\(UUID().uuidString)")
            .resolvingSymlinksInPath()
        apps = AppFolder(path: folder.path + "/apps")
        output = AppOutput(path: folder.path + "/app-logs")
        processes = ProcessRegister(path: folder.path + "/app-processes")
    }

    func remove() {
        try? FileManager.default.removeItem(at: folder)
    }

    /// Puts an app there.
    ///
    /// - Parameters:
    ///   - digest: Its version.
    ///   - script: What its program does.
    /// - Returns: The app.
    /// - Throws: What keeps it from being written.
    func install(_ digest: String, _ script: String) throws -> CenterApp {
        let bundle = "\(apps.path)/\(Self.app)/\(digest)/Script.app"
        try FileManager.default.createDirectory(atPath: bundle, withIntermediateDirectories: true)
        let info = ["CFBundleIdentifier": Self.app, "CFBundleExecutable": "Script"]
        try PropertyListSerialization.data(fromPropertyList: info, format: .xml, options: 0)
            .write(to: URL(fileURLWithPath: bundle + "/Info.plist"))
        // Written under another name, so that no process has the file open that is executed.
        try "#!/bin/sh\n\(script)\n"
            .write(toFile: bundle + "/Script.new", atomically: true, encoding: .utf8)
        unsafe chmod(bundle + "/Script.new", 0o755)
        try FileManager.default.moveItem(
            atPath: bundle + "/Script.new",
            toPath: bundle + "/Script"
        )
        var app = CenterApp(identifier: Self.app)
        app.digest = digest
        return app
    }

    private var launcher: AppLauncher {
        AppLauncher(
            tokens: AppTokens(path: folder.path + "/app-tokens"),
            output: output,
            processes: processes,
            socket: nil,
            environment: ["PATH": "/usr/bin:/bin"]
        )
    }

    func programs(_ patience: AppPatience) -> AppPrograms {
        AppPrograms(
            apps,
            launcher,
            patience,
            Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
        )
    }

    func running(_ patience: AppPatience) -> RunningApps {
        RunningApps(
            apps,
            launcher,
            Logger(label: "test") { _ in SwiftLogNoOpLogHandler() },
            patience
        )
    }

    /// Waits until a program has written something.
    func waitFor(_ text: String) async throws {
        while try !String(decoding: output.end(of: Self.app), as: UTF8.self).contains(text) {
            try await Task.sleep(for: .milliseconds(5))
        }
    }
}
