// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import Foundation
internal import Testing

@testable internal import UserNotifications

@Suite struct UserInfoTests {
    private let payload = UserInfo(
        json: """
            {"aps": {"alert": {"title": "T"}, "badge": 3, "mutable-content": 1}, "flag": true, \
            "ratio": 1.5, "ids": [1, 2], "text": "x", "none": null}
            """
    )

    @Test func `decoded values cast as extensions cast them`() {
        let values = payload.values
        #expect((values["aps"] as? [String: Any])?["badge"] as? Int == 3)
        #expect((values["aps"] as? [String: AnyObject])?["badge"] as? NSNumber == 3)
        #expect((values["aps"] as? [AnyHashable: Any])?["mutable-content"] as? Bool == true)
        #expect((values["aps"] as? NSDictionary)?.value(forKey: "badge") != nil)
        #expect(values["flag"] as? Bool == true)
        #expect(values["ratio"] as? Double == 1.5)
        #expect(values["ids"] as? [Int] == [1, 2])
        #expect(values["ids"] as? NSArray != nil)
        #expect(values["text"] as? String == "x")
        #expect(values["text"] as? NSString == "x")
        #expect(values["none"] is NSNull)
    }

    @Test func `the host's text is kept until values are set`() throws {
        var userInfo = payload
        userInfo.decode()
        #expect(try userInfo.encoded() == payload.json)
        #expect(UserInfo(userInfo.values).json == nil)
    }

    @Test(arguments: ["", "[1]", "7", "{\"a\":"])
    func `text that is not an object has no values`(_ text: String) {
        #expect(UserInfo(json: text).values.isEmpty)
    }

    @Test func `property-list values that JSON lacks become text`() throws {
        let date = Date(timeIntervalSince1970: 0.5)
        let userInfo = UserInfo(["date": date, "data": Data([1, 2, 3]), "nested": [["d": date]]])
        let decoded = UserInfo(json: try userInfo.encoded()).values
        #expect(decoded["date"] as? String == "1970-01-01T00:00:00.500Z")
        #expect(decoded["data"] as? String == "AQID")
        let nested = decoded["nested"] as? [[String: String]]
        #expect(nested == [["d": "1970-01-01T00:00:00.500Z"]])
    }

    @Test func `what JSON can hold survives being encoded`() throws {
        let values: [AnyHashable: Any] = [
            "int": 9_007_199_254_740_993, "bool": true, "zero": 0, "double": 0.1,
            "text": "é/\u{1F600}",
            "null": NSNull(), "list": [1, "a", [false]] as [Any],
            "object": ["k": NSNumber(value: 2)],
            "url": URL(filePath: "/x"),
            "foundation": NSDictionary(dictionary: ["n": NSString("s")]),
        ]
        let json = try UserInfo(values).encoded()
        let decoded = UserInfo(json: json).values
        #expect(decoded["int"] as? Int == 9_007_199_254_740_993)
        #expect(json.contains("\"bool\":true") && json.contains("\"zero\":0"))
        #expect(decoded["double"] as? Double == 0.1)
        #expect(decoded["text"] as? String == "é/\u{1F600}")
        #expect(decoded["null"] is NSNull)
        #expect((decoded["list"] as? [Any])?.count == 3)
        #expect((decoded["object"] as? [String: Int])?["k"] == 2)
        #expect(decoded["url"] as? String == "file:///x")
        #expect((decoded["foundation"] as? [String: String])?["n"] == "s")
    }

    @Test func `a value JSON has no form for is named by its path`() {
        let userInfo = UserInfo(["a": ["b": [1, NSObject()] as [Any]]])
        let error = #expect(throws: UserInfo.EncodingError.self) { try userInfo.encoded() }
        #expect(error?.message.contains("\"a.b[1]\": NSObject is not") == true)
    }

    @Test(arguments: [Double.nan, .infinity])
    func `a number JSON has no form for is refused`(_ number: Double) {
        #expect(throws: UserInfo.EncodingError.self) { try UserInfo(["n": number]).encoded() }
    }

    @Test func `a key that is not a string is refused`() {
        #expect(throws: UserInfo.EncodingError.self) { try UserInfo([1: "one"]).encoded() }
    }
}
