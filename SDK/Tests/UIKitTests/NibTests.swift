// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

@testable import FoundationSupplement
internal import Foundation
internal import Synchronization
internal import Testing

@testable import UIKit

/// Nib files: their objects, for a view, a cell, an owner, a controller.
@MainActor @Suite struct NibTests {
    /// Does something with a bundle that has a file, and returns what was said meanwhile.
    private func with<Result>(
        _ files: [String: String],
        _ body: (Bundle) throws -> Result
    ) throws -> (result: Result, log: [String]) {
        let folder = FileManager.default.temporaryDirectory
            .appendingPathComponent("UIKitTests-\(UUID().uuidString).appex")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        for (name, text) in files {
            try Data(text.utf8).write(to: folder.appendingPathComponent(name))
        }
        let log = Mutex<[String]>([])
        let result = try RunLog.$recorder.withValue({ level, line in
            log.withLock { $0.append("\(level): \(line)") }
        }) { try body(#require(Bundle(path: folder.path))) }
        return (result, log.withLock(\.self))
    }

    private func nib(_ objects: String, owner: String = "", connections: String = "") -> String {
        """
        <?xml version="1.0" encoding="UTF-8"?>
        <document type="com.apple.InterfaceBuilder3.CocoaTouch.XIB" version="3.0" \
        toolsVersion="21507" targetRuntime="iOS.CocoaTouch" propertyAccessControl="none" \
        useAutolayout="YES" useTraitCollections="YES" useSafeAreas="YES" colorMatched="YES">
            <device id="retina6_12" orientation="portrait" appearance="light"/>
            <dependencies>
                <plugIn identifier="com.apple.InterfaceBuilder.IBCocoaTouchPlugin" version="21505"/>
            </dependencies>
            <objects>
                <placeholder placeholderIdentifier="IBFilesOwner" id="-1" userLabel="File's Owner" \
        \(owner)>
                    <connections>\(connections)</connections>
                </placeholder>
                <placeholder placeholderIdentifier="IBFirstResponder" id="-2" \
        customClass="UIResponder"/>
                \(objects)
            </objects>
        </document>
        """
    }

    private let card = """
        <view contentMode="scaleToFill" id="root">
            <rect key="frame" x="0.0" y="0.0" width="320" height="80"/>
            <subviews>
                <label text="Title" translatesAutoresizingMaskIntoConstraints="NO" id="label"/>
                <button buttonType="system" id="button">
                    <state key="normal" title="OK"/>
                    <connections>
                        <action selector="pressed:" destination="-1" eventType="touchUpInside" id="a"/>
                    </connections>
                </button>
            </subviews>
            <constraints>
                <constraint firstItem="label" firstAttribute="leading" secondItem="root" \
        secondAttribute="leading" constant="16" id="c"/>
            </constraints>
        </view>
        """

    @Test func `an owner is connected with what is in its nib file`() throws {
        let owner = Card()
        let connections = """
            <outlet property="contentView" destination="root" id="o1"/>
            <outlet property="label" destination="label" id="o2"/>
            """
        let file = nib(card, owner: #"customClass="Card""#, connections: connections)
        let (objects, log) = try with(["Card.xib": file]) { bundle in
            bundle.loadNibNamed("Card", owner: owner) ?? []
        }
        #expect(log == [])
        #expect(objects.count == 1)
        let root = try #require(objects.first as? UIView)
        #expect(owner.contentView === root)
        #expect(owner.label?.text == "Title")
        #expect(root.bounds.size == CGSize(width: 320, height: 80))
        #expect(root.constraints.first?.constant == 16)
        let button = try #require(root.subviews.last as? UIButton)
        button.sendActions(for: .touchUpInside)
        #expect(owner.presses == 1)
    }

    @Test func `a cell is made from a nib file each time`() throws {
        let cell = """
            <collectionViewCell reuseIdentifier="Cell" id="cell">
                <rect key="frame" x="0.0" y="0.0" width="90" height="40"/>
                <view key="contentView" id="content">
                    <subviews><label text="Item" id="label"/></subviews>
                </view>
            </collectionViewCell>
            """
        let (found, log) = try with(["Cell.xib": nib(cell)]) { bundle in
            let layout = UICollectionViewFlowLayout()
            let view = UICollectionView(frame: .zero, collectionViewLayout: layout)
            view.register(
                UINib(nibName: "Cell", bundle: bundle),
                forCellWithReuseIdentifier: "Cell"
            )
            let path = IndexPath(item: 0, section: 0)
            return (0..<2).map { _ in
                view.dequeueReusableCell(withReuseIdentifier: "Cell", for: path)
            }
        }
        #expect(log == [])
        #expect(found[0] !== found[1])
        #expect(found.allSatisfy { ($0.contentView.subviews.first as? UILabel)?.text == "Item" })
    }

    @Test func `a controller's view is that of its nib file`() throws {
        let connections = #"<outlet property="view" destination="root" id="o"/>"#
        let plain = card.replacing(/<connections>.*?<\/connections>/.dotMatchesNewlines(), with: "")
        let (controller, log) = try with(["Face.xib": nib(plain, connections: connections)]) {
            bundle in
            let controller = UIViewController(nibName: "Face", bundle: bundle)
            controller.loadViewIfNeeded()
            return controller
        }
        #expect(log == [])
        #expect(controller.view.subviews.count == 2)
    }

    @Test func `a nib file that is not there, or none, is an error in the log`() throws {
        let (_, log) = try with(["Odd.xib": "<plist></plist>"]) { bundle in
            #expect(UINib(nibName: "None", bundle: bundle).instantiate(withOwner: nil).isEmpty)
            #expect(UINib(nibName: "Odd", bundle: bundle).instantiate(withOwner: nil).isEmpty)
        }
        #expect(log.count == 2)
        #expect(log.first?.hasPrefix("error: The bundle has no nib None: neither None.xib") == true)
        #expect(log.last?.hasPrefix("error: Odd.xib is no nib of Xcode's: it begins with") == true)
    }

    @Test func `colours of a catalogue are for light and dark`() throws {
        let set = """
            {"colors": [
                {"idiom": "universal", "color": {"color-space": "srgb", "components": \
            {"alpha": "0.500", "red": "0x80", "green": "255", "blue": "0.25"}}},
                {"idiom": "universal", "appearances": [{"appearance": "luminosity", \
            "value": "dark"}], "color": {"platform": "ios", "reference": "systemRedColor"}}
            ], "info": {"author": "xcode", "version": 1}}
            """
        let files = ["Sky.colorset.json": set, "Odd.colorset.json": #"{"colors": []}"#]
        let (colors, log) = try with(files) { bundle in
            ["Sky", "Odd", "None", "../Sky"].map {
                UIColor(named: $0, in: bundle, compatibleWith: nil)
            }
        }
        #expect(colors[0]?.bits == Int64(bitPattern: 0xFF45_3AFF_80FF_4080))
        #expect(colors.dropFirst().allSatisfy { $0 == nil })
        #expect(log == ["warning: the colour Odd of the asset catalogue cannot be read"])
    }
}

/// What owns a nib file.
private final class Card: UIView {
    var contentView: UIView?
    var label: UILabel?
    var presses = 0
}

extension NibTests {
    /// What `belfry build` would have written for the owner.
    nonisolated static let owner = ObjectiveCClass(
        Card.self,
        [
            .property("contentView") { \Card.contentView },
            .property("label") { \Card.label },
            .method("pressed:") { (card: Card, _: Any) in card.presses += 1 },
        ]
    )
}
