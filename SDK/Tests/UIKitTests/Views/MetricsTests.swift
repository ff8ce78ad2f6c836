// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import Foundation
internal import Testing

@testable internal import UIKit

/// Sizes, fonts, margins and colours that Apple documents, or that every iPhone has.
@Suite("What views measure on an iPhone")
@MainActor struct MetricsTests {
    @Test func `controls have their sizes as soon as they are made`() {
        #expect(UISwitch().frame.size == CGSize(width: 51, height: 31))
        #expect(UIStepper().frame.size == CGSize(width: 94, height: 32))
        #expect(UIProgressView().frame.height == 4)
        let far = UISwitch(frame: CGRect(x: 7, y: 9, width: 300, height: 2))
        #expect(far.frame == CGRect(x: 7, y: 9, width: 51, height: 31))
        far.frame.size = .zero
        #expect(far.frame.size == CGSize(width: 51, height: 31))
    }

    @Test func `controls measure what they measure on an iPhone`() {
        #expect(UISegmentedControl(items: ["A", "B"]).intrinsicContentSize.height == 32)
        #expect(UIActivityIndicatorView(style: .medium).intrinsicContentSize.height == 20)
        #expect(UIActivityIndicatorView(style: .large).intrinsicContentSize.height == 37)
        #expect(UITextField().intrinsicContentSize.height == 34)
        #expect(UIPickerView().intrinsicContentSize.height == 216)
        #expect(UISearchBar().intrinsicContentSize.height == 56)
        #expect(UIToolbar().intrinsicContentSize.height == 44)
        #expect(UINavigationBar().intrinsicContentSize.height == 44)
        #expect(UITabBar().intrinsicContentSize.height == 49)
    }

    @Test(
        arguments: [
            (.largeTitle, 34), (.title1, 28), (.title2, 22), (.title3, 20),
            (.headline, 17), (.body, 17), (.callout, 16), (.subheadline, 15), (.footnote, 13),
            (.caption1, 12), (.caption2, 11),
        ] as [(UIFont.TextStyle, CGFloat)]
    )
    func `a kind of text has the size that it has unless the user changed it`(
        _ style: UIFont.TextStyle,
        _ size: CGFloat
    ) {
        #expect(UIFont.preferredFont(forTextStyle: style).pointSize == size)
    }

    @Test func `a view has margins of 8 points, and stacks no space of their own`() {
        #expect(UIView().layoutMargins == UIEdgeInsets(top: 8, left: 8, bottom: 8, right: 8))
        #expect(UIStackView().spacing == 0)
        #expect(
            UITextView().textContainerInset == UIEdgeInsets(top: 8, left: 0, bottom: 8, right: 0)
        )
        #expect(UITableView().separatorInset.left == 16)
    }

    @Test(
        arguments: [
            ("systemRed", UIColor.systemRed, 0xFF3B_30FF, 0xFF45_3AFF),
            ("systemOrange", .systemOrange, 0xFF95_00FF, 0xFF9F_0AFF),
            ("systemYellow", .systemYellow, 0xFFCC_00FF, 0xFFD6_0AFF),
            ("systemGreen", .systemGreen, 0x34C7_59FF, 0x30D1_58FF),
            ("systemBlue", .systemBlue, 0x007A_FFFF, 0x0A84_FFFF),
            ("systemIndigo", .systemIndigo, 0x5856_D6FF, 0x5E5C_E6FF),
            ("systemPurple", .systemPurple, 0xAF52_DEFF, 0xBF5A_F2FF),
            ("systemPink", .systemPink, 0xFF2D_55FF, 0xFF37_5FFF),
            ("systemGray", .systemGray, 0x8E8E_93FF, 0x8E8E_93FF),
            ("systemGray5", .systemGray5, 0xE5E5_EAFF, 0x2C2C_2EFF),
            ("label", .label, 0x0000_00FF, 0xFFFF_FFFF),
            ("systemBackground", .systemBackground, 0xFFFF_FFFF, 0x0000_00FF),
            ("secondarySystemBackground", .secondarySystemBackground, 0xF2F2_F7FF, 0x1C1C_1EFF),
            ("systemGroupedBackground", .systemGroupedBackground, 0xF2F2_F7FF, 0x0000_00FF),
        ] as [(String, UIColor, Int64, Int64)]
    )
    func `a colour is Apple's on a light and on a dark screen`(
        _ name: String,
        _ color: UIColor,
        _ light: Int64,
        _ dark: Int64
    ) {
        #expect(color.bits(on: .light) & 0xFFFF_FFFF == light, "\(name)")
        #expect(color.bits(on: .dark) & 0xFFFF_FFFF == dark, "\(name)")
    }

    @Test func `a layer's colour is the screen's, light or dark`() {
        let color = UIColor(cgColor: UIColor.systemRed.cgColor)
        #expect(color.bits(on: .light) & 0xFFFF_FFFF == 0xFF3B_30FF)
        #expect(color.bits(on: .dark) & 0xFFFF_FFFF == 0xFF45_3AFF)
        let light = UIColor.systemRed.resolvedColor(with: .light)
        #expect(UIColor(cgColor: light.cgColor).bits(on: .dark) & 0xFFFF_FFFF == 0xFF3B_30FF)
    }

    @Test(
        arguments: [
            (.mini, 5, 10, 15), (.small, 5, 10, 15), (.medium, 7, 12, 17), (.large, 15, 20, 17),
        ]
            as [(UIButton.Configuration.Size, CGFloat, CGFloat, CGFloat)]
    )
    func `a configured button has the insets and the font of its size`(
        _ size: UIButton.Configuration.Size,
        _ height: CGFloat,
        _ width: CGFloat,
        _ font: CGFloat
    ) {
        var configuration = UIButton.Configuration.filled()
        configuration.buttonSize = size
        #expect(configuration.contentInsets.top == height)
        #expect(configuration.contentInsets.leading == width)
        #expect(configuration.font.pointSize == font)
        configuration.contentInsets = .zero
        #expect(configuration.contentInsets == .zero)
    }
}
