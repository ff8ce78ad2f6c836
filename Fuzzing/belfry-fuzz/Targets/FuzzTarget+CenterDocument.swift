// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryCenter
internal import BelfryModel
@testable internal import BelfryRuntime

extension FuzzTarget {
    /// What an extension tells its app's notification centre: a request, categories, identifiers.
    ///
    /// What is accepted is the same once it is written; a centre that takes a request has it once.
    static let centerDocument = FuzzTarget(
        "center-document",
        byteLimit: 8192,
        seeds: { documents.map { Array($0.utf8) } },
        check: { bytes in
            try checkRequest(bytes)
            do throws(CenterDocumentError) {
                let categories = try NotificationCategory.parse(document: bytes)
                let written = JSONValue.array(categories.map(\.document)).serialized()
                let again = try NotificationCategory.parse(document: written)
                guard again != categories else { return }
            } catch {
                return try holdOneLine(error.description)
            }
            throw BrokenProperty("categories change when they are written")
        }
    )

    private static func checkRequest(_ bytes: [UInt8]) throws {
        _ = try? NotificationRequest.identifiers(document: bytes)
        let request: NotificationRequest
        do throws(CenterDocumentError) {
            request = try NotificationRequest(document: bytes)
        } catch {
            return try holdOneLine(error.description)
        }
        try holdEqual(
            try NotificationRequest(document: request.document.serialized()),
            request,
            "a request changes when it is written"
        )
        let center = AppCenter(of: "com.example")
        do throws(CenterRefusal) {
            for _ in 1...2 { _ = try center.answer(.add(request), DeviceState()) }
        } catch {
            return try holdOneLine(error.description)
        }
        let contents = center.contents
        let count = contents.pending.count + contents.delivered.count
        try hold(count <= 1, "a request is \(count) times in a centre")
    }

    private static let documents = [
        #"{"identifier":"a","content":{"title":"T","body":"B","badge":3,"userInfo":{"k":[1,2.5e3]}},"#
            + #""trigger":{"kind":"timeInterval","seconds":60.5,"repeats":true}}"#,
        #"{"identifier":"b","content":{"title":"T","sound":{"kind":"named","name":"a.wav"}},"#
            + #""trigger":{"kind":"calendar","components":{"hour":9,"minute":30}}}"#,
        #"[{"identifier":"invite","actions":[{"identifier":"yes","title":"Yes","options":["#
            + #""foreground"]},{"identifier":"reply","title":"Reply","textInput":{"buttonTitle":"#
            + #""Send","placeholder":"Text"}}],"options":["customDismissAction"]}]"#,
        #"["a","b"]"#,
    ]
}
