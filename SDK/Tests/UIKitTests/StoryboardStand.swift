// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

@testable import FoundationSupplement
internal import Foundation
internal import Synchronization
internal import Testing

@testable import UIKit

/// What tests of storyboards make them with, and read them by.
@MainActor protocol StoryboardStand {}

extension StoryboardStand {
    /// A bundle with a storyboard, gone with the test.
    func bundle(
        _ storyboard: String,
        at place: String = "Base.lproj/Main.storyboard",
        strings: [String: String] = [:]
    ) throws -> Bundle {
        let folder = FileManager.default.temporaryDirectory
            .appendingPathComponent("UIKitTests-\(UUID().uuidString).appex")
        for (name, text) in strings.merging([place: storyboard], uniquingKeysWith: { $1 }) {
            let file = folder.appendingPathComponent(name)
            try FileManager.default.createDirectory(
                at: file.deletingLastPathComponent(),
                withIntermediateDirectories: true
            )
            try Data(text.utf8).write(to: file)
        }
        return try #require(Bundle(path: folder.path))
    }

    func document(
        _ inside: String,
        connections: String = "",
        objects: String = "",
        bars: String = "",
        scenes: String = "",
        resources: String = "",
        controller: String = #"customClass="Bell" customModule="UIKitTests""#
    ) -> String {
        """
        <?xml version="1.0" encoding="UTF-8"?>
        <document type="com.apple.InterfaceBuilder3.CocoaTouch.Storyboard.XIB" version="3.0" \
        initialViewController="vc">
            <scenes>
                <!--Bell-->
                <scene sceneID="s">
                    <objects>
                        <viewController id="vc" \(controller) sceneMemberID="viewController">
                            <view key="view" contentMode="scaleToFill" id="root">
                                <rect key="frame" x="0.0" y="0.0" width="320" height="200"/>
                                \(inside)
                                <viewLayoutGuide key="safeArea" id="safe"/>
                            </view>
                            \(bars)<connections>\(connections)</connections>
                        </viewController>
                        \(objects)
                        <placeholder placeholderIdentifier="IBFirstResponder" id="first"/>
                    </objects>
                    <point key="canvasLocation" x="1" y="2"/>
                </scene>
                \(scenes)
            </scenes>
            <resources>\(resources)</resources>
        </document>
        """
    }

    /// Makes the controller and its view, and returns what was said meanwhile.
    func load(
        _ storyboard: String,
        strings: [String: String] = [:]
    ) throws -> (controller: UIViewController, log: [String]) {
        let bundle = try bundle(storyboard, strings: strings)
        defer { try? FileManager.default.removeItem(atPath: bundle.bundlePath) }
        let log = Mutex<[String]>([])
        let controller = try RunLog.$recorder.withValue({ level, line in
            log.withLock { $0.append("\(level): \(line)") }
        }) {
            let made = UIStoryboard(name: "Main", bundle: bundle).instantiateInitialViewController()
            made?.loadViewIfNeeded()
            return try #require(made)
        }
        return (controller, log.withLock(\.self))
    }
}
