// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import Foundation
internal import Testing
internal import UserNotifications

@Suite struct UNErrorTests {
    /// What an extension catches: the error of an attachment that does not exist.
    private func fail() throws {
        let missing = URL(fileURLWithPath: "/nonexistent/picture.png")
        _ = try UNNotificationAttachment(identifier: "", url: missing, options: nil)
    }

    @Test func `a thrown error is caught as an NSError`() {
        do {
            try fail()
            Issue.record("nothing was thrown")
        } catch let error as NSError {
            #expect(error.domain == "UNErrorDomain")
            #expect(error.code == UNError.Code.attachmentInvalidURL.rawValue)
            #expect(error.localizedDescription == "Invalid attachment file URL")
            #expect(error.localizedFailureReason?.contains("/nonexistent/picture.png") == true)
            #expect(error.userInfo[NSUnderlyingErrorKey] is NSError)
        }
    }

    @Test func `a thrown error is caught as a UNError`() {
        do {
            try fail()
            Issue.record("nothing was thrown")
        } catch let error as UNError {
            #expect(error.code == .attachmentInvalidURL)
            #expect(error.errorCode == 100)
            #expect(error.localizedDescription == "Invalid attachment file URL")
        } catch {
            Issue.record("not a UNError: \(error)")
        }
    }

    @Test func `a thrown error is caught by its code`() {
        do {
            try fail()
            Issue.record("nothing was thrown")
        } catch UNError.attachmentCorrupt {
            Issue.record("another code matched")
        } catch UNError.attachmentInvalidURL {
        } catch {
            Issue.record("not caught: \(error)")
        }
    }

    @Test func `an error an extension throws itself is an NSError too`() {
        do {
            throw UNError(.badgeInputInvalid, userInfo: [NSLocalizedDescriptionKey: "too many"])
        } catch let error as NSError {
            #expect(error.code == 1600)
            #expect(error.localizedDescription == "too many")
        }
    }

    @Test func `an error of another domain is no UNError`() {
        let other: any Error = NSError(domain: "other", code: 100)
        #expect(!(other is UNError))
        #expect(other as? UNError == nil)
        #expect(NSError(domain: UNErrorDomain, code: 7) as any Error as? UNError == nil)
    }

    @Test func `the error crosses a plain cast`() {
        let error: any Error = UNError(.attachmentCorrupt)
        #expect((error as NSError).code == 105)
        #expect((error as NSError) as any Error as? UNError == UNError(.attachmentCorrupt))
    }

    @Test(arguments: [
        (UNError.notificationsNotAllowed, 1), (UNError.attachmentInvalidURL, 100),
        (UNError.attachmentUnrecognizedType, 101), (UNError.attachmentInvalidFileSize, 102),
        (UNError.attachmentNotInDataStore, 103),
        (UNError.attachmentMoveIntoDataStoreFailed, 104), (UNError.attachmentCorrupt, 105),
        (UNError.notificationInvalidNoDate, 1400), (UNError.notificationInvalidNoContent, 1401),
        (UNError.contentProvidingObjectNotAllowed, 1500), (UNError.contentProvidingInvalid, 1501),
        (UNError.badgeInputInvalid, 1600),
    ])
    func `codes have Apple's numbers`(_ code: UNError.Code, _ number: Int) {
        #expect(code.rawValue == number)
        #expect(!UNError(code).localizedDescription.isEmpty)
    }
}
