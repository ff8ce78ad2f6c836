// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

@testable import BelfryTool
internal import Testing

/// What `belfry build` says of sources that no compiler reads any more.
@Suite struct OlderSwiftTests {
    @Test func `spellings of Swift 2 and 3 are named with today's`() async throws {
        let folder = try TemporaryFolder()
        try folder.write(
            """
            import UIKit
            import UserNotifications

            func open(_ url: URL) {}

            final class Old: UNNotificationServiceExtension {
                override func didReceiveNotificationRequest(request: UNNotificationRequest) {
                    let center = UNUserNotificationCenter.currentNotificationCenter()
                    open(NSURL(string: "https://example.org")!)
                    let name = "a".stringByAppendingString("b")
                    let manager = NSFileManager.defaultManager()
                    UIView().backgroundColor = UIColor.redColor()
                }
            }
            """,
            to: "Old.swift"
        )
        let build = try await folder.belfry("build", "Old.swift")
        #expect(build.status == 65)
        let start =
            "belfry: the sources have older names, for which Swift 5 has others: "
        let said = build.errors.split(separator: "\n").filter { $0.hasPrefix(start) }
        #expect(said.count == 1, "\(build.errors)")
        let list = try #require(said.first).dropFirst(start.count)
        let named = Set(list.split(separator: ", ").map(String.init))
        #expect(
            named == [
                "didReceiveNotificationRequest is didReceive(_:withContentHandler:)",
                "currentNotificationCenter is current()", "NSURL is URL",
                "stringByAppendingString is appending(_:)", "NSFileManager is FileManager",
                "redColor is red",
            ],
            "\(build.errors)"
        )
    }

    @Test(arguments: [
        "error: cannot find 'bell' in scope",
        "error: value of type 'Bell' has no member 'tintColor'",
        "error: type 'UIColor' has no member 'mauveColor'", "",
    ])
    func `other names are not taken for old ones`(output: String) {
        #expect(OlderSwift(output: output).explanation == nil)
    }

    @Test(arguments: [
        ("NSForegroundColorAttributeName", "NSAttributedString.Key.foregroundColor"),
        ("NSFontAttributeName", "NSAttributedString.Key.font"),
        ("UIFontWeightBold", "UIFont.Weight.bold"),
        ("UIFontWeightUltraLight", "UIFont.Weight.ultraLight"),
        ("UIFontTextStyleTitle1", "UIFont.TextStyle.title1"),
        ("UIControlState", "UIControl.State"), ("UIControlEvents", "UIControl.Event"),
        ("UIViewAnimationOptions", "UIView.AnimationOptions"),
        ("UIGestureRecognizerState", "UIGestureRecognizer.State"),
        ("kCAFillModeForwards", "CAMediaTimingFillMode.forwards"),
        ("kCAMediaTimingFunctionEaseInEaseOut", "CAMediaTimingFunctionName.easeInEaseOut"),
        ("kCATransitionFromLeft", "CATransitionSubtype.fromLeft"),
        ("kCATransitionPush", "CATransitionType.push"),
        ("UITableViewAutomaticDimension", "UITableView.automaticDimension"),
        ("UILayoutPriorityRequired", "UILayoutPriority.required"),
        ("UIEdgeInsetsMake", "UIEdgeInsets(top:left:bottom:right:)"),
    ])
    func `a name that stood alone is named where it is today`(old: String, new: String) {
        let explanation = "the sources have older names, for which Swift 5 has others: "
        for complaint in ["error: cannot find '\(old)'", "error: cannot find type '\(old)'"] {
            let older = OlderSwift(output: "\(complaint) in scope\n")
            #expect(older.explanation == "\(explanation)\(old) is \(new)")
        }
    }

    @Test(arguments: [
        ("UIApplicationDidBecomeActive", "UIApplication.didBecomeActiveNotification"),
        ("UIApplicationWillTerminateNotification", "UIApplication.willTerminateNotification"),
        ("UIKeyboardWillShow", "UIResponder.keyboardWillShowNotification"),
        ("UITextFieldTextDidChange", "UITextField.textDidChangeNotification"),
    ])
    func `a notification is named in the class that has it today`(old: String, new: String) {
        let output = """
            error: type 'Notification.Name' (aka 'NSNotification.Name') has no member '\(old)'
            """
        let names = OlderSwift(output: output).names.map { "\($0.old) is \($0.new)" }
        #expect(names == ["\(old) is \(new)"])
    }

    @Test(arguments: [
        "NSCustomAttributeName", "UIFontWeightHeaviest", "UIApplicationDelegates", "kCABasic",
    ])
    func `what only begins as an old name does is none`(name: String) {
        #expect(OlderSwift(output: "error: cannot find '\(name)' in scope").explanation == nil)
    }

    @Test func `up to forty are named, each once`() throws {
        let colours = [
            "black", "blue", "brown", "clear", "cyan", "darkGray", "gray", "green", "lightGray",
            "magenta", "orange", "purple", "red", "white", "yellow",
        ]
        let weights = [
            "UltraLight", "Thin", "Light", "Regular", "Medium", "Semibold", "Bold", "Heavy",
            "Black",
        ]
        let gravities = [
            "Center", "Top", "Bottom", "Left", "Right", "TopLeft", "TopRight", "BottomLeft",
            "BottomRight", "Resize", "ResizeAspect", "ResizeAspectFill",
        ]
        let functions = ["Linear", "EaseIn", "EaseOut", "EaseInEaseOut"]
        let constants =
            weights.map { "UIFontWeight\($0)" } + gravities.map { "kCAGravity\($0)" }
            + functions.map { "kCAMediaTimingFunction\($0)" }
        var first = ""
        for colour in colours { first += "error: type 'UIColor' has no member '\(colour)Color'\n" }
        for constant in constants { first += "error: cannot find '\(constant)' in scope\n" }
        let line = try #require(OlderSwift(output: first + first).explanation)
        #expect(line.contains(": blackColor is black, blueColor is blue, "))
        let last = "kCAMediaTimingFunctionEaseInEaseOut is CAMediaTimingFunctionName.easeInEaseOut"
        #expect(line.hasSuffix(last), "\(line)")
        let more = "error: cannot find 'kCAFillModeBoth' in scope\n"
        let longer = try #require(OlderSwift(output: first + more).explanation)
        #expect(longer.hasSuffix(last + ", …"), "\(longer)")
    }
}
