// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

package import BelfryEgress
package import BelfryReport
package import BelfryRuntime
internal import BelfryWire

/// Draws pages that others wrote: what the web views of one bundle show.
///
/// Each page has a browser of its own, in a sandbox. No script runs, and every connection goes through a
/// proxy that lets out what the bundle's own extension may reach.
package struct PageDrawer: Sendable {
    /// What came of a page.
    package struct Drawing: Sendable {
        /// The picture, a PNG of two pixels to a point; else why there is none.
        package var picture: Result<PictureFile, any Error>

        /// What the proxy decided about what the page asked for, drawn or not.
        package var decisions: [EgressDecision]

        /// How many decisions there were besides.
        package var droppedCount: Int

        package init(
            picture: Result<PictureFile, any Error>,
            decisions: [EgressDecision] = [],
            droppedCount: Int = 0
        ) {
            self.picture = picture
            self.decisions = decisions
            self.droppedCount = droppedCount
        }
    }

    /// Whether pages see a dark appearance.
    private let isDark: Bool
    private let program: BrowserProgram
    private let launcher: String
    private let network: Network
    private let timeLimit: Duration

    /// What a bundle's pages may reach.
    package struct Network: Sendable {
        let bundlePath: String
        let policy: NetworkPolicy
        let limits: EgressLimits

        /// The same as the bundle's extension may reach.
        ///
        /// - Parameters:
        ///   - bundlePath: The bundle.
        ///   - policy: The origins.
        ///   - budget: How much of it each page may use.
        package init(
            ofBundleAt bundlePath: String,
            _ policy: NetworkPolicy,
            _ budget: NetworkBudget
        ) {
            self.bundlePath = bundlePath
            self.policy = policy
            limits = EgressLimits(
                byteCount: budget.byteCount,
                requestCount: budget.requestCount,
                connectionCount: PageDrawer.connectionCount,
                connectionTime: PageDrawer.usualTimeLimit
            )
        }
    }

    /// The longest side of a view that is drawn, in points: of two pixels.
    static let sideLimit = ViewLimit.pictureSide / 2

    /// As many connections as Chromium opens to a proxy.
    private static let connectionCount = 32

    /// How long a page usually may take to be drawn, its browser's start and end included.
    package static let usualTimeLimit = Duration.seconds(20)

    /// A drawer for one bundle.
    ///
    /// - Parameters:
    ///   - network: What its pages may reach.
    ///   - launcher: The `belfry-worker` that makes sandboxes.
    ///   - isDark: Whether pages see a dark appearance.
    ///   - timeLimit: How long a page may take to be drawn, its browser's start and end included.
    /// - Throws: ``ToolFailure`` where there is no browser.
    package init(
        _ network: Network,
        launcher: String,
        isDark: Bool,
        timeLimit: Duration = PageDrawer.usualTimeLimit
    ) throws {
        self.network = network
        self.timeLimit = timeLimit
        self.launcher = launcher
        self.isDark = isDark
        program = try BrowserProgram.find()
    }

    /// Draws a page.
    ///
    /// - Parameters:
    ///   - page: The page.
    ///   - width: The view's width, in points.
    ///   - height: The view's.
    /// - Returns: The picture, and what the page asked for. In place of the picture ``ToolFailure`` where
    ///   there is no sandbox, where the browser fails or takes too long; ``PictureFault`` where what it
    ///   gives is no picture.
    package func draw(_ page: WebPageFile, width: Int, height: Int) async -> Drawing {
        let way = PageNetwork(network)
        let window = ForeignPage.Window(width: width, height: height, isDark: isDark)
        let picture: Result<PictureFile, any Error>
        do {
            picture = .success(try PictureFile(bytes: try await png(of: page, window, by: way)))
        } catch {
            picture = .failure(error)
        }
        let (decisions, droppedCount) = await way.close()
        return Drawing(
            picture: picture,
            decisions: ForeignPage.told(decisions),
            droppedCount: droppedCount
        )
    }

    private func png(
        of page: WebPageFile,
        _ window: ForeignPage.Window,
        by way: PageNetwork
    ) async throws -> [UInt8] {
        try await Self.within(timeLimit) {
            let seal = BrowserSeal(launcher: launcher, openNetwork: way.open)
            return try await Browser.run(
                program,
                sealedBy: seal,
                commandLimit: timeLimit
            ) { browser in
                try await ForeignPage.draw(page, in: browser, window)
            }
        }
    }

    /// Does work, and gives it up where it takes too long.
    private static func within<Outcome: Sendable>(
        _ limit: Duration,
        _ work: @escaping @Sendable () async throws -> Outcome
    ) async throws -> Outcome {
        try await withThrowingTaskGroup(of: Outcome.self) { group in
            group.addTask { try await work() }
            group.addTask {
                try await Task.sleep(for: limit)
                throw ToolFailure("it took longer than \(limit.components.seconds) s", .unavailable)
            }
            defer { group.cancelAll() }
            guard let outcome = try await group.next() else { throw CancellationError() }
            return outcome
        }
    }
}
