// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import Foundation
internal import Testing
internal import UIKit

@Suite struct UIColorTests {
    @Test func `components come back`() {
        var (red, green, blue, alpha) = (CGFloat(0), CGFloat(0), CGFloat(0), CGFloat(0))
        let color = UIColor(red: 0.1, green: 0.2, blue: 0.3, alpha: 0.4)
        #expect(unsafe color.getRed(&red, green: &green, blue: &blue, alpha: &alpha))
        #expect([red, green, blue, alpha] == [0.1, 0.2, 0.3, 0.4])
        #expect(color.withAlphaComponent(1).cgColor.alpha == 1)
        #expect(unsafe !color.getWhite(&red, alpha: nil))
        #expect(UIColor.black == UIColor(white: 0, alpha: 1))
        #expect(UIColor.black != UIColor.white)
    }

    @Test func `a hue is the colour it was taken from`() {
        var (hue, saturation, brightness) = (CGFloat(0), CGFloat(0), CGFloat(0))
        let color = UIColor(red: 0.2, green: 0.4, blue: 0.6, alpha: 1)
        unsafe color.getHue(&hue, saturation: &saturation, brightness: &brightness, alpha: nil)
        let back = UIColor(hue: hue, saturation: saturation, brightness: brightness, alpha: 1)
        let pairs = zip(color.cgColor.components ?? [], back.cgColor.components ?? [])
        #expect(pairs.allSatisfy { abs($0 - $1) < 1e-9 })
    }

    @Test func `a dynamic colour is another on a dark screen`() {
        let color = UIColor { $0.userInterfaceStyle == .dark ? .white : .black }
        let dark = UITraitCollection(userInterfaceStyle: .dark)
        #expect(color.cgColor == UIColor.black.cgColor)
        #expect(color.resolvedColor(with: dark) == .white)
        #expect(UIColor.label.resolvedColor(with: dark) == .white)
    }

    @Test func `fonts have names, sizes and the size of a text`() {
        let font = UIFont.systemFont(ofSize: 20, weight: .semibold)
        #expect(font.fontName == ".SFUI-Semibold" && font.pointSize == 20)
        #expect(UIFont.preferredFont(forTextStyle: .body).pointSize == 17)
        #expect(UIFont(name: "", size: 3) == nil)
        let key = NSAttributedString.Key("NSFont")
        #expect("four".size(withAttributes: [key: font]).width == 40)
        let rect = "four".boundingRect(
            with: CGSize(width: 20, height: 100),
            options: .usesLineFragmentOrigin,
            attributes: [key: font],
            context: nil
        )
        #expect(rect.height == 2 * font.lineHeight)
    }

    @Test func `the device is a phone with a number of its own`() {
        #expect(UIDevice.current.model == "iPhone" && UIScreen.main.scale == 3)
        #expect(UIDevice.current.identifierForVendor == UIDevice.current.identifierForVendor)
        #expect(UIDevice.current.identifierForVendor != nil)
        let board = UIPasteboard()
        board.string = "text"
        #expect(board.hasStrings && board.strings == ["text"] && !board.hasImages)
    }

    @Test func `a pasteboard keeps the texts of items by their types`() {
        let board = UIPasteboard()
        board.setItems(
            [["public.utf8-plain-text": "123456"], ["public.png": Data()], ["public.text": "b"]],
            options: [.localOnly: true, .expirationDate: Date(timeIntervalSinceNow: 60)]
        )
        #expect(board.strings == ["123456", "b"])
        board.setValue("code", forPasteboardType: "public.plain-text")
        #expect(board.strings == ["code"])
        board.setValue(Data(), forPasteboardType: "public.png")
        #expect(!board.hasStrings)
    }
}
