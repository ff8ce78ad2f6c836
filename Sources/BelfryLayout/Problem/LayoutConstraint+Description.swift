// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

extension LayoutConstraint: CustomStringConvertible {
    /// The constraint as a formula: `4.width = 2 * 3.height + 8`.
    package var description: String {
        let sign =
            switch relation {
            case .atMost: "<="
            case .equal: "="
            case .atLeast: ">="
            }
        let left = "\(first).\(firstAttribute) \(sign) "
        guard let second, secondAttribute != .none else { return left + Self.text(of: constant) }
        let factor = multiplier == 1 ? "" : "\(Self.text(of: multiplier)) * "
        let rest =
            constant == 0
            ? "" : constant < 0 ? " - \(Self.text(of: -constant))" : " + \(Self.text(of: constant))"
        return left + factor + "\(second).\(secondAttribute)" + rest
    }

    private static func text(of number: Double) -> String {
        let whole = abs(number) < 1e15 ? Int(number) : 0
        return Double(whole) == number ? "\(whole)" : "\(number)"
    }
}
