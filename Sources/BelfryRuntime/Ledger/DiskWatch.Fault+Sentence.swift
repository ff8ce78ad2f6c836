// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfrySandbox
internal import BelfrySystem

extension DiskWatch.Fault {
    /// What happened: the rest of a sentence.
    var sentence: String {
        let megabyte: UInt64 = 1024 * 1024
        return switch self {
        case .directory(let excess): excess
        case .container(nil): Self.containerSentence
        case .container(let gap?):
            "its container, which is on disk here, cannot be counted, as \(gap.sentence)"
        case .shared(let excess):
            "\(excess), and other bundles that have it were at work meanwhile"
        case .written:
            "it wrote more than \(StorageLimit.runByteCount / megabyte) MB to the disk in one run"
        case .uncounted:
            "the file system of what it keeps lost more than "
                + "\(StorageLimit.runByteCount / megabyte) MB while it ran, to writes that cannot "
                + "be counted, such as those to mapped files, or to other programs"
        case .reserve: "it wrote so much that the disk is nearly full"
        case .shortage: "other programs or bundles have filled the disk that it was writing to"
        }
    }

    private static let containerSentence = """
        its container, which is on disk here, held more than \(ContainerFolder.byteLimit >> 20) MB or \
        \(ContainerFolder.inodeLimit) files
        """
}
