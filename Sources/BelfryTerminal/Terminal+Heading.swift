// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryModel
package import BelfryReport

extension Terminal {
    /// The line that says which bundle a screen is about: its name, identifier and version.
    package func heading(_ bundle: RunReport.BundleSummary) -> String {
        let name = bundle.path.split(separator: "/").last.map(String.init) ?? bundle.path
        let version = "\(bundle.identifier) \(bundle.version)"
        return "  " + styled(name.neutralised(byteLimit: Self.headingByteLimit), .bold) + "  "
            + styled(version.neutralised(byteLimit: Self.headingByteLimit), .faint)
    }

    private static let headingByteLimit = 300
}
