// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import CBelfry
internal import Foundation
internal import Testing

@testable internal import UIKit

/// What extensions of other people do to views, and the host is to be told.
extension MirroringTests {
    @Test func `tells colours of one screen where a view is made for it`() {
        let (card, label) = (UIView(), UILabel())
        card.backgroundColor = .systemBackground
        card.addSubview(label)
        card.overrideUserInterfaceStyle = .dark
        #expect(StandInHost.view(card)?.integers[BF_VIEW_BACKGROUND_COLOR] == 0x0000_00ff_0000_00ff)
        #expect(StandInHost.view(label)?.integers[BF_VIEW_TEXT_COLOR] == -1)
        #expect(label.traitCollection.userInterfaceStyle == .dark)
        let late = UILabel()
        late.textColor = .systemGreen
        card.addSubview(late)
        #expect(StandInHost.view(late)?.integers[BF_VIEW_TEXT_COLOR] == 0x30d1_58ff_30d1_58ff)
        card.overrideUserInterfaceStyle = .unspecified
        #expect(StandInHost.view(late)?.integers[BF_VIEW_TEXT_COLOR] == 0x30d1_58ff_34c7_59ff)
        #expect(StandInHost.view(label)?.integers[BF_VIEW_TEXT_COLOR] == nil)
    }

    @Test func `fills a button with a background picture of one colour`() {
        let button = UIButton(type: .custom)
        let pixel = UIGraphicsImageRenderer(size: CGSize(width: 1, height: 1)).image { context in
            UIColor.red.setFill()
            context.fill(CGRect(x: 0, y: 0, width: 1, height: 1))
        }
        button.setBackgroundImage(pixel, for: .normal)
        let red = UIColor.red.bits
        #expect(StandInHost.view(button)?.integers[BF_VIEW_BACKGROUND_COLOR] == red)
        #expect(StandInHost.view(button)?.image == nil)
        button.backgroundColor = .blue
        #expect(StandInHost.view(button)?.integers[BF_VIEW_BACKGROUND_COLOR] == red)
        button.setBackgroundImage(nil, for: .normal)
        #expect(StandInHost.view(button)?.integers[BF_VIEW_BACKGROUND_COLOR] == UIColor.blue.bits)
    }

    @Test func `what is at the sides of a field is shown where it always is, beside the text`() {
        let field = UITextField(frame: CGRect(x: 0, y: 0, width: 200, height: 34))
        field.borderStyle = .roundedRect
        let lens = UIView(frame: CGRect(x: 3, y: 3, width: 20, height: 20))
        field.leftView = lens
        #expect(lens.superview == nil)
        #expect(StandInHost.view(field)?.reals[BF_VIEW_INSET_LEFT] == 7)
        field.leftViewMode = .always
        field.rightViewMode = .always
        let mark = UIView(frame: CGRect(x: 0, y: 0, width: 24, height: 10))
        field.rightView = mark
        #expect(lens.superview === field && mark.superview === field)
        #expect(lens.frame == CGRect(x: 0, y: 7, width: 20, height: 20))
        #expect(mark.frame == CGRect(x: 176, y: 12, width: 24, height: 10))
        #expect(StandInHost.view(field)?.reals[BF_VIEW_INSET_LEFT] == 27)
        #expect(StandInHost.view(field)?.reals[BF_VIEW_INSET_RIGHT] == 31)
        field.leftView = nil
        #expect(lens.superview == nil)
        #expect(StandInHost.view(field)?.reals[BF_VIEW_INSET_LEFT] == 7)
    }

    @Test func `a symbol is as large and of the colour that its configuration says`() throws {
        let small = UIImage(systemName: "star")
        let large = UIImage.SymbolConfiguration(pointSize: 34)
        let star = try #require(UIImage(systemName: "star", withConfiguration: large))
        #expect(small?.size == CGSize(width: 20, height: 20))
        #expect(star.size == CGSize(width: 40, height: 40))
        #expect(star.withRenderingMode(.alwaysTemplate).size == star.size)
        let view = UIImageView(image: small)
        view.preferredSymbolConfiguration = large
        #expect(view.intrinsicContentSize == star.size)
        view.image = small?.withTintColor(.white, renderingMode: .alwaysOriginal)
        #expect(StandInHost.view(view)?.integers[BF_VIEW_TINT_COLOR] == UIColor.white.bits)
        view.image = small
        #expect(StandInHost.view(view)?.integers[BF_VIEW_TINT_COLOR] == nil)
    }

    @Test func `a slider whose thumb is a picture without size has none`() {
        let slider = UISlider()
        slider.setThumbImage(UIImage(), for: .normal)
        #expect(StandInHost.view(slider)?.integers[BF_VIEW_THUMB_COLOR] == 0)
    }

    @Test func `a button's title stands where its content does`() {
        let button = UIButton()
        button.contentHorizontalAlignment = .trailing
        #expect(StandInHost.view(button)?.integers[BF_VIEW_TEXT_ALIGNMENT] == 2)
    }
}
