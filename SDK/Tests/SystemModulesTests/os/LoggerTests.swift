// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import FoundationSupplement
internal import Testing
internal import os

/// What `Logger` and `os_log` write.
@Suite struct LoggerTests {
    private func texts(_ mark: String, _ body: (Logger) -> Void) -> [String] {
        let logger = Logger(subsystem: "org.example", category: mark)
        return RecordedLog.lines(marked: "[org.example:\(mark)] ") { body(logger) }.map(\.text)
    }

    @Test func `each of Apple's levels has one of the host's`() {
        let logger = Logger(subsystem: "org.example", category: "levels")
        let lines = RecordedLog.lines(marked: "[org.example:levels] ") {
            logger.trace("trace")
            logger.debug("debug")
            logger.info("info")
            logger.notice("notice")
            logger.log("log")
            logger.warning("warning")
            logger.error("error")
            logger.critical("critical")
            logger.fault("fault")
            logger.log(level: .debug, "level")
        }
        #expect(
            lines.map { "\($0.level) \($0.text)" } == [
                "debug trace", "debug debug", "info info", "info notice", "info log",
                "warning warning", "error error", "error critical", "error fault", "debug level",
            ]
        )
    }

    @Test func `texts are private and numbers are not, unless it is said`() {
        let name = "Ada"
        let shown = texts("privacy") { logger in
            logger.info("\(name) \(42) \(true) \(1.5)")
            logger.info("\(name, privacy: .public) \(42, privacy: .private)")
            logger.info("\(name, privacy: .sensitive)")
        }
        #expect(shown == ["<private> 42 true 1.500000", "Ada <private>", "<sensitive>"])
    }

    @Test func `equal values have equal hashes and others have others`() {
        let shown = texts("hash") { logger in
            for value in ["a", "a", "b"] { logger.info("\(value, privacy: .private(mask: .hash))") }
        }
        #expect(shown.count == 3)
        #expect(shown[0].hasPrefix("<mask.hash: '"))
        #expect(shown[0] == shown[1])
        #expect(shown[0] != shown[2])
    }

    @Test func `formats and columns`() {
        let shown = texts("formats") { logger in
            logger.info("\(255, format: .hex(includePrefix: true, uppercase: true, minDigits: 4))")
            logger.info("\(-8, format: .octal) \(7, format: .decimal(explicitPositiveSign: true))")
            logger.info("\(3.14159, format: .fixed(precision: 2)) \(false, format: .answer)")
            logger.info("[\("ab", align: .left(columns: 4), privacy: .public)]")
            logger.info("[\(7, align: .right(columns: 3))]")
            logger.info("\(Int32(2), format: .darwinErrno)")
        }
        #expect(
            shown == [
                "0x00FF", "-10 +7", "3.14 no", "[ab  ]", "[  7]",
                "[2: No such file or directory]",
            ]
        )
    }

    @Test func `the older form takes C's placeholders and any value`() {
        let log = OSLog(subsystem: "org.example", category: "old")
        let nothing: String? = nil
        let shown = RecordedLog.lines(marked: "[org.example:old] ") {
            os_log("plain", log: log, type: .error)
            os_log("%{public}@ and %@", log: log, type: .info, "open", "hidden")
            os_log("%d %5d %-3d| %05.1f %x %ld%%", log: log, type: .info, 1, 2, 3, 4.25, 255, -9)
            os_log(.debug, log: log, "%{public, mask.hash}s %{private}d %@", "text", 5, nothing)
            // Wrong formats cannot harm: the values are what they are.
            os_log("%s %d %@ %@", log: log, type: .info, 12, "text", 1)
        }
        #expect(shown.map(\.level) == [.error, .info, .info, .debug, .info])
        #expect(shown[0].text == "plain")
        #expect(shown[1].text == "open and <private>")
        #expect(shown[2].text == "1     2 3  | 004.2 ff -9%")
        #expect(shown[3].text.hasSuffix(" <private> <private>"))
        #expect(shown[4].text == "12 <private> 1 <decode: missing data>")
    }

    @Test func `the newer forms of os_log and the disabled log`() {
        let log = OSLog(subsystem: "org.example", category: "new")
        let shown = RecordedLog.lines(marked: "[org.example:new] ") {
            os_log(.error, log: log, "value \(5)")
            os_log("nobody sees this", log: .disabled, type: .fault)
        }
        #expect(shown.map { "\($0.level) \($0.text)" } == ["error value 5"])
        #expect(!OSLog.disabled.isEnabled(type: .fault))
    }

    @Test func `signposts are lines for developers`() {
        let signposter = OSSignposter(subsystem: "org.example", category: "posts")
        let log = OSLog(subsystem: "org.example", category: "posts")
        let shown = RecordedLog.lines(marked: "[org.example:posts] ") {
            let state = signposter.beginInterval("load", id: signposter.makeSignpostID())
            signposter.endInterval("load", state, "\(3) bytes")
            os_signpost(.event, log: log, name: "moment", "%d", 4)
        }
        #expect(shown.allSatisfy { $0.level == .debug })
        #expect(
            shown.map(\.text) == [
                "signpost begin: load", "signpost end: load: 3 bytes", "signpost event: moment: 4",
            ]
        )
    }
}
