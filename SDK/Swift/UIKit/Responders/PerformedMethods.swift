// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import FoundationSupplement

/// The methods of UIKit's own classes that are called by their names: by timers, controls, recognizers
/// and `perform(_:)`.
///
/// A number or a Boolean that a method takes is not to be had from whoever calls it by its name: iOS
/// takes the pointer to the sender for one, which is not zero, and so the value here is true.
extension BelfryObjectiveC {
    static var performed: [ObjectiveCClass] {
        [
            ObjectiveCClass(
                UIResponder.self,
                [
                    .method("becomeFirstResponder") { (responder: UIResponder) in
                        responder.becomeFirstResponder()
                    },
                    .method("resignFirstResponder") { (responder: UIResponder) in
                        responder.resignFirstResponder()
                    },
                    .method("reloadInputViews") { (responder: UIResponder) in
                        responder.reloadInputViews()
                    },
                ]
            ),
            ObjectiveCClass(
                UIView.self,
                [
                    .method("endEditing:", "endEditing") { (view: UIView) in
                        view.endEditing(true)
                    },
                    .method("setNeedsLayout") { (view: UIView) in view.setNeedsLayout() },
                    .method("layoutIfNeeded") { (view: UIView) in view.layoutIfNeeded() },
                    .method("setNeedsDisplay") { (view: UIView) in view.setNeedsDisplay() },
                    .method("setNeedsUpdateConstraints") { (view: UIView) in
                        view.setNeedsUpdateConstraints()
                    },
                    .method("updateConstraintsIfNeeded") { (view: UIView) in
                        view.updateConstraintsIfNeeded()
                    },
                    .method("invalidateIntrinsicContentSize") { (view: UIView) in
                        view.invalidateIntrinsicContentSize()
                    },
                    .method("sizeToFit") { (view: UIView) in view.sizeToFit() },
                    .method("removeFromSuperview") { (view: UIView) in
                        view.removeFromSuperview()
                    },
                    .method("addSubview:", "addSubview") { (view: UIView, other: UIView) in
                        view.addSubview(other)
                    },
                    .method("bringSubviewToFront:", "bringSubviewToFront") {
                        (view: UIView, other: UIView) in
                        view.bringSubviewToFront(other)
                    },
                    .method("sendSubviewToBack:", "sendSubviewToBack") {
                        (view: UIView, other: UIView) in
                        view.sendSubviewToBack(other)
                    },
                ]
            ),
            ObjectiveCClass(
                CALayer.self,
                [
                    .method("setNeedsLayout") { (layer: CALayer) in layer.setNeedsLayout() },
                    .method("layoutIfNeeded") { (layer: CALayer) in layer.layoutIfNeeded() },
                    .method("setNeedsDisplay") { (layer: CALayer) in layer.setNeedsDisplay() },
                    .method("removeAllAnimations") { (layer: CALayer) in
                        layer.removeAllAnimations()
                    },
                    .method("removeFromSuperlayer") { (layer: CALayer) in
                        layer.removeFromSuperlayer()
                    },
                ]
            ),
            ObjectiveCClass(
                UITableView.self,
                [
                    .method("reloadData") { (table: UITableView) in table.reloadData() },
                    .method("beginUpdates") { (table: UITableView) in table.beginUpdates() },
                    .method("endUpdates") { (table: UITableView) in table.endUpdates() },
                ]
            ),
            ObjectiveCClass(
                UICollectionView.self,
                [
                    .method("reloadData") { (collection: UICollectionView) in
                        collection.reloadData()
                    }
                ]
            ),
            ObjectiveCClass(
                UIPickerView.self,
                [
                    .method("reloadAllComponents") { (picker: UIPickerView) in
                        picker.reloadAllComponents()
                    }
                ]
            ),
            ObjectiveCClass(
                UIImageView.self,
                [
                    .method("startAnimating") { (view: UIImageView) in view.startAnimating() },
                    .method("stopAnimating") { (view: UIImageView) in view.stopAnimating() },
                ]
            ),
            ObjectiveCClass(
                UIActivityIndicatorView.self,
                [
                    .method("startAnimating") { (view: UIActivityIndicatorView) in
                        view.startAnimating()
                    },
                    .method("stopAnimating") { (view: UIActivityIndicatorView) in
                        view.stopAnimating()
                    },
                ]
            ),
            ObjectiveCClass(
                UIRefreshControl.self,
                [
                    .method("beginRefreshing") { (control: UIRefreshControl) in
                        control.beginRefreshing()
                    },
                    .method("endRefreshing") { (control: UIRefreshControl) in
                        control.endRefreshing()
                    },
                ]
            ),
            ObjectiveCClass(
                UIWebView.self,
                [
                    .method("reload") { (view: UIWebView) in view.reload() },
                    .method("stopLoading") { (view: UIWebView) in view.stopLoading() },
                ]
            ),
            ObjectiveCClass(
                CADisplayLink.self,
                [
                    .method("invalidate") { (link: CADisplayLink) in link.invalidate() }
                ]
            ),
            ObjectiveCClass(
                UIViewController.self,
                [
                    .method(
                        "dismissViewControllerAnimated:completion:",
                        "dismissWithAnimated:completion:",
                        "dismiss"
                    ) { (controller: UIViewController) in
                        controller.dismiss(animated: true)
                    },
                    .method("loadViewIfNeeded") { (controller: UIViewController) in
                        controller.loadViewIfNeeded()
                    },
                    .method("removeFromParent") { (controller: UIViewController) in
                        controller.removeFromParent()
                    },
                    .method("setNeedsStatusBarAppearanceUpdate") { (controller: UIViewController) in
                        controller.setNeedsStatusBarAppearanceUpdate()
                    },
                ]
            ),
        ]
    }
}
