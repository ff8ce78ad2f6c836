// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

@testable import FoundationSupplement
internal import Foundation
internal import Testing

@testable import UIKit

/// Tables of storyboards whose cells the storyboard has itself.
@MainActor @Suite struct StoryboardTableTests: StoryboardStand {
    @Test func `static cells are the table's rows, with outlets, actions and titles`() throws {
        let (controller, log) = try load(Self.storyboard)
        #expect(log == [])
        let settings = try #require(controller as? Settings)
        let table = try #require(settings.tableView)
        #expect(table.style == .grouped)
        #expect(table.dataSource === settings)
        table.reloadData()
        #expect(table.numberOfSections == 2)
        #expect(table.cells.map(\.path) == [[0, 0], [0, 1], [1, 0]])
        #expect(settings.name?.text == "Doorbell")
        #expect(settings.detail?.text == "12:30")
        #expect(table.cells[1].cell.detailTextLabel === settings.detail)
        #expect(table.cells[1].cell.accessoryType == .disclosureIndicator)
        #expect(table.cells[2].cell === settings.cell)
        #expect(table.cells[2].cell.requiredHeight == 80)
        #expect(settings.tableView(table, titleForHeaderInSection: 0) == "Bell")
        #expect(settings.tableView(table, titleForFooterInSection: 0) == "Rings twice.")
        #expect(settings.tableView(table, titleForHeaderInSection: 1) == nil)
        let button = try #require(settings.button)
        button.sendActions(for: .touchUpInside)
        #expect(settings.pressed === button)
        #expect(settings.name?.constraints.first?.constant == 120)
        #expect(settings.refreshControl != nil)
        settings.refreshControl?.sendActions(for: .valueChanged)
        #expect(settings.pressed === settings.refreshControl)
    }

    @Test func `a table controller without a class of its own shows its static cells`() throws {
        let text = Self.storyboard.replacing(
            #"customClass="Settings" customModule="UIKitTests" "#,
            with: ""
        )
        let (controller, _) = try load(text)
        let table = try #require((controller as? UITableViewController)?.tableView)
        table.reloadData()
        #expect(table.cells.count == 3)
    }

    private static let storyboard = """
        <document type="com.apple.InterfaceBuilder3.CocoaTouch.Storyboard.XIB" version="3.0" \
        initialViewController="vc">
        <scenes><scene sceneID="s"><objects>
            <tableViewController customClass="Settings" customModule="UIKitTests" id="vc" \
        sceneMemberID="viewController">
                <tableView key="view" clipsSubviews="YES" dataMode="static" style="grouped" \
        rowHeight="-1" sectionHeaderHeight="18" sectionFooterHeight="18" id="table">
                    <rect key="frame" x="0.0" y="0.0" width="320" height="400"/>
                    <sections>
                        <tableViewSection headerTitle="Bell" footerTitle="Rings twice." id="s1">
                            <cells>
                                <tableViewCell selectionStyle="none" id="c1">
                                    <tableViewCellContentView key="contentView" id="v1">
                                        <subviews>
                                            <label text="Doorbell" id="name">
                                                <constraints>
                                                    <constraint firstAttribute="width" constant="120" \
        id="w"/>
                                                </constraints>
                                            </label>
                                            <button buttonType="system" id="button">
                                                <state key="normal" title="Ring"/>
                                                <connections>
                                                    <action selector="pressed:" destination="vc" \
        eventType="touchUpInside" id="a1"/>
                                                </connections>
                                            </button>
                                        </subviews>
                                    </tableViewCellContentView>
                                </tableViewCell>
                                <tableViewCell accessoryType="disclosureIndicator" textLabel="t" \
        detailTextLabel="d" style="IBUITableViewCellStyleValue1" id="c2">
                                    <tableViewCellContentView key="contentView" id="v2">
                                        <subviews>
                                            <label text="Time" id="t"/><label text="12:30" id="d"/>
                                        </subviews>
                                    </tableViewCellContentView>
                                </tableViewCell>
                            </cells>
                        </tableViewSection>
                        <tableViewSection id="s2">
                            <cells><tableViewCell rowHeight="80" id="c3"/></cells>
                        </tableViewSection>
                    </sections>
                    <connections>
                        <outlet property="dataSource" destination="vc" id="o1"/>
                        <outlet property="delegate" destination="vc" id="o2"/>
                    </connections>
                </tableView>
                <refreshControl key="refreshControl" contentMode="center" enabled="NO" id="again">
                    <connections>
                        <action selector="pressed:" destination="vc" eventType="valueChanged" id="a2"/>
                    </connections>
                </refreshControl>
                <connections>
                    <outlet property="name" destination="name" id="o3"/>
                    <outlet property="detail" destination="d" id="o4"/>
                    <outlet property="button" destination="button" id="o5"/>
                    <outlet property="cell" destination="c3" id="o6"/>
                </connections>
            </tableViewController>
        </objects></scene></scenes>
        </document>
        """
}

/// Controllers of collections.
extension StoryboardTableTests {
    @Test func `a controller of a collection has the storyboard's items and layout`() throws {
        let (controller, log) = try load(
            """
            <?xml version="1.0" encoding="UTF-8"?>
            <document type="com.apple.InterfaceBuilder3.CocoaTouch.Storyboard.XIB" version="3.0" \
            initialViewController="vc">
            <scenes><scene sceneID="s"><objects>
                <collectionViewController id="vc" customClass="Wall" customModule="UIKitTests">
                    <collectionView key="view" dataMode="prototypes" id="items">
                        <rect key="frame" x="0.0" y="0.0" width="320" height="200"/>
                        <collectionViewFlowLayout key="collectionViewLayout" minimumLineSpacing="4" \
            minimumInteritemSpacing="4" id="flow"><size key="itemSize" width="50" height="40"/>
                        </collectionViewFlowLayout>
                        <cells>
                            <collectionViewCell reuseIdentifier="tile" id="tile">
                                <rect key="frame" x="0.0" y="0.0" width="50" height="40"/>
                            </collectionViewCell>
                        </cells>
                        <connections>
                            <outlet property="dataSource" destination="vc" id="o1"/>
                            <outlet property="delegate" destination="vc" id="o2"/>
                        </connections>
                    </collectionView>
                </collectionViewController>
            </objects></scene></scenes>
            </document>
            """
        )
        #expect(log == [])
        let collection = try #require((controller as? Wall)?.collectionView)
        #expect(collection === controller.view)
        #expect(collection.dataSource === controller)
        collection.layoutIfNeeded()
        #expect(collection.visibleCells.map(\.reuseIdentifier) == ["tile", "tile"])
        #expect(collection.visibleCells.last?.frame == CGRect(x: 54, y: 0, width: 50, height: 40))
    }
}

/// A controller of a collection with two items.
final class Wall: UICollectionViewController {
    override func collectionView(
        _ collectionView: UICollectionView,
        numberOfItemsInSection section: Int
    ) -> Int { 2 }

    override func collectionView(
        _ collectionView: UICollectionView,
        cellForItemAt indexPath: IndexPath
    ) -> UICollectionViewCell {
        collectionView.dequeueReusableCell(withReuseIdentifier: "tile", for: indexPath)
    }
}

/// A controller of a table with static cells.
final class Settings: UITableViewController {
    var name: UILabel?
    var detail: UILabel?
    var button: UIButton?
    var cell: UITableViewCell?
    var pressed: UIControl?
}

extension StoryboardTableTests {
    /// What `belfry build` would have written for the controller.
    nonisolated static let settings = ObjectiveCClass(
        Settings.self,
        [
            .property("name") { \Settings.name },
            .property("detail") { \Settings.detail },
            .property("button") { \Settings.button },
            .property("cell") { \Settings.cell },
            .method("pressed:") { (o: Settings, sender: UIControl) in o.pressed = sender },
        ]
    )
}
