// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import AVKit
@testable import FoundationSupplement
internal import Foundation
internal import Testing

@testable import UIKit

/// Bars of storyboards with their items, what listens to fingers, and container views.
@MainActor @Suite struct StoryboardBarTests: StoryboardStand {
    private static let controller = #"customClass="Panel" customModule="UIKitTests""#

    @Test func `a toolbar has the storyboard's items, with outlets and actions`() throws {
        let (controller, log) = try load(
            document(
                """
                <subviews>
                    <toolbar opaque="NO" clearsContextBeforeDrawing="NO" contentMode="scaleToFill" id="bar">
                        <rect key="frame" x="0.0" y="0.0" width="320" height="44"/>
                        <items>
                            <barButtonItem title="Snooze" style="done" id="snooze">
                                <connections>
                                    <action selector="pressed:" destination="vc" id="a"/>
                                </connections>
                            </barButtonItem>
                            <barButtonItem systemItem="flexibleSpace" id="space"/>
                            <barButtonItem enabled="NO" systemItem="trash" id="bin"/>
                            <barButtonItem style="plain" id="holder">
                                <button key="customView" id="inner" buttonType="system">
                                    <rect key="frame" x="0.0" y="0.0" width="60" height="30"/>
                                    <state key="normal" title="Own"/>
                                    <connections>
                                        <action selector="pressed:" destination="vc" \
                eventType="touchUpInside" id="b"/>
                                    </connections>
                                </button>
                            </barButtonItem>
                        </items>
                    </toolbar>
                </subviews>
                """,
                connections: """
                    <outlet property="item" destination="snooze" id="o1"/>
                    <outlet property="toolbar" destination="bar" id="o2"/>
                    """,
                controller: Self.controller
            )
        )
        #expect(log == [])
        let panel = try #require(controller as? Panel)
        let items = try #require(panel.toolbar?.items)
        #expect(items.map(\.title) == ["Snooze", nil, nil, nil])
        #expect(items[0] === panel.item)
        #expect(items[0].style == .done)
        #expect(items[1].view == nil)
        #expect(!items[2].isEnabled)
        #expect((items[2].view as? UIButton)?.image(for: .normal) != nil)
        (items[0].view as? UIButton)?.sendActions(for: .touchUpInside)
        #expect(panel.pressed === items[0])
        let own = try #require(items[3].customView as? UIButton)
        own.sendActions(for: .touchUpInside)
        #expect(panel.pressed === own)
    }

    @Test func `a navigation bar shows the storyboard's title and items`() throws {
        let (controller, log) = try load(
            document(
                """
                <subviews>
                    <navigationBar contentMode="scaleToFill" translucent="NO" id="bar">
                        <textAttributes key="titleTextAttributes">
                            <fontDescription key="fontDescription" type="system" pointSize="20"/>
                            <color key="textColor" systemColor="systemRedColor"/>
                        </textAttributes>
                        <items>
                            <navigationItem title="Order" id="order">
                                <barButtonItem key="leftBarButtonItem" title="Back" id="left">
                                    <connections>
                                        <action selector="pressed:" destination="vc" id="a"/>
                                    </connections>
                                </barButtonItem>
                                <rightBarButtonItems>
                                    <barButtonItem title="One" id="one"/>
                                    <barButtonItem title="Two" id="two"/>
                                </rightBarButtonItems>
                            </navigationItem>
                        </items>
                    </navigationBar>
                    <tabBar contentMode="scaleToFill" id="tabs">
                        <items>
                            <tabBarItem title="Now" tag="3" id="now"/>
                            <tabBarItem systemItem="history" id="then"/>
                        </items>
                        <connections><outlet property="delegate" destination="vc" id="d"/></connections>
                    </tabBar>
                </subviews>
                """,
                connections: """
                    <outlet property="navigation" destination="bar" id="o1"/>
                    <outlet property="item" destination="two" id="o2"/>
                    <outlet property="tabs" destination="tabs" id="o3"/>
                    """,
                controller: Self.controller
            )
        )
        #expect(log == [])
        let panel = try #require(controller as? Panel)
        let item = try #require(panel.navigation?.topItem)
        #expect(item.title == "Order")
        #expect(item.rightBarButtonItems?.map(\.title) == ["One", "Two"])
        #expect(item.rightBarButtonItems?.last === panel.item)
        (item.leftBarButtonItem?.view as? UIButton)?.sendActions(for: .touchUpInside)
        #expect(panel.pressed === item.leftBarButtonItem)
        let heading = try #require(panel.navigation?.subviews.first as? UILabel)
        panel.navigation?.layoutSubviews()
        #expect(heading.text == "Order")
        #expect(heading.font.pointSize == 20)
        #expect(heading.textColor == .systemRed)
        let tabs = try #require(panel.tabs)
        #expect(tabs.items?.map(\.title) == ["Now", "History"])
        #expect(tabs.items?.first?.tag == 3)
        #expect(tabs.delegate === panel)
    }

    @Test func `a controller has the items of its bars before its view is there`() throws {
        let (controller, log) = try load(
            document(
                "",
                connections: #"<outlet property="item" destination="save" id="o1"/>"#,
                bars: """
                    <toolbarItems><barButtonItem systemItem="refresh" id="again"/></toolbarItems>
                    <navigationItem key="navigationItem" title="Alarm" id="navigation">
                        <barButtonItem key="rightBarButtonItem" systemItem="save" id="save">
                            <connections>
                                <action selector="pressed:" destination="vc" id="a"/>
                            </connections>
                        </barButtonItem>
                    </navigationItem>
                    """,
                controller: Self.controller
            )
        )
        #expect(log == [])
        let panel = try #require(controller as? Panel)
        #expect(panel.navigationItem.title == "Alarm")
        #expect(panel.titleAtLoad == "Alarm")
        #expect((panel.item?.view as? UIButton)?.title(for: .normal) == "Save")
        #expect(panel.navigationItem.rightBarButtonItem === panel.item)
        #expect(panel.toolbarItems?.count == 1)
        (panel.item?.view as? UIButton)?.sendActions(for: .touchUpInside)
        #expect(panel.pressed === panel.item)
        panel.title = "Later"
        #expect(panel.navigationItem.title == "Later")
    }

    @Test(arguments: [
        ("longPress", #"minimumPressDuration="2""#), ("swipe", #"direction="left""#),
        ("pan", #"minimumNumberOfTouches="2""#), ("pinch", ""), ("rotation", ""),
        ("tap", #"numberOfTapsRequired="2""#),
    ])
    func `each recognizer of a storyboard is one of its class`(
        kind: String,
        attributes: String
    ) throws {
        let (controller, log) = try load(
            document(
                """
                <connections>
                    <outletCollection property="gestureRecognizers" destination="r" appends="YES" id="g"/>
                </connections>
                """,
                connections: #"<outlet property="recognizer" destination="r" id="o1"/>"#,
                objects: """
                    <\(kind)GestureRecognizer \(attributes) id="r">
                        <connections><action selector="pressed:" destination="vc" id="t"/></connections>
                    </\(kind)GestureRecognizer>
                    """,
                controller: Self.controller
            )
        )
        #expect(log == [])
        let recognizer = try #require((controller as? Panel)?.recognizer)
        #expect(controller.view.gestureRecognizers?.first === recognizer)
        switch recognizer {
        case let press as UILongPressGestureRecognizer:
            #expect((kind, press.minimumPressDuration) == ("longPress", 2))
        case let swipe as UISwipeGestureRecognizer:
            #expect(kind == "swipe")
            #expect(swipe.direction == .left)
        case let pan as UIPanGestureRecognizer:
            #expect((kind, pan.minimumNumberOfTouches) == ("pan", 2))
        case is UIPinchGestureRecognizer: #expect(kind == "pinch")
        case is UIRotationGestureRecognizer: #expect(kind == "rotation")
        case let tap as UITapGestureRecognizer:
            #expect((kind, tap.numberOfTapsRequired) == ("tap", 2))
        default: Issue.record("\(kind) became \(recognizer)")
        }
    }

    @Test func `a container view shows the controller that it leads to`() throws {
        let (controller, log) = try load(
            document(
                """
                <subviews>
                    <containerView opaque="NO" contentMode="scaleToFill" id="box">
                        <rect key="frame" x="10" y="20" width="200" height="100"/>
                        <connections>
                            <segue destination="inner" kind="embed" identifier="details" id="s1"/>
                        </connections>
                    </containerView>
                </subviews>
                """,
                scenes: """
                    <scene sceneID="s2"><objects>
                        <viewController id="inner" customClass="Panel" customModule="UIKitTests">
                            <view key="view" id="v2">
                                <rect key="frame" x="0.0" y="0.0" width="50" height="50"/>
                                <subviews><toolbar id="bar2"/></subviews>
                            </view>
                            <connections><outlet property="toolbar" destination="bar2" id="o"/></connections>
                        </viewController>
                    </objects></scene>
                    """,
                controller: Self.controller
            )
        )
        #expect(log == [])
        let panel = try #require(controller as? Panel)
        let inner = try #require(panel.children.first as? Panel)
        #expect(panel.prepared == "details inner")
        #expect(inner.parent === panel)
        #expect(inner.toolbar != nil)
        #expect(inner.view.superview === panel.view.subviews.first)
        #expect(inner.view.frame == CGRect(x: 0, y: 0, width: 200, height: 100))
        panel.begin()
        #expect(inner.appearances == 1)
    }

    @Test func `a container view shows a player's controller, and one of pages`() throws {
        let (controller, log) = try load(
            document(
                """
                <subviews>
                    <containerView id="box"><connections>
                        <segue destination="film" kind="embed" id="s1"/>
                    </connections></containerView>
                    <containerView id="box2"><connections>
                        <segue destination="pages" kind="embed" id="s2"/>
                    </connections></containerView>
                </subviews>
                """,
                scenes: """
                    <scene sceneID="s2"><objects>
                        <avPlayerViewController videoGravity="resize" id="film">
                            <view key="view" id="v2"><color key="backgroundColor" white="0"/></view>
                        </avPlayerViewController>
                    </objects></scene>
                    <scene sceneID="s3"><objects>
                        <pageViewController navigationOrientation="vertical" \
                        transitionStyle="scroll" id="pages"/>
                    </objects></scene>
                    """,
                controller: Self.controller
            )
        )
        #expect(log == [])
        #expect(
            controller.children.map { type(of: $0) == AVPlayerViewController.self } == [
                true, false,
            ]
        )
        #expect(controller.children.last is UIPageViewController)
        #expect(controller.children.first?.view.superview === controller.view.subviews.first)
    }

    @Test(arguments: [
        ("navigation", "navigation controller", #"relationship="rootViewController""#),
        ("tabBar", "tab bar controller", #"relationship="viewControllers""#),
        ("splitView", "split view controller", #"relationship="masterViewController""#),
    ])
    func `the first controller of one that shows others is drawn, and a warning says so`(
        kind: String,
        word: String,
        relationship: String
    ) throws {
        let storyboard = document(
            "",
            scenes: """
                <scene sceneID="s2"><objects>
                    <\(kind)Controller id="outer" sceneMemberID="viewController">
                        <navigationBar key="navigationBar" id="bar"/>
                        <connections>
                            <segue destination="vc" kind="relationship" \(relationship) id="s1"/>
                        </connections>
                    </\(kind)Controller>
                </objects></scene>
                """,
            controller: Self.controller
        )
        let begun = storyboard.replacing(
            #"initialViewController="vc""#,
            with: #"initialViewController="outer""#
        )
        let (controller, log) = try load(begun)
        #expect(controller is Panel)
        #expect(
            log == [
                "warning: Main.storyboard:21: the \(word) outer is not made here; the controller "
                    + "that it begins with is drawn in its place"
            ]
        )
    }

    @Test
    func `a navigation controller that code asks for by name gives the one that it begins with`()
        throws
    {
        let storyboard = document(
            "",
            scenes: """
                <scene sceneID="s2"><objects>
                    <navigationController storyboardIdentifier="Details" id="outer">
                        <connections>
                            <segue destination="vc" kind="relationship" \
                relationship="rootViewController" id="s1"/>
                        </connections>
                    </navigationController>
                </objects></scene>
                """,
            controller: Self.controller
        )
        let bundle = try bundle(storyboard)
        defer { try? FileManager.default.removeItem(atPath: bundle.bundlePath) }
        let made = UIStoryboard(name: "Main", bundle: bundle)
            .instantiateViewController(withIdentifier: "Details")
        #expect(made is Panel)
    }

    @Test func `a segue that leads elsewhere is named with its line`() throws {
        let segues = """
            <segue destination="other" kind="show" identifier="details" id="s1"/>\
            <segue destination="other" kind="presentation" modalPresentationStyle="popover" id="s2"/>
            """
        let (_, log) = try load(document("", connections: segues, controller: Self.controller))
        let end = "is not followed; a notification goes on showing the controller that it has"
        #expect(
            log == [
                "warning: Main.storyboard:13: the segue \"details\" of the kind show \(end)",
                "warning: Main.storyboard:13: the segue to other of the kind presentation \(end)",
            ]
        )
    }

    @Test func `a container view that leads back to its own controller stays empty`() throws {
        let (controller, log) = try load(
            document(
                """
                <subviews>
                    <containerView id="box">
                        <connections><segue destination="vc" kind="embed" id="s1"/></connections>
                    </containerView>
                </subviews>
                """,
                controller: Self.controller
            )
        )
        #expect(controller.children.isEmpty)
        #expect(
            log == [
                "error: Main.storyboard:12: the container view leads to a controller that it is in; "
                    + "it stays empty"
            ]
        )
    }
}

/// A controller with bars.
final class Panel: UIViewController, UITabBarDelegate {
    var item: UIBarButtonItem?
    var toolbar: UIToolbar?
    var navigation: UINavigationBar?
    var tabs: UITabBar?
    var recognizer: UIGestureRecognizer?
    var pressed: NSObject?
    private(set) var titleAtLoad: String?
    private(set) var prepared: String?
    private(set) var appearances = 0

    override func viewDidLoad() { titleAtLoad = navigationItem.title }
    override func viewDidAppear(_ animated: Bool) { appearances += 1 }
    override func prepare(for segue: UIStoryboardSegue, sender: Any?) {
        let isLoaded = segue.destination.isViewLoaded
        prepared = "\(segue.identifier ?? "") \(isLoaded ? "loaded" : "inner")"
    }
}

extension StoryboardBarTests {
    /// What `belfry build` would have written for the controller.
    nonisolated static let panel = ObjectiveCClass(
        Panel.self,
        [
            .property("item") { \Panel.item },
            .property("toolbar") { \Panel.toolbar },
            .property("navigation") { \Panel.navigation },
            .property("tabs") { \Panel.tabs },
            .property("recognizer") { \Panel.recognizer },
            .method("pressed:") { (panel: Panel, sender: NSObject) in panel.pressed = sender },
        ]
    )
}
