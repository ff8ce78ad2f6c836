// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryRuntime
internal import BelfryTool
internal import EndToEndSupport
internal import Testing

/// Pictures of notifications, drawn by a browser without a window.
@Suite(.serialized, .timeLimit(.minutes(2)))
struct PagePictureTests {
    @Test(arguments: [false, true])
    func `draws the notification alone, two pixels to a point`(isDark: Bool) async throws {
        let stage = StandInStage(StandInScene.snapshot, pictures: StandInScene.pictures)
        let picture = try await PagePicture(isDark: isDark).draw(stage)
        try Artefact.keep(picture, as: "page-still-\(isDark ? "dark" : "light").png")
        try #require(picture.starts(with: [0x89, 0x50, 0x4E, 0x47]))
        // Width, from the file's header: the notification and 24 points at each side.
        let width = picture[16..<20].reduce(0) { $0 << 8 | Int($1) }
        #expect(width == (375 + 48) * 2)
        #expect(stage.inputs.isEmpty)
    }

    @Test func `says which package has the browser where there is none`() {
        #expect {
            try BrowserProgram.find(path: "/nowhere")
        } throws: { error in
            ToolFailure(error).message.contains("apt-get install chromium")
        }
    }
}
