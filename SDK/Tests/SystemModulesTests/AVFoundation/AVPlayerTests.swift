// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import AVFoundation
internal import Foundation
internal import Synchronization
internal import Testing

@Suite struct AVPlayerTests {
    /// A file that goes with the test.
    private final class MediaFile {
        let url = FileManager.default.temporaryDirectory
            .appendingPathComponent("belfry-media-\(UUID().uuidString)")

        init(_ bytes: [UInt8]) throws { try Data(bytes).write(to: url) }

        deinit { try? FileManager.default.removeItem(at: url) }
    }

    private static func big(_ value: UInt64, _ count: Int) -> [UInt8] {
        (0..<count).map { UInt8(truncatingIfNeeded: value >> UInt64(8 * (count - 1 - $0))) }
    }

    private static func little(_ value: UInt64, _ count: Int) -> [UInt8] {
        big(value, count).reversed()
    }

    private static func box(_ name: String, _ contents: [UInt8]) -> [UInt8] {
        big(UInt64(contents.count + 8), 4) + Array(name.utf8) + contents
    }

    private static func movie(version: UInt8, duration: UInt64) -> [UInt8] {
        let width = version == 1 ? 8 : 4
        let header =
            [version, 0, 0, 0] + big(0, width * 2) + big(600, 4) + big(duration, width)
            + big(0, 80)
        return box("ftyp", Array("isom0000".utf8))
            + box("moov", box("udta", []) + box("mvhd", header))
    }

    private static func wave(_ byteCount: UInt64) -> [UInt8] {
        let format = little(1, 2) + little(1, 2) + little(8000, 4) + little(16000, 4)
        return Array("RIFF".utf8) + little(0, 4) + Array("WAVE".utf8)
            + Array("LIST".utf8) + little(3, 4) + [0, 0, 0, 0]
            + Array("fmt ".utf8) + little(16, 4) + format + little(2, 2) + little(16, 2)
            + Array("data".utf8) + little(byteCount, 4)
    }

    @Test func `a file says how long it is`() throws {
        let lengths: [(bytes: [UInt8], seconds: Double)] = [
            (Self.movie(version: 0, duration: 1500), 2.5),
            (Self.movie(version: 1, duration: 600 * 7200), 7200),
            (Self.wave(24000), 1.5),
        ]
        for (bytes, seconds) in lengths {
            let file = try MediaFile(bytes)
            #expect(AVURLAsset(url: file.url).duration.seconds == seconds)
        }
    }

    @Test func `what lies about its length, is cut or elsewhere has none`() throws {
        let film = Self.movie(version: 0, duration: 1500)
        let lies: [[UInt8]] = [
            [], Array("RIFF".utf8), Array(film.prefix(40)),
            Self.movie(version: 0, duration: UInt64(UInt32.max)),
            Self.movie(version: 1, duration: .max),
            Self.big(1, 4) + Array("moov".utf8) + Self.big(.max, 8),
            Self.big(0, 4) + Array("moov".utf8) + Self.big(4, 4) + Array("mvhd".utf8),
            Self.big(7, 4) + Array("free".utf8),
        ]
        for bytes in lies {
            let file = try MediaFile(bytes)
            #expect(AVURLAsset(url: file.url).duration.isIndefinite, "\(bytes)")
        }
        let web = try #require(URL(string: "https://example.com/film.mp4"))
        #expect(AVPlayerItem(url: web).duration == .indefinite)
    }

    @Test func `what is asked for of a file is known at once, or cannot be`() async throws {
        let film = try MediaFile(Self.movie(version: 0, duration: 1500))
        let noise = try MediaFile([1, 2, 3])
        let options = [AVURLAssetPreferPreciseDurationAndTimingKey: true]
        for (file, status) in [(film, AVKeyValueStatus.loaded), (noise, .failed)] {
            let asset = AVURLAsset(url: file.url, options: options)
            await withCheckedContinuation { continuation in
                asset.loadValuesAsynchronously(forKeys: ["duration"]) { continuation.resume() }
            }
            var error: NSError?
            #expect(unsafe asset.statusOfValue(forKey: "duration", error: &error) == status)
            #expect(unsafe asset.statusOfValue(forKey: "playable", error: nil) == .loaded)
            #expect(unsafe asset.statusOfValue(forKey: "tracks", error: nil) == .failed)
        }
    }

    @Test func `a player takes the type of its file as a hint`() throws {
        let sound = try MediaFile(Self.wave(24000))
        let hint = AVFileType.wav.rawValue
        #expect(throws: Never.self) {
            _ = try AVAudioPlayer(contentsOf: sound.url, fileTypeHint: hint)
        }
        let none = URL(fileURLWithPath: "/nonexistent.wav")
        #expect(throws: (any Error).self) {
            _ = try AVAudioPlayer(contentsOf: none, fileTypeHint: hint)
        }
    }

    /// Waits for the end of an item, which something brings about.
    private static func end(of player: AVPlayer, after body: () -> Void) async {
        let (ends, continuation) = AsyncStream.makeStream(of: Void.self)
        let observer = NotificationCenter.default.addObserver(
            forName: .AVPlayerItemDidPlayToEndTime,
            object: player.currentItem,
            queue: nil
        ) { _ in continuation.yield() }
        body()
        for await _ in ends { break }
        NotificationCenter.default.removeObserver(observer)
    }

    @Test func `a film ends when its time has passed, and can be played again`() async throws {
        let file = try MediaFile(Self.movie(version: 0, duration: 60))
        let player = AVPlayer(url: file.url)
        #expect(player.timeControlStatus == .paused)
        let times = Mutex<[Double]>([])
        let observer = player.addPeriodicTimeObserver(
            forInterval: CMTime(value: 1, timescale: 100),
            queue: nil
        ) { time in times.withLock { $0.append(time.seconds) } }
        await Self.end(of: player) { player.play() }
        #expect(player.rate == 0)
        #expect(player.currentTime().seconds == 0.1)
        player.removeTimeObserver(observer)
        #expect(times.withLock { $0.allSatisfy { (0...0.1).contains($0) } })
        player.seek(to: .zero)
        #expect(player.currentTime() == .zero)
        await Self.end(of: player) { player.play() }
    }

    @Test func `a film of unknown length ends at once`() async throws {
        let web = try #require(URL(string: "https://example.com/film.mp4"))
        let player = AVPlayer(url: web)
        await Self.end(of: player) { player.play() }
        #expect(player.timeControlStatus == .paused)
    }

    @Test func `times are compared as fractions and added`() {
        #expect(CMTime(value: 1, timescale: 2) == CMTime(value: 300, timescale: 600))
        #expect(CMTime(value: .max, timescale: 1) > CMTime(value: .max, timescale: 2))
        #expect((CMTime(value: 1, timescale: 2) + CMTime(value: 1, timescale: 4)).seconds == 0.75)
        #expect(CMTime(seconds: 1e300, preferredTimescale: 600) == .positiveInfinity)
        #expect(!CMTime(seconds: .nan, preferredTimescale: 600).isValid)
        #expect(CMTime(value: 1, timescale: 0) != CMTime(value: 1, timescale: 0))
        #expect(CMTimeCompare(.zero, .positiveInfinity) == -1)
    }
}
