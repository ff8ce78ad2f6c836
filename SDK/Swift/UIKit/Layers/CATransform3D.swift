// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

public import CoreGraphics
public import Foundation

/// A map of points in space, by rows.
///
/// - Note: The host draws layers flat: of a map it shows the part that ``CATransform3DGetAffineTransform(_:)``
///   returns.
/// - SeeAlso: https://developer.apple.com/documentation/quartzcore/catransform3d
public struct CATransform3D: Sendable, Equatable {
    /// The first row.
    public var m11: CGFloat = 1, m12: CGFloat = 0, m13: CGFloat = 0, m14: CGFloat = 0
    /// The second row.
    public var m21: CGFloat = 0, m22: CGFloat = 1, m23: CGFloat = 0, m24: CGFloat = 0
    /// The third row.
    public var m31: CGFloat = 0, m32: CGFloat = 0, m33: CGFloat = 1, m34: CGFloat = 0
    /// The fourth row.
    public var m41: CGFloat = 0, m42: CGFloat = 0, m43: CGFloat = 0, m44: CGFloat = 1

    /// Leaves points where they are.
    public init() {}

    fileprivate init(rows: [[CGFloat]]) {
        (m11, m12, m13, m14) = (rows[0][0], rows[0][1], rows[0][2], rows[0][3])
        (m21, m22, m23, m24) = (rows[1][0], rows[1][1], rows[1][2], rows[1][3])
        (m31, m32, m33, m34) = (rows[2][0], rows[2][1], rows[2][2], rows[2][3])
        (m41, m42, m43, m44) = (rows[3][0], rows[3][1], rows[3][2], rows[3][3])
    }

    fileprivate var rows: [[CGFloat]] {
        [
            [m11, m12, m13, m14], [m21, m22, m23, m24], [m31, m32, m33, m34], [m41, m42, m43, m44],
        ]
    }
}

/// Leaves points where they are.
public let CATransform3DIdentity = CATransform3D()

/// Whether a map leaves points where they are.
public func CATransform3DIsIdentity(_ t: CATransform3D) -> Bool { t == CATransform3DIdentity }

/// Whether two maps are the same.
public func CATransform3DEqualToTransform(_ a: CATransform3D, _ b: CATransform3D) -> Bool { a == b }

/// Returns the map that moves points.
public func CATransform3DMakeTranslation(
    _ tx: CGFloat,
    _ ty: CGFloat,
    _ tz: CGFloat
)
    -> CATransform3D
{
    var map = CATransform3D()
    (map.m41, map.m42, map.m43) = (tx, ty, tz)
    return map
}

/// Returns the map that scales.
public func CATransform3DMakeScale(_ sx: CGFloat, _ sy: CGFloat, _ sz: CGFloat) -> CATransform3D {
    var map = CATransform3D()
    (map.m11, map.m22, map.m33) = (sx, sy, sz)
    return map
}

/// Returns the map that turns by an angle in radians about an axis; one without a length turns nothing.
public func CATransform3DMakeRotation(
    _ angle: CGFloat,
    _ x: CGFloat,
    _ y: CGFloat,
    _ z: CGFloat
)
    -> CATransform3D
{
    let length = (x * x + y * y + z * z).squareRoot()
    guard length > 0 else { return CATransform3D() }
    let (x, y, z) = (x / length, y / length, z / length)
    let (cosine, sine) = (cos(angle), sin(angle))
    let rest = 1 - cosine
    return CATransform3D(rows: [
        [cosine + x * x * rest, x * y * rest + z * sine, x * z * rest - y * sine, 0],
        [x * y * rest - z * sine, cosine + y * y * rest, y * z * rest + x * sine, 0],
        [x * z * rest + y * sine, y * z * rest - x * sine, cosine + z * z * rest, 0],
        [0, 0, 0, 1],
    ])
}

/// Returns the map that does one thing and then another.
public func CATransform3DConcat(_ a: CATransform3D, _ b: CATransform3D) -> CATransform3D {
    let (first, second) = (a.rows, b.rows)
    return CATransform3D(
        rows: first.map { row in
            (0..<4).map { column in (0..<4).reduce(0) { $0 + row[$1] * second[$1][column] } }
        }
    )
}

/// Returns the map that moves points before it does what another does.
public func CATransform3DTranslate(
    _ t: CATransform3D,
    _ tx: CGFloat,
    _ ty: CGFloat,
    _ tz: CGFloat
) -> CATransform3D {
    CATransform3DConcat(CATransform3DMakeTranslation(tx, ty, tz), t)
}

/// Returns the map that scales before it does what another does.
public func CATransform3DScale(
    _ t: CATransform3D,
    _ sx: CGFloat,
    _ sy: CGFloat,
    _ sz: CGFloat
)
    -> CATransform3D
{
    CATransform3DConcat(CATransform3DMakeScale(sx, sy, sz), t)
}

/// Returns the map that turns before it does what another does.
public func CATransform3DRotate(
    _ t: CATransform3D,
    _ angle: CGFloat,
    _ x: CGFloat,
    _ y: CGFloat,
    _ z: CGFloat
) -> CATransform3D {
    CATransform3DConcat(CATransform3DMakeRotation(angle, x, y, z), t)
}

/// Returns a flat map as one in space.
public func CATransform3DMakeAffineTransform(_ m: CGAffineTransform) -> CATransform3D {
    var map = CATransform3D()
    (map.m11, map.m12, map.m21, map.m22, map.m41, map.m42) = (m.a, m.b, m.c, m.d, m.tx, m.ty)
    return map
}

/// Whether a map is flat.
public func CATransform3DIsAffine(_ t: CATransform3D) -> Bool {
    CATransform3DMakeAffineTransform(CATransform3DGetAffineTransform(t)) == t
}

/// Returns what a map does to points of the plane.
public func CATransform3DGetAffineTransform(_ t: CATransform3D) -> CGAffineTransform {
    CGAffineTransform(a: t.m11, b: t.m12, c: t.m21, d: t.m22, tx: t.m41, ty: t.m42)
}
