// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

package import FoundationSupplement

/// The members of UIKit's that are observed and called by their names.
package enum BelfryObjectiveC: ObjectiveCMembers {
    package static var classes: [ObjectiveCClass] { observed + performed }

    private static var observed: [ObjectiveCClass] {
        [
            ObjectiveCClass(
                UIView.self,
                [
                    .property("frame") { \UIView.frame },
                    .property("bounds") { \UIView.bounds },
                    .property("center") { \UIView.center },
                    .property("transform") { \UIView.transform },
                    .property("alpha") { \UIView.alpha },
                    .property("hidden") { \UIView.isHidden },
                    .property("backgroundColor") { \UIView.backgroundColor },
                    .property("layer") { \UIView.layer },
                ]
            ),
            ObjectiveCClass(
                CALayer.self,
                [
                    .property("bounds") { \CALayer.bounds },
                    .property("position") { \CALayer.position },
                    .property("opacity") { \CALayer.opacity },
                    .property("hidden") { \CALayer.isHidden },
                ]
            ),
            ObjectiveCClass(
                UIScrollView.self,
                [
                    .property("contentSize") { \UIScrollView.contentSize },
                    .property("contentOffset") { \UIScrollView.contentOffset },
                ]
            ),
            ObjectiveCClass(
                UIControl.self,
                [
                    .property("enabled") { \UIControl.isEnabled },
                    .property("selected") { \UIControl.isSelected },
                    .property("highlighted") { \UIControl.isHighlighted },
                ]
            ),
            ObjectiveCClass(UILabel.self, [.property("text") { \UILabel.text }]),
            ObjectiveCClass(UITextField.self, [.property("text") { \UITextField.text }]),
            ObjectiveCClass(UIImageView.self, [.property("image") { \UIImageView.image }]),
            ObjectiveCClass(
                UIViewController.self,
                [
                    .property("title") { \UIViewController.title },
                    .property("preferredContentSize") { \UIViewController.preferredContentSize },
                ]
            ),
        ]
    }
}
