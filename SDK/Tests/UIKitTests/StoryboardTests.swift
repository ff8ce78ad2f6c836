// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

@testable import FoundationSupplement
internal import Foundation
internal import MapKit
internal import Testing
internal import WebKit

@testable import UIKit

/// Reading storyboards: what is made of them, and what is said of the rest.
@MainActor @Suite struct StoryboardTests: StoryboardStand {
    @Test func `outlets, collections and actions are connected, and what is private too`() throws {
        let (controller, log) = try load(
            document(
                """
                <subviews>
                    <label opaque="NO" text="Ring &amp; run" textAlignment="center" numberOfLines="0" \
                lineBreakMode="wordWrap" tag="7" id="label">
                        <rect key="frame" x="10" y="20" width="100" height="30"/>
                        <fontDescription key="fontDescription" type="boldSystem" pointSize="20"/>
                        <color key="textColor" red="1" green="0.0" blue="0.0" alpha="1" \
                colorSpace="custom" customColorSpace="sRGB"/>
                        <nil key="highlightedColor"/>
                    </label>
                    <button opaque="NO" buttonType="system" id="button">
                        <state key="normal" title="Press"/>
                        <connections>
                            <action selector="pressed:" destination="vc" eventType="touchUpInside" id="a"/>
                        </connections>
                    </button>
                </subviews>
                """,
                connections: """
                    <outlet property="label" destination="label" id="o1"/>
                    <outletCollection property="all" destination="label" id="o2"/>
                    <outletCollection property="all" destination="button" id="o3"/>
                    """
            )
        )
        #expect(log == [])
        let bell = try #require(controller as? Bell)
        let label = try #require(bell.label)
        #expect(label.text == "Ring & run")
        #expect(label.textAlignment == .center)
        #expect(label.numberOfLines == 0)
        #expect(label.tag == 7)
        #expect(label.font.pointSize == 20)
        #expect(label.textColor == .red)
        #expect(bell.all?.count == 2)
        #expect(bell.hasLoaded)
        let button = try #require(bell.all?.last as? UIButton)
        #expect(button.title(for: .normal) == "Press")
        button.sendActions(for: .touchUpInside)
        #expect(bell.pressed === button)
    }

    @Test(arguments: [
        ("activityIndicatorView", "UIActivityIndicatorView"), ("control", "UIControl"),
        ("datePicker", "UIDatePicker"), ("pageControl", "UIPageControl"),
        ("pickerView", "UIPickerView"), ("progressView", "UIProgressView"),
        ("scrollView", "UIScrollView"), ("searchBar", "UISearchBar"), ("slider", "UISlider"),
        ("segmentedControl", "UISegmentedControl"), ("stepper", "UIStepper"),
        ("switch", "UISwitch"), ("textField", "UITextField"), ("textView", "UITextView"),
        ("visualEffectView", "UIVisualEffectView"),
    ])
    func `an element becomes a view of the class that it is named after`(
        element: String,
        name: String
    ) throws {
        let (controller, log) = try load(
            document(
                """
                <subviews>
                    <\(element) id="view">
                        <rect key="frame" x="10" y="20" width="100" height="30"/>
                    </\(element)>
                </subviews>
                """
            )
        )
        #expect(log == [])
        let view = try #require(controller.view?.subviews.first)
        #expect("\(type(of: view))" == name)
    }

    @Test func `a collection has the storyboard's layout and makes items of its cells`() throws {
        let (controller, log) = try load(
            document(
                """
                <subviews>
                    <collectionView clipsSubviews="YES" dataMode="prototypes" id="items">
                        <rect key="frame" x="0.0" y="0.0" width="200" height="100"/>
                        <collectionViewFlowLayout key="collectionViewLayout" minimumLineSpacing="3" \
                minimumInteritemSpacing="4" scrollDirection="horizontal" id="flow">
                            <size key="itemSize" width="40" height="30"/>
                            <size key="headerReferenceSize" width="0.0" height="0.0"/>
                            <size key="footerReferenceSize" width="0.0" height="0.0"/>
                            <inset key="sectionInset" minX="1" minY="2" maxX="3" maxY="4"/>
                        </collectionViewFlowLayout>
                        <cells>
                            <collectionViewCell reuseIdentifier="item" id="cell">
                                <rect key="frame" x="0.0" y="0.0" width="40" height="30"/>
                                <view key="contentView" id="content">
                                    <subviews><label text="an item" tag="5" id="text"/></subviews>
                                </view>
                            </collectionViewCell>
                        </cells>
                    </collectionView>
                </subviews>
                """
            )
        )
        #expect(log == [])
        let items = try #require(controller.view.subviews.first as? UICollectionView)
        let layout = try #require(items.collectionViewLayout as? UICollectionViewFlowLayout)
        #expect(layout.itemSize == CGSize(width: 40, height: 30))
        #expect(layout.scrollDirection == .horizontal)
        #expect(layout.sectionInset == UIEdgeInsets(top: 2, left: 1, bottom: 4, right: 3))
        #expect([layout.minimumLineSpacing, layout.minimumInteritemSpacing] == [3, 4])
        let path = IndexPath(item: 0, section: 0)
        let cells = (0..<2).map { _ in
            items.dequeueReusableCell(withReuseIdentifier: "item", for: path)
        }
        #expect(
            cells.map { ($0.contentView.viewWithTag(5) as? UILabel)?.text } == [
                "an item", "an item",
            ]
        )
        #expect(cells[0] !== cells[1])
    }

    @Test func `a map is the class of MapKit, by its kind and by its name`() throws {
        let (controller, log) = try load(
            document(
                """
                <subviews>
                    <mapView mapType="standard" zoomEnabled="NO" id="map">
                        <connections><outlet property="delegate" destination="vc" id="d"/></connections>
                    </mapView>
                    <view customClass="MKMapView" id="named"/>
                </subviews>
                """,
                connections: """
                    <outlet property="map" destination="map" id="o1"/>
                    <outlet property="named" destination="named" id="o2"/>
                    """,
                controller: #"customClass="Atlas" customModule="UIKitTests""#
            )
        )
        #expect(log == [])
        let atlas = try #require(controller as? Atlas)
        #expect(atlas.map?.delegate === atlas)
        #expect(atlas.named != nil)
    }

    @Test func `a map has the kinds of Apple's, by their numbers`() {
        let map = MKMapView()
        #expect(map.pointOfInterestFilter == nil)
        map.pointOfInterestFilter = .excludingAll
        #expect(map.pointOfInterestFilter === MKPointOfInterestFilter.excludingAll)
        let kinds: [MKMapType] = [
            .standard, .satellite, .hybrid, .satelliteFlyover, .hybridFlyover, .mutedStandard,
        ]
        #expect(kinds.map(\.rawValue) == Array(0...5))
    }

    @Test func `web views are the classes of WebKit and UIKit`() throws {
        let (controller, log) = try load(
            document(
                """
                <subviews>
                    <wkWebView contentMode="scaleToFill" allowsLinkPreview="NO" id="page">
                        <rect key="frame" x="0.0" y="0.0" width="10" height="10"/>
                        <wkWebViewConfiguration key="configuration">
                            <audiovisualMediaTypes key="mediaTypesRequiringUserActionForPlayback" none="YES"/>
                            <wkPreferences key="preferences"/>
                        </wkWebViewConfiguration>
                    </wkWebView>
                    <webView contentMode="scaleToFill" id="old"/>
                </subviews>
                """
            )
        )
        #expect(log == [])
        #expect(controller.view.subviews.map { $0 is WKWebView } == [true, false])
        #expect(controller.view.subviews.map { $0 is UIWebView } == [false, true])
    }

    @Test func `what is not there is said, and the rest is connected`() throws {
        let (controller, log) = try load(
            document(
                """
                <subviews>
                    <label text="A" id="label"/>
                    <view customClass="Nowhere" customModule="UIKitTests" id="other"/>
                    <glkView id="segments"/>
                    <label text="B" wobble="YES" id="b"><gizmo key="c"/></label>
                    <label text="C" wobble="YES" id="c"/>
                </subviews>
                """,
                connections: """
                    <outlet property="missing" destination="label" id="o1"/>
                    <outlet property="button" destination="label" id="o2"/>
                    <outlet property="label" destination="label" id="o3"/>
                    """
            )
        )
        #expect((controller as? Bell)?.label?.text == "A")
        let expected = [
            "error: Main.storyboard:12: unknown class Nowhere (looked for UIKitTests.Nowhere",
            "warning: Main.storyboard:13: <glkView> is not known here; it is a plain view",
            "error: Main.storyboard:19: the class Bell has no outlet missing",
            "error: Main.storyboard:20: the outlet button of Bell takes UIButton, not UILabel; "
                + "give it the class of what it is connected with, or connect it with another view",
            "warning: Main.storyboard:14: wobble of <label> is not read",
            "warning: Main.storyboard:14: <gizmo key=\"c\"> in <label> is not read",
        ]
        for start in expected {
            #expect(log.contains { $0.hasPrefix(start) }, "\(start) is not in \(log)")
        }
        #expect(log.count == expected.count, "\(log)")
    }

    @Test func `constraints are made, of guides and with ratios too`() throws {
        let (controller, log) = try load(
            document(
                """
                <subviews>
                    <view translatesAutoresizingMaskIntoConstraints="NO" id="box">
                        <constraints>
                            <constraint firstAttribute="width" secondItem="box" \
                secondAttribute="height" multiplier="3:4" id="ratio"/>
                            <constraint firstAttribute="height" relation="greaterThanOrEqual" \
                priority="750" constant="40" id="height"/>
                            <constraint firstAttribute="height" placeholder="YES" constant="9" id="p"/>
                        </constraints>
                    </view>
                </subviews>
                <constraints>
                    <constraint firstItem="safe" firstAttribute="trailing" secondItem="box" \
                secondAttribute="trailing" constant="8" id="edge"/>
                    <constraint firstItem="box" firstAttribute="leading" secondItem="root" \
                secondAttribute="leadingMargin" id="margin"/>
                </constraints>
                """,
                connections: #"<outlet property="height" destination="height" id="o1"/>"#
            )
        )
        #expect(log == [])
        let root = try #require(controller.view)
        let box = try #require(root.subviews.first)
        let ratio = try #require(box.constraints.first { $0.firstAttribute == .width })
        #expect(ratio.multiplier == 0.75)
        #expect(ratio.secondItem === box)
        let height = try #require((controller as? Bell)?.height)
        #expect(height.constant == 40)
        #expect(height.priority == .defaultHigh)
        #expect(height.relation == .greaterThanOrEqual)
        #expect(box.constraints.count == 2)
        #expect(root.constraints.count == 2)
        #expect(root.constraints.contains { $0.secondAttribute == .leadingMargin })
    }

    @Test func `a class of the extension's is made by its own init, after what the file says`()
        throws
    {
        let (controller, log) = try load(
            document(
                """
                <subviews>
                    <view tag="3" customClass="Badge" customModule="UIKitTests" id="badge">
                        <rect key="frame" x="0.0" y="0.0" width="50" height="60"/>
                        <color key="backgroundColor" white="1" alpha="1" colorSpace="calibratedWhite"/>
                        <userDefinedRuntimeAttributes>
                            <userDefinedRuntimeAttribute type="number" keyPath="layer.cornerRadius">
                                <integer key="value" value="5"/>
                            </userDefinedRuntimeAttribute>
                            <userDefinedRuntimeAttribute type="number" keyPath="level">
                                <real key="value" value="2.5"/>
                            </userDefinedRuntimeAttribute>
                            <userDefinedRuntimeAttribute type="string" keyPath="nowhere" value="x"/>
                        </userDefinedRuntimeAttributes>
                    </view>
                </subviews>
                """
            )
        )
        let badge = try #require(controller.view.subviews.first as? Badge)
        #expect(badge.sizeAtInit == CGSize(width: 50, height: 60))
        #expect(badge.backgroundColor == .green, "its own init has the last word")
        #expect(badge.tag == 3)
        #expect(badge.layer.cornerRadius == 5)
        #expect(badge.level == 2.5)
        #expect(badge.isAwake)
        #expect(log.count == 1 && log[0].contains("the attribute nowhere cannot be set"), "\(log)")
    }

    @Test func `taps go from a recognizer of the scene to the controller`() throws {
        let (controller, log) = try load(
            document(
                """
                <gestureRecognizers/>
                <connections>
                    <outletCollection property="gestureRecognizers" destination="tap" appends="YES" id="g"/>
                </connections>
                """,
                objects: """
                    <tapGestureRecognizer id="tap">
                        <connections>
                            <action selector="tappedWithSender:" destination="vc" id="t"/>
                        </connections>
                    </tapGestureRecognizer>
                    """
            )
        )
        #expect(log == [])
        let recognizer = try #require(controller.view.gestureRecognizers?.first)
        recognizer.recognize()
        #expect((controller as? Bell)?.tapped === recognizer)
    }

    @Test func `colours of the system and of the catalogue are found, and others told of`() throws {
        let (controller, log) = try load(
            document(
                """
                <subviews>
                    <view id="a"><color key="backgroundColor" systemColor="systemRedColor"/></view>
                    <view id="b"><color key="backgroundColor" name="Brass"/></view>
                    <view id="c"><color key="backgroundColor" name="Tin"/></view>
                </subviews>
                """,
                resources: """
                    <namedColor name="Brass"><color red="0.0" green="0.0" blue="1" alpha="1"/></namedColor>
                    """
            )
        )
        let views = controller.view.subviews
        #expect(views.map(\.backgroundColor) == [.systemRed, .blue, nil])
        #expect(log == ["warning: Main.storyboard:13: the colour Tin is not known here"])
    }

    @Test(arguments: [
        ("<document>", "Main.storyboard:1: <document> is not closed"),
        ("<document><a></b></document>", "Main.storyboard:1: </b> closes nothing"),
        ("<archive/>", "Main.storyboard is no storyboard of Xcode's: it begins with <archive>"),
        ("<document/>", "Main.storyboard does not say which controller it begins with"),
        ("", "Main.storyboard:1: there is no element"),
    ])
    func `a file that is no storyboard is refused with its line`(
        text: String,
        message: String
    ) throws {
        let bundle = try bundle(text)
        defer { try? FileManager.default.removeItem(atPath: bundle.bundlePath) }
        let storyboard = UIStoryboard(name: "Main", bundle: bundle)
        let error = #expect(throws: StoryboardFile.Failure.self) {
            try storyboard.initialController()
        }
        #expect(error?.message.hasPrefix(message) == true, "\(error?.message ?? "")")
    }

    @Test func `a controller's class that is not there is named, and where it was looked for`()
        throws
    {
        let text = document("", controller: #"customClass="Gong" customModule="Other""#)
        let bundle = try bundle(text)
        defer { try? FileManager.default.removeItem(atPath: bundle.bundlePath) }
        let storyboard = UIStoryboard(name: "Main", bundle: bundle)
        let error = #expect(throws: StoryboardFile.Failure.self) {
            try storyboard.initialController()
        }
        #expect(error?.message.contains("no class Gong (looked for Other.Gong") == true)
    }

    @Test func `characters, comments and sections are read as XML has them`() throws {
        let text = "<a b='&lt;&#65;&#x42;&quot;'><!-- <x> --><![CDATA[<&>]]> &amp;\n<c/></a>"
        let element = try StoryboardReader.read(Array(text.utf8))
        #expect(element["b"] == "<AB\"")
        #expect(element.text == "<&> &\n")
        #expect(element.first("c")?.line == 2)
    }
}

/// A controller as an extension has one.
final class Bell: UIViewController {
    weak var label: UILabel?
    var button: UIButton?
    var height: NSLayoutConstraint?
    fileprivate(set) var all: [UIView]?
    private(set) var hasLoaded = false
    private(set) var pressed: UIButton?
    private(set) var tapped: UIGestureRecognizer?

    override func viewDidLoad() { hasLoaded = true }

    fileprivate func press(_ sender: UIButton) { pressed = sender }
    fileprivate func tap(_ sender: UIGestureRecognizer) { tapped = sender }
}

/// A controller with maps.
final class Atlas: UIViewController, MKMapViewDelegate {
    var map: MKMapView?
    var named: MKMapView?
}

/// A view as an extension has one.
final class Badge: UIView {
    private(set) var sizeAtInit = CGSize.zero
    private(set) var isAwake = false
    var level: CGFloat = 0

    required init?(coder: NSCoder) {
        super.init(coder: coder)
        sizeAtInit = frame.size
        backgroundColor = .green
    }

    override func awakeFromNib() { isAwake = true }
}

/// What `belfry build` writes for an extension.
enum BelfryObjectiveC: ObjectiveCMembers {
    static var classes: [ObjectiveCClass] {
        [
            ObjectiveCClass(
                Bell.self,
                [
                    .property("label") { \Bell.label },
                    .property("button") { \Bell.button },
                    .property("height") { \Bell.height },
                    .property("all") { \Bell.all },
                    .method("pressed:") { (o: Bell, a0: UIButton) in o.press(a0) },
                    .method("tappedWithSender:") { (o: Bell, a0: UIGestureRecognizer) in o.tap(a0)
                    },
                ]
            ),
            ObjectiveCClass(
                Atlas.self,
                [.property("map") { \Atlas.map }, .property("named") { \Atlas.named }]
            ),
            ObjectiveCClass(Badge.self, [.property("level") { \Badge.level }]),
            NibTests.owner,
            StoryboardBarTests.panel,
            StoryboardTableTests.settings,
        ]
    }
}
