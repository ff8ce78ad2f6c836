// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

import AVFoundation
import Contacts
import CoreLocation
import ImageIO
import SQLite3
import StoreKit
import SwiftUI
import UserNotifications

/// Uses a little of much that files written for iOS use, and reports as the body.
///
/// It imports two frameworks for nothing and uses CommonCrypto without an import, as a file does
/// that has it from its project's bridging header.
final class NotificationService: UNNotificationServiceExtension, AVAudioPlayerDelegate {
    var content = UNMutableNotificationContent()
    var contentHandler: ((UNNotificationContent) -> Void)?
    var player: AVAudioPlayer?
    var lines: [String] = []

    override func didReceive(
        _ request: UNNotificationRequest,
        withContentHandler contentHandler: @escaping (UNNotificationContent) -> Void
    ) {
        self.contentHandler = contentHandler
        content = (request.content.mutableCopy() as? UNMutableNotificationContent) ?? content
        directories()
        defaults()
        readXML()
        useDatabase()
        useDigest()
        askForLeave()
        playSound()
    }

    private func note(_ name: String, _ value: Any) { lines.append("\(name): \(value)") }

    private func directories() {
        let home = NSHomeDirectory()
        for kind in [FileManager.SearchPathDirectory.libraryDirectory, .documentDirectory] {
            let path = NSSearchPathForDirectoriesInDomains(kind, .userDomainMask, true)[0]
            let url = FileManager.default.urls(for: kind, in: .userDomainMask)[0]
            note("directory", path.dropFirst(home.count))
            note("same", url.path == path)
        }
        note("caches", URL.cachesDirectory.path.dropFirst(home.count))
    }

    private func defaults() {
        let defaults = UserDefaults.standard
        defaults.set(5, forKey: "bells")
        defaults.set(nil, forKey: "bells")
        note("defaults", defaults.object(forKey: "bells") == nil)
    }

    private func readXML() {
        final class Reader: NSObject, XMLParserDelegate {
            var names: [String] = []
            func parser(
                _ parser: XMLParser,
                didStartElement elementName: String,
                namespaceURI: String?,
                qualifiedName qName: String?,
                attributes attributeDict: [String: String] = [:]
            ) {
                if !names.contains(elementName) { names.append(elementName) }
            }
        }
        let reader = Reader()
        let parser = XMLParser(data: Data("<tower><bell/></tower>".utf8))
        parser.delegate = reader
        note("xml", parser.parse() ? reader.names.joined(separator: " ") : "broken")
    }

    private func useDatabase() {
        var database: OpaquePointer?
        let path = URL.documentsDirectory.path + "/bells.sqlite"
        let flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_FILEPROTECTION_NONE
        guard sqlite3_open_v2(path, &database, flags, nil) == SQLITE_OK else {
            return note("rows", String(cString: sqlite3_errmsg(database)))
        }
        defer { sqlite3_close(database) }
        sqlite3_exec(database, "create table if not exists bells (name text)", nil, nil, nil)
        sqlite3_exec(database, "insert into bells values ('great')", nil, nil, nil)
        var statement: OpaquePointer?
        sqlite3_prepare_v2(database, "select count(*) from bells", -1, &statement, nil)
        note("rows", sqlite3_step(statement) == SQLITE_ROW ? sqlite3_column_int(statement, 0) : -1)
        sqlite3_finalize(statement)
    }

    private func useDigest() {
        let bytes = Array("bell".utf8)
        var digest = [UInt8](repeating: 0, count: Int(CC_MD5_DIGEST_LENGTH))
        CC_MD5(bytes, CC_LONG(bytes.count), &digest)
        note("digest", digest.count)
    }

    private func askForLeave() {
        do {
            _ = try CNContactStore().unifiedContacts(
                matching: CNContact.predicateForContacts(matchingName: "Ann"),
                keysToFetch: [CNContactGivenNameKey as CNKeyDescriptor]
            )
        } catch {
            note("contacts", (error as NSError).code)
        }
        note("location", CLLocationManager().location == nil)
    }

    private func playSound() {
        let file = FileManager.default.temporaryDirectory.appendingPathComponent("bell.caf")
        try? Data("sound".utf8).write(to: file)
        try? AVAudioSession.sharedInstance().setCategory(AVAudioSessionCategoryPlayback)
        player = try? AVAudioPlayer(contentsOf: file)
        player?.delegate = self
        player?.play()
    }

    func audioPlayerDidFinishPlaying(_ player: AVAudioPlayer, successfully flag: Bool) {
        note("played", flag)
        content.body = lines.joined(separator: "\n")
        contentHandler?(content)
    }
}
