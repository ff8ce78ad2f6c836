// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

public import CoreGraphics
public import Foundation

/// The contexts that drawing goes into, each thread's own.
enum ContextStack {
    private static let key = "belfry.uikit.contexts"

    struct Entry {
        let context: CGContext
        let scale: CGFloat

        /// Takes the texts that are drawn; nil in a picture, which has none.
        var texts: TextDrawing.Texts?
    }

    static var entries: [Entry] {
        get { Thread.current.threadDictionary[key] as? [Entry] ?? [] }
        set { Thread.current.threadDictionary[key] = newValue }
    }

    /// Makes a context for a size in points; nil for want of memory.
    static func context(_ bounds: CGRect, scale: CGFloat, isOpaque: Bool) -> CGContext? {
        let width = (bounds.width * scale).rounded(.up)
        let height = (bounds.height * scale).rounded(.up)
        guard width >= 1, height >= 1, width < 1e5, height < 1e5 else { return nil }
        let transform = CGAffineTransform(scaleX: scale, y: scale)
            .translatedBy(x: -bounds.minX, y: -bounds.minY)
        return CGContext(
            width: Int(width),
            height: Int(height),
            isOpaque: isOpaque,
            transform: transform
        )
    }
}

/// Returns the context that drawing goes into; nil where there is none.
public func UIGraphicsGetCurrentContext() -> CGContext? {
    ContextStack.entries.last?.context
}

/// Makes a context the one that drawing goes into.
public func UIGraphicsPushContext(_ context: CGContext) {
    let entries = ContextStack.entries
    let known = entries.last { $0.context === context }
    ContextStack.entries =
        entries + [ContextStack.Entry(context: context, scale: 1, texts: known?.texts)]
}

/// Goes back to the context before.
public func UIGraphicsPopContext() {
    _ = ContextStack.entries.popLast()
}

/// Begins an image of scale 1.
public func UIGraphicsBeginImageContext(_ size: CGSize) {
    UIGraphicsBeginImageContextWithOptions(size, false, 1)
}

/// Begins an image; a scale of 0 is the screen's.
///
/// Where there is no memory for it there is no context either, so drawing has no effect.
public func UIGraphicsBeginImageContextWithOptions(
    _ size: CGSize,
    _ opaque: Bool,
    _ scale: CGFloat
) {
    let scale = scale > 0 ? scale : UIScreen.main.scale
    let bounds = CGRect(origin: .zero, size: size)
    guard let context = ContextStack.context(bounds, scale: scale, isOpaque: opaque) else { return }
    ContextStack.entries.append(ContextStack.Entry(context: context, scale: scale))
}

/// Returns what was drawn so far; nil where nothing was begun.
public func UIGraphicsGetImageFromCurrentImageContext() -> UIImage? {
    guard let entry = ContextStack.entries.last, let image = entry.context.makeImage() else {
        return nil
    }
    return UIImage(cgImage: image, scale: entry.scale, orientation: .up)
}

/// Ends what was begun last.
public func UIGraphicsEndImageContext() {
    _ = ContextStack.entries.popLast()
}

/// Fills a rectangle of the current context.
public func UIRectFill(_ rect: CGRect) {
    UIGraphicsGetCurrentContext()?.fill(rect)
}

/// Draws only inside a rectangle of the current context from now on.
public func UIRectClip(_ rect: CGRect) {
    UIGraphicsGetCurrentContext()?.clip(to: rect)
}
