// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

import Belfry
import Foundation

/// Runs a service extension on ten pushes at once, and opens a notification that a content extension
/// draws.
@main
struct EmbeddedHost {
    static func main() async {
        let arguments = CommandLine.arguments.dropFirst()
        guard arguments.count == 3 || arguments.count == 4 else {
            return fail("usage: EmbeddedHost SERVICE.appex CONTENT.appex CONTENT-PAYLOAD [PARTS]")
        }
        let paths = Array(arguments)
        do {
            var configuration = ExtensionHost.Configuration.default
            // Extensions of strangers get no more than the defaults, whatever they ask for.
            configuration.budgetCeiling = Budget()
            if paths.count == 4 { configuration.parts = .at(paths[3]) }
            let host = try await ExtensionHost(configuration)
            try await runTen(on: host, in: try ExtensionBundle(at: paths[0]))
            try await show(paths[2], on: host, in: try ExtensionBundle(at: paths[1]))
            await host.shutdown()
        } catch {
            fail("\(error)")
        }
    }

    /// Runs ten pushes at once, and prints what is to be shown of each, in their order.
    static func runTen(on host: ExtensionHost, in bundle: ExtensionBundle) async throws {
        let outcomes = try await withThrowingTaskGroup(of: (Int, RunOutcome).self) { group in
            for number in 1...10 {
                group.addTask {
                    let payload = try PushPayload(
                        #"{"aps": {"alert": {"title": "Letter \#(number)", "body": "For you."}, "#
                            + #""mutable-content": 1}}"#
                    )
                    return (number, try await host.run(.push(payload), in: bundle))
                }
            }
            return try await group.reduce(into: [:]) { $0[$1.0] = $1.1 }
        }
        for (_, outcome) in outcomes.sorted(by: { $0.key < $1.key }) {
            print("\(outcome.verdict): \(outcome.content?.title ?? "nothing is shown")")
        }
    }

    /// Opens a notification, and prints what its extension has drawn.
    static func show(
        _ path: String,
        on host: ExtensionHost,
        in bundle: ExtensionBundle
    ) async throws {
        let payload = try PushPayload(Data(contentsOf: URL(fileURLWithPath: path)))
        let session = try await host.open(.push(payload), in: bundle)
        for await frame in session.frames {
            switch frame.phase {
            case .loading: continue
            case .fallback(_, let explanation): print("without the extension: \(explanation)")
            case .open, .answering, .closed: describe(frame.root)
            }
            break
        }
        print("\(await session.close().verdict)")
    }

    /// Prints a view and those in it.
    static func describe(_ view: ContentSession.View, indent: String = "") {
        let frame = view.frame
        let size = "\(Int(frame.width))×\(Int(frame.height)) at \(Int(frame.x)),\(Int(frame.y))"
        print("\(indent)\(view.kind) \(size)\(view.text.map { ": \($0)" } ?? "")")
        for child in view.children { describe(child, indent: indent + "  ") }
    }

    /// Says what is wrong, and ends the program.
    static func fail(_ message: String) {
        FileHandle.standardError.write(Data("EmbeddedHost: \(message)\n".utf8))
        exit(1)
    }
}
