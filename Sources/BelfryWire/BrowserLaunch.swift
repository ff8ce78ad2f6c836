// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

/// A browser that `belfry-worker` is to start in a sandbox, as its arguments say it.
///
/// The worker's first message is ``readiness`` with the descriptor of a listening socket, the browser's
/// only way to the network; or else a sentence that says why there is no browser.
package struct BrowserLaunch: Equatable, Sendable {
    /// A folder with two in it: `root`, where the browser's view of the machine is put together, and
    /// `own`, which it writes into.
    package var folder: String

    /// The browser's program, by its path.
    package var program: String

    /// The program's arguments, but for its proxy's.
    package var arguments: [String]

    /// What the worker says when the browser is about to start.
    package static let readiness = "ready"

    private static let word = "browser"

    package init(folder: String, program: String, arguments: [String]) {
        self.folder = folder
        self.program = program
        self.arguments = arguments
    }

    /// Reads the worker's arguments, without its own name; nil where they say something else.
    package init?(_ words: [String]) {
        guard words.count >= 3, words[0] == Self.word else { return nil }
        self.init(folder: words[1], program: words[2], arguments: Array(words[3...]))
    }

    /// The worker's arguments, without its own name.
    package var words: [String] { [Self.word, folder, program] + arguments }

    /// Where the browser's view of the machine is put together.
    package var root: String { folder + "/root" }

    /// What the browser writes into.
    package var own: String { folder + "/own" }
}
