// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

package import BelfryRuntime

/// Shows a notification where there is no terminal: as it is once the extension is at rest, as text.
package struct PicturePresenter: ContentPresenter {
    private let columns: Int
    private let secondsFromUTC: Int
    private let write: @Sendable (String) -> Void

    /// A presenter for a stream.
    ///
    /// - Parameters:
    ///   - columns: The width of the text at most.
    ///   - secondsFromUTC: The clock's distance from UTC.
    ///   - write: Takes the picture.
    package init(
        columns: Int = 100,
        secondsFromUTC: Int,
        write: @escaping @Sendable (String) -> Void
    ) {
        self.columns = columns
        self.secondsFromUTC = secondsFromUTC
        self.write = write
    }

    package func present(_ stage: any ContentStage) async {
        let options = DrawingOptions(
            isColored: false,
            isInteractive: false,
            secondsFromUTC: secondsFromUTC
        )
        let rest = await stage.rested(within: Self.patience)
        let scene = TerminalScene(rest.snapshot)
        write(NotificationRenderer.drawing(of: scene, columns: columns, options).text)
    }

    /// How long what the extension downloads may take to be in the picture.
    private static let patience = Duration.seconds(5)
}
