// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

/// What a view is.
///
/// `SDK/C/abi/views.def` defines the kinds; `Scripts/check-views.sh` holds this enum to it.
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

    /// The word for the kind in JSON, in scripts and in the page.
    package var word: String {
        switch self {
        case .plain: "view"
        case .label: "label"
        case .image: "image"
        case .stack: "stack"
        case .button: "button"
        case .slider: "slider"
        case .switch: "switch"
        case .textField: "textField"
        case .textView: "textView"
        case .progress: "progress"
        case .activity: "activity"
        case .scroll: "scroll"
        }
    }
}
