// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import Foundation
internal import FoundationNetworking
internal import Testing

@testable internal import UserNotifications

@Suite struct FoundationRepairsTests {
    private func names(_ address: String, _ type: String?, _ header: String?) throws -> [String?] {
        FoundationRepairs.make()
        let url = try #require(URL(string: address))
        let plain = URLResponse(
            url: url,
            mimeType: type,
            expectedContentLength: 0,
            textEncodingName: nil
        )
        var fields: [String: String] = [:]
        fields["Content-Type"] = type
        fields["Content-Disposition"] = header
        let answer = HTTPURLResponse(
            url: url,
            statusCode: 200,
            httpVersion: "HTTP/1.1",
            headerFields: fields
        )
        return [plain.suggestedFilename, answer?.suggestedFilename]
    }

    @Test(
        arguments: [
            ("https://example.com/a/photo.jpg?b=c", "image/png", "photo.jpg"),
            ("https://example.com/photo", "image/png", "photo.png"),
            ("https://example.com/photo", "application/x-odd", "photo"),
            ("https://example.com/", "image/png", "example.com"),
        ]
    )
    func `a response suggests its URL's last part, with an ending for its type`(
        address: String,
        type: String,
        name: String
    ) throws {
        #expect(try names(address, type, nil) == [name, name])
    }

    @Test func `a server's own name goes first`() throws {
        let header = "attachment; filename=\"monkey face.png\""
        let names = try names("https://example.com/photo.jpg", "image/png", header)
        #expect(names == ["photo.jpg", "monkey face.png"])
    }
}
