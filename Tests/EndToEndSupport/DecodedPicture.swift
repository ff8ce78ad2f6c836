// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryModel
package import BelfryTool
internal import Foundation

/// The pixels of a PNG, decoded by a browser.
package struct DecodedPicture: Sendable {
    /// The picture's size in pixels.
    package let width: Int
    package let height: Int

    /// Red, green, blue and opacity of each pixel, row by row.
    package let bytes: [UInt8]

    /// Decodes a PNG in an empty page.
    ///
    /// - Parameters:
    ///   - picture: The file.
    ///   - page: An empty page of a browser.
    /// - Throws: What the page says.
    package init(_ picture: [UInt8], in page: BrowserPage) async throws {
        let answer = try await page.evaluate(
            """
            (async () => {
              const image = new Image();
              image.src = "data:image/png;base64,\(Data(picture).base64EncodedString())";
              await image.decode();
              const { naturalWidth: width, naturalHeight: height } = image;
              const context = new OffscreenCanvas(width, height).getContext("2d");
              context.drawImage(image, 0, 0);
              const bytes = new Blob([context.getImageData(0, 0, width, height).data]);
              const reader = new FileReader();
              await new Promise((done) => { reader.onload = done; reader.readAsDataURL(bytes); });
              return `${width} ${height} ${reader.result.split(",")[1]}`;
            })()
            """
        )
        let parts = (answer.string ?? "").split(separator: " ").map(String.init)
        guard parts.count == 3, let width = Int(parts[0]), let height = Int(parts[1]),
            let data = Data(base64Encoded: parts[2]), data.count == width * height * 4
        else { throw ToolFailure("the browser did not decode the picture", .software) }
        (self.width, self.height, bytes) = (width, height, Array(data))
    }

    /// Decodes a PNG in a browser of its own.
    package init(_ picture: [UInt8]) async throws {
        self = try await Browser.run(try BrowserProgram.find()) { browser in
            let page = try await BrowserPage("about:blank", in: browser, width: 10, height: 10)
            return try await DecodedPicture(picture, in: page)
        }
    }

    /// The colour of a pixel, such as 0xFF3B30.
    package func color(column: Int, row: Int) -> Int {
        let start = (row * width + column) * 4
        return bytes[start..<start + 3].reduce(0) { $0 << 8 | Int($1) }
    }

    /// How many pixels have a colour.
    package func count(of color: Int) -> Int {
        var count = 0
        for row in 0..<height {
            for column in 0..<width where self.color(column: column, row: row) == color {
                count += 1
            }
        }
        return count
    }
}
