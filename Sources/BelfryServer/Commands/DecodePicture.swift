// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import ArgumentParser
internal import BelfryPictures
internal import BelfrySystem
internal import Glibc

/// What the daemon starts for each picture that it shows on the desktop, never by hand: descriptor 3
/// is the file, 4 takes the pixels.
struct DecodePicture: ParsableCommand {
    static let name = "decode-picture"

    static let configuration = CommandConfiguration(
        commandName: name,
        abstract: "Decodes a picture, sealed off; the daemon starts it.",
        shouldDisplay: false
    )

    func run() throws {
        Glibc.exit(PictureProcess.run(Descriptor(owning: 3), to: Descriptor(owning: 4)))
    }
}
