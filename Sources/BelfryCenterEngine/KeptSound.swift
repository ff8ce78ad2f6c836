// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryCenter
internal import BelfryModel
internal import BelfryRuntime
internal import BelfrySystem
internal import Synchronization

/// A sound that an extension keeps in `Library/Sounds` of its own directory or of a group's.
///
/// The extension writes the file, and its name is the extension's or the sender's.
enum KeptSound {
    /// How long a notification waits until its sound is found.
    private static let timeLimit = Duration.seconds(1)

    /// Threads that look for sounds, and how many there may be: a disk that does not answer keeps each.
    private static let threadCount = Mutex(0)
    private static let threadLimit = 16

    /// The longest time that is told apart, in seconds: past 30 s Apple plays the system's sound.
    private static let secondsLimit = 3600.0

    /// The name of the sound that is looked for.
    ///
    /// - Parameters:
    ///   - content: What is shown; nil for what is dropped.
    ///   - user: The state of the device: before its first unlock, what extensions keep is closed.
    /// - Returns: The name; nil where the content names none.
    static func name(in content: NotificationContent?, _ user: DeviceState) -> String? {
        user.isBeforeFirstUnlock ? nil : content?.sound?.fileName
    }

    /// Looks how long a sound plays, on a thread of its own.
    ///
    /// - Parameters:
    ///   - name: The name of its file.
    ///   - bundle: The extension.
    ///   - host: The host that keeps its files.
    /// - Returns: Milliseconds; nil where there is no such sound, the disk has not answered within a
    ///   second, or earlier looks wait for it.
    static func milliseconds(
        of name: String,
        _ bundle: ExtensionBundle,
        _ host: ExtensionHost
    ) async -> Int? {
        let isFree = threadCount.withLock { count in
            guard count < threadLimit else { return false }
            count += 1
            return true
        }
        guard isFree else { return nil }
        let (answers, answer) = AsyncStream.makeStream(of: Int?.self)
        do throws(SystemError) {
            try SystemThread.start(named: "belfry-sound") {
                defer { threadCount.withLock { $0 -= 1 } }
                let seconds = host.readKept("Library/Sounds/" + name, of: bundle) { file in
                    try? SoundFile(file).seconds()
                }
                answer.yield(seconds.map { Int((min($0, secondsLimit) * 1_000).rounded(.up)) })
            }
        } catch {
            threadCount.withLock { $0 -= 1 }
            return nil
        }
        let timer = Task {
            try? await Task.sleep(for: timeLimit)
            answer.yield(nil)
        }
        defer { timer.cancel() }
        for await milliseconds in answers { return milliseconds }
        return nil
    }
}
