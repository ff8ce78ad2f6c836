// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import CoreGraphics
internal import Foundation
internal import Testing
internal import UIKit

@Suite struct DrawingTests {
    private func drawn(
        _ width: CGFloat,
        _ height: CGFloat,
        _ actions: (UIGraphicsImageRendererContext) -> Void
    ) -> UIImage {
        let format = UIGraphicsImageRendererFormat()
        format.scale = 1
        let size = CGSize(width: width, height: height)
        return UIGraphicsImageRenderer(size: size, format: format).image(actions: actions)
    }

    @Test func `an avatar is clipped to a circle`() {
        let picture = Pictures.halves(width: 100, height: 100)
        let bounds = CGRect(x: 0, y: 0, width: 40, height: 40)
        let avatar = drawn(40, 40) { _ in
            UIBezierPath(ovalIn: bounds).addClip()
            picture.draw(in: bounds)
        }
        #expect(Pictures.pixel(avatar, 0, 0) == [0, 0, 0, 0])
        #expect(Pictures.pixel(avatar, 39, 39) == [0, 0, 0, 0])
        #expect(Pictures.pixel(avatar, 5, 20) == [255, 0, 0, 255])
        #expect(Pictures.pixel(avatar, 35, 20) == [0, 0, 255, 255])
    }

    @Test func `round corners leave the corner free`() {
        let bounds = CGRect(x: 0, y: 0, width: 20, height: 20)
        let image = drawn(20, 20) { _ in
            UIColor.green.setFill()
            UIBezierPath(
                roundedRect: bounds,
                byRoundingCorners: [.topLeft],
                cornerRadii: CGSize(width: 8, height: 8)
            )
            .fill()
        }
        #expect(Pictures.pixel(image, 0, 0)?[3] == 0)
        for (x, y) in [(19, 0), (0, 19), (19, 19), (10, 10)] {
            #expect(Pictures.pixel(image, x, y) == [0, 255, 0, 255])
        }
    }

    @Test func `a path is stroked in dashes until it is to be whole again`() {
        let line = UIBezierPath()
        line.move(to: CGPoint(x: 0, y: 5))
        line.addLine(to: CGPoint(x: 40, y: 5))
        line.lineWidth = 2
        unsafe line.setLineDash([10, 5], count: 2, phase: 5)
        let (dashes, whole) = (
            drawn(40, 10) { _ in line.stroke() },
            drawn(40, 10) { _ in
                unsafe line.setLineDash(nil, count: 0, phase: 0)
                line.stroke()
            }
        )
        // Five of the first dash, a gap of five, a whole dash.
        let alphas = [2, 7, 12, 17, 22].map { Pictures.pixel(dashes, $0, 5)?[3] }
        #expect(alphas == [255, 0, 255, 255, 0])
        #expect([2, 7, 22, 37].allSatisfy { Pictures.pixel(whole, $0, 5)?[3] == 255 })
    }

    @Test func `rings are stroked and holes stay free`() {
        let image = drawn(40, 40) { context in
            let context = context.cgContext
            context.setStrokeColor(UIColor.red.cgColor)
            context.setLineWidth(4)
            context.strokeEllipse(in: CGRect(x: 4, y: 4, width: 32, height: 32))
            context.setFillColor(UIColor.blue.cgColor)
            context.addRect(CGRect(x: 14, y: 14, width: 12, height: 12))
            context.addRect(CGRect(x: 17, y: 17, width: 6, height: 6))
            context.fillPath(using: .evenOdd)
        }
        #expect(Pictures.pixel(image, 4, 20) == [255, 0, 0, 255])
        #expect(Pictures.pixel(image, 10, 20)?[3] == 0)
        #expect(Pictures.pixel(image, 15, 20) == [0, 0, 255, 255])
        #expect(Pictures.pixel(image, 20, 20)?[3] == 0)
    }

    @Test func `lines have corners, caps and arcs`() {
        let image = drawn(40, 40) { _ in
            UIColor.black.setStroke()
            let path = UIBezierPath()
            path.lineWidth = 4
            path.move(to: CGPoint(x: 10, y: 30))
            path.addLine(to: CGPoint(x: 10, y: 10))
            path.addLine(to: CGPoint(x: 30, y: 10))
            path.stroke()
            UIColor.red.setFill()
            UIBezierPath(
                arcCenter: CGPoint(x: 30, y: 30),
                radius: 8,
                startAngle: 0,
                endAngle: .pi,
                clockwise: true
            )
            .fill()
        }
        // The mitre fills the outer corner; a butt cap ends where the line does.
        #expect(Pictures.pixel(image, 8, 8)?[3] == 255)
        #expect(Pictures.pixel(image, 10, 31)?[3] == 0)
        // Clockwise as seen from the right side goes through the bottom.
        #expect(Pictures.pixel(image, 30, 34) == [255, 0, 0, 255])
        #expect(Pictures.pixel(image, 30, 26)?[3] == 0)
    }

    @Test func `the functions of old draw as well`() {
        UIGraphicsBeginImageContextWithOptions(CGSize(width: 10, height: 10), false, 2)
        Pictures.halves(width: 4, height: 4).draw(in: CGRect(x: 0, y: 0, width: 10, height: 10))
        let image = UIGraphicsGetImageFromCurrentImageContext()
        UIGraphicsEndImageContext()
        #expect(image?.scale == 2 && image?.size == CGSize(width: 10, height: 10))
        #expect(Pictures.pixel(image, 1, 1) == [255, 0, 0, 255])
        #expect(UIGraphicsGetCurrentContext() == nil)
        #expect(UIGraphicsGetImageFromCurrentImageContext() == nil)
    }

    @Test func `a context of Core Graphics has its origin at the lower left`() throws {
        let context = try #require(
            unsafe CGContext(
                data: nil,
                width: 4,
                height: 4,
                bitsPerComponent: 8,
                bytesPerRow: 0,
                space: CGColorSpaceCreateDeviceRGB(),
                bitmapInfo: CGImageAlphaInfo.premultipliedLast.rawValue
            )
        )
        context.setFillColor(red: 1, green: 0, blue: 0, alpha: 1)
        context.fill(CGRect(x: 0, y: 0, width: 4, height: 1))
        let before = try #require(context.makeImage())
        context.clear(CGRect(x: 0, y: 0, width: 4, height: 4))
        #expect(before.pixels()?[0, 3] == SIMD4(255, 0, 0, 255))
        #expect(before.pixels()?[0, 0] == SIMD4(0, 0, 0, 0))
        #expect(before.cropping(to: CGRect(x: 1, y: 3, width: 9, height: 9))?.width == 3)
        #expect(before.cropping(to: CGRect(x: 9, y: 9, width: 1, height: 1)) == nil)
    }

    @Test func `a tint keeps the shape`() {
        let shape = drawn(4, 4) { $0.fill(CGRect(x: 0, y: 0, width: 2, height: 4)) }
        let tinted = shape.withTintColor(.green)
        #expect(Pictures.pixel(tinted, 0, 0) == [0, 255, 0, 255])
        #expect(Pictures.pixel(tinted, 3, 0)?[3] == 0)
    }

    @Test func `sizes that no memory holds give an empty image`() {
        let image = drawn(40_000, 40_000) { _ in }
        #expect(image.cgImage == nil && image.size == .zero)
        #expect(drawn(0, 10) { _ in }.cgImage == nil)
    }

    @Test func `a gradient goes from one colour to the other`() throws {
        let gradient = try #require(
            unsafe CGGradient(
                colorsSpace: CGColorSpaceCreateDeviceRGB(),
                colors: [UIColor.red.cgColor, UIColor.blue.cgColor] as NSArray,
                locations: nil
            )
        )
        let image = drawn(40, 10) { context in
            context.cgContext.drawLinearGradient(
                gradient,
                start: CGPoint(x: 10, y: 0),
                end: CGPoint(x: 30, y: 0),
                options: .drawsBeforeStartLocation
            )
        }
        #expect(Pictures.pixel(image, 2, 5) == [255, 0, 0, 255])
        #expect(Pictures.pixel(image, 35, 5) == [0, 0, 0, 0])
        let middle = try #require(Pictures.pixel(image, 20, 5))
        #expect((110...145).contains(middle[0]) && (110...145).contains(middle[2]))

        let round = drawn(40, 40) { context in
            context.cgContext.drawRadialGradient(
                gradient,
                startCenter: CGPoint(x: 20, y: 20),
                startRadius: 0,
                endCenter: CGPoint(x: 20, y: 20),
                endRadius: 20,
                options: []
            )
        }
        #expect(Pictures.pixel(round, 20, 20)?[0] ?? 0 > 240)
        #expect(Pictures.pixel(round, 38, 20)?[2] ?? 0 > 220)
        #expect(Pictures.pixel(round, 0, 0) == [0, 0, 0, 0])
    }

    @Test func `lines are dashed, and endless patterns are not followed`() {
        func line(_ lengths: [CGFloat]) -> UIImage {
            drawn(40, 4) { context in
                let context = context.cgContext
                context.setLineWidth(4)
                context.setLineDash(phase: 0, lengths: lengths)
                context.move(to: CGPoint(x: 0, y: 2))
                context.addLine(to: CGPoint(x: 40, y: 2))
                context.strokePath()
            }
        }
        let dashed = line([10])
        let shares = [5, 15, 25, 35].map { Pictures.pixel(dashed, $0, 2)?[3] }
        #expect(shares == [255, 0, 255, 0])
        for pattern: [CGFloat] in [[1e-9], [0, 0], [-1, 4], [.nan], [.infinity, 1]] {
            #expect(Pictures.pixel(line(pattern), 15, 2)?[3] == 255, "\(pattern)")
        }
    }
}
