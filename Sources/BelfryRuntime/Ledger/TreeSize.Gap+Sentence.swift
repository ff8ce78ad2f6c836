// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryModel
internal import BelfrySystem

extension TreeSize.Gap {
    /// What cannot be counted, and what to do about it: a sentence without its capital and full stop.
    var sentence: String {
        switch self {
        case .moreEntries: "there is more in it than is counted; remove what is old"
        case .unlisted(""): "the host may not list it; give it mode 0700"
        case .unlisted(let path):
            "the host may not list \(path.quoted) in it; make directories with mode 0700"
        case .tooDeep(let path):
            "\(path.quoted) in it lies deeper than \(Descriptor.measuredDepth) levels; keep files in "
                + "fewer levels"
        case .nameNotText(""): "a name in it is not UTF-8; give files names in UTF-8"
        case .nameNotText(let path):
            "a name in \(path.quoted) in it is not UTF-8; give files names in UTF-8"
        }
    }
}
