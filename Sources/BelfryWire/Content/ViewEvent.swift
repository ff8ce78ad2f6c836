// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

/// What the user does to a view.
///
/// `SDK/C/abi/views.def` defines the events; `Scripts/check-views.sh` holds this enum to it.
package enum ViewEvent: UInt32, CaseIterable, Sendable {
    case tap = 1
    case valueChanged = 2
    case editingBegan = 3
    case editingChanged = 4
    case editingEnded = 5
    case returned = 6

    /// The event's bit among those of a view.
    package var bit: UInt32 { 1 << rawValue }

    /// The word for the event in JSON and in the page.
    package var word: String {
        switch self {
        case .tap: "tap"
        case .valueChanged: "valueChanged"
        case .editingBegan: "editingBegan"
        case .editingChanged: "editingChanged"
        case .editingEnded: "editingEnded"
        case .returned: "returned"
        }
    }
}
