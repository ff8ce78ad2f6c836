// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

/// What a view is, with the numbers of `belfry/view.h`.
package enum ViewKind: UInt32, CaseIterable, Sendable {
    case plain = 0
    case label = 1
    case image = 2
    case stack = 3
    case button = 4
    case slider = 5
    case `switch` = 6
    case textField = 7
    case textView = 8
    case progress = 9
    case activity = 10
    case scroll = 11
}
