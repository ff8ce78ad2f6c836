// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import CBelfry
internal import Foundation
internal import FoundationSupplement

extension UIViewController {
    /// Has the controller be the one whose view the notification shows, and makes that view.
    package final func begin() {
        isPrincipal = true
        if let host = ViewHost.current, host.root.id != 0 {
            root = RootView()
            ViewLayout.root = root
        }
        loadViewIfNeeded()
        tellTitle()
        appear { $0.viewWillAppear(false) }
        appear { $0.viewIsAppearing(false) }
        root?.settle()
        appear { $0.viewDidAppear(false) }
    }

    /// Tells that the notification is closed.
    package final func end() {
        appear { $0.viewWillDisappear(false) }
        appear { $0.viewDidDisappear(false) }
    }

    /// Tells this controller and those whose views are within its own.
    private func appear(_ tell: (UIViewController) -> Void) {
        tell(self)
        guard let view = viewIfLoaded else { return }
        for child in children where child.viewIfLoaded?.isDescendant(of: view) == true {
            child.appear(tell)
        }
    }

    /// Reads the view from the nib file that was named, or from the one that has the class's name.
    final func loadNib() {
        let bundle = nibBundle ?? .main
        let own = String(describing: type(of: self))
        let names = nibName.map { [$0] } ?? [own, own.replacing(/Controller$/, with: "")]
        let name = names.first { StoryboardFile.isThere(.nib, $0, in: bundle) } ?? nibName
        guard let name else { return }
        do {
            _ = try UINib.objects(of: name, in: bundle, for: self)
        } catch {
            RunLog.write(.error, error.message)
        }
    }

    /// A view as large as the host's root.
    final func emptyView() -> UIView {
        UIView(frame: CGRect(origin: .zero, size: root?.bounds.size ?? UIScreen.main.bounds.size))
    }

    /// Puts the view into the host's root, which is as high as the view's rules say.
    final func settleIntoRoot() {
        guard isPrincipal, let view = viewIfLoaded else { return }
        if view.rules.margins == nil {
            // Those of a controller's view on a phone.
            view.layoutMargins = UIEdgeInsets(top: 0, left: 16, bottom: 0, right: 16)
        }
        guard let root, view.superview !== root else { return }
        view.frame = root.bounds
        root.addSubview(view)
        view.translatesAutoresizingMaskIntoConstraints = false
        NSLayoutConstraint.activate([
            view.leadingAnchor.constraint(equalTo: root.leadingAnchor),
            view.trailingAnchor.constraint(equalTo: root.trailingAnchor),
            view.topAnchor.constraint(equalTo: root.topAnchor),
            view.bottomAnchor.constraint(equalTo: root.bottomAnchor),
        ])
    }

    final func tellPreferredSize() {
        guard isPrincipal else { return }
        Presentation.current?.setPreferredSize(preferredContentSize)
    }

    final func tellTitle() {
        guard isPrincipal, let title else { return }
        Presentation.current?.setTitle(title)
    }

    final func refusePresentation() {
        RunLog.sayOnce(
            "present(_:animated:completion:)",
            withoutEffect: "a notification shows one view controller"
        )
    }

    /// Says, once, that a segue leads nowhere.
    final func refuseSegue() {
        RunLog.sayOnce(
            "performSegue(withIdentifier:sender:)",
            withoutEffect: "a notification shows one view controller"
        )
    }
}
