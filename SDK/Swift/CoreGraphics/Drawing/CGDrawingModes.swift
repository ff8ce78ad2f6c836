// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

/// What counts as the inside of a path.
public enum CGPathFillRule: Int, Sendable {
    /// What the path goes round.
    case winding
    /// What is behind an odd number of its lines.
    case evenOdd
}

/// How an open line ends.
public enum CGLineCap: Int32, Sendable {
    /// At its end.
    case butt = 0
    /// With half a circle.
    case round = 1
    /// With half a square.
    case square = 2
}

/// How two lines meet.
public enum CGLineJoin: Int32, Sendable {
    /// In a point.
    case miter = 0
    /// In a part of a circle.
    case round = 1
    /// In a cut corner.
    case bevel = 2
}

/// What is drawn of a path.
public enum CGPathDrawingMode: Int32, Sendable {
    /// Its inside.
    case fill = 0
    /// Its inside, by the even-odd rule.
    case eoFill = 1
    /// Its line.
    case stroke = 2
    /// Both.
    case fillStroke = 3
    /// Both, by the even-odd rule.
    case eoFillStroke = 4
}

/// How much work to put into scaling; pictures here are always scaled with the most.
public enum CGInterpolationQuality: Int32, Sendable {
    /// As the context likes.
    case `default` = 0
    /// None.
    case none = 1
    /// Little.
    case low = 2
    /// More than little.
    case medium = 4
    /// The most.
    case high = 3
}

/// How what is drawn meets what is there.
public enum CGBlendMode: Int32, Sendable {
    /// Over it.
    case normal = 0
    /// Each colour times the other.
    case multiply = 1
    /// Each colour's complement times the other's.
    case screen = 2
    /// Nothing is left.
    case clear = 16
    /// Instead of it.
    case copy = 17
    /// Where there is something.
    case sourceIn = 18
    /// Where there is nothing.
    case sourceOut = 19
    /// Over it, where there is something.
    case sourceAtop = 20
    /// Under it.
    case destinationOver = 21
    /// What is there, where something is drawn.
    case destinationIn = 22
    /// What is there, where nothing is drawn.
    case destinationOut = 23
    /// Under it, where something is drawn.
    case destinationAtop = 24
}
