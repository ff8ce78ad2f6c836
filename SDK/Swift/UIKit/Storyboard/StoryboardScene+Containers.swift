// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import Foundation

/// Controllers in container views.
extension StoryboardScene {
    /// Makes the controller that a container view leads to, and puts its view there.
    ///
    /// - Parameters:
    ///   - connection: The connection, which names the controller.
    ///   - view: The container view.
    func embed(_ connection: StoryboardElement, in view: UIView) {
        guard let parent = id.flatMap({ objects[$0] }) as? UIViewController,
            let destination = connection["destination"].map(file.drawnController)
        else { return }
        _ = connection["customClass"]
        let scenes = file.scenes.compactMap { StoryboardScene($0, in: file, classes: classes) }
        guard let scene = scenes.first(where: { $0.id == destination }) else {
            return file.warn(
                "what a container view leads to (\(destination))",
                at: connection.line,
                "is not there, or is none of a kind that is known here"
            )
        }
        guard !ancestors(of: parent).contains(destination) else {
            return file.complain(
                "the container view leads to a controller that it is in; it stays empty",
                at: connection
            )
        }
        do {
            let child = try scene.makeController(parent.storyboard)
            let segue = UIStoryboardSegue(
                identifier: connection["identifier"],
                source: parent,
                destination: child
            )
            parent.prepare(for: segue, sender: nil)
            parent.addChild(child)
            guard let shown = child.view else { return }
            shown.frame = view.bounds
            shown.autoresizingMask = [.flexibleWidth, .flexibleHeight]
            view.addSubview(shown)
            child.didMove(toParent: parent)
        } catch {
            file.complain(error.message, at: connection)
        }
    }

    /// The identifiers of a controller and those that it is in.
    private func ancestors(of controller: UIViewController) -> Set<String> {
        let all = sequence(first: controller) { $0.parent }
        return Set(all.compactMap(\.storyboardID))
    }
}
