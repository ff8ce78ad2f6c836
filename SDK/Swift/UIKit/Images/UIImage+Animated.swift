// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

public import Foundation

extension UIImage {
    /// Returns the first of some images, as the host shows one; nil for none.
    public class func animatedImage(with images: [UIImage], duration: TimeInterval) -> UIImage? {
        images.first
    }

    /// The images that follow each other; none do here.
    public var images: [UIImage]? { nil }

    /// How long they take.
    public var duration: TimeInterval { 0 }
}
