// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

extension UNMutableNotificationContent {
    /// Who speaks to whom, as the host's JSON (BF_KEY_COMMUNICATION); nil for nobody.
    package var communication: String? {
        get { fields.communication }
        set { update { $0.communication = newValue } }
    }
}
