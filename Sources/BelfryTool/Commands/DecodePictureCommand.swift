// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import ArgumentParser
internal import BelfryPictures
internal import BelfrySystem
internal import Glibc

/// What `belfry desktop intercept` starts for each picture that an extension adds or a program names,
/// never by hand: descriptor 3 is the file, 4 takes the pixels.
struct DecodePictureCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: DesktopPictures.commandName,
        abstract: "Decodes a picture, sealed off; desktop intercept starts it.",
        shouldDisplay: false
    )

    func run() throws {
        Glibc.exit(PictureProcess.run(Descriptor(owning: 3), to: Descriptor(owning: 4)))
    }
}
