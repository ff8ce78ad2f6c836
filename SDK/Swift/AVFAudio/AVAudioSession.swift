// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

public import Foundation
internal import FoundationSupplement

/// How a process shares the machine's sound, of which there is none here: all is accepted.
public final class AVAudioSession: NSObject, Sendable {
    /// What the sound is for.
    public struct Category: RawRepresentable, Hashable, Sendable {
        /// Apple's name.
        public let rawValue: String

        /// Takes Apple's name.
        public init(rawValue: String) {
            self.rawValue = rawValue
        }

        /// Sound that may be missed.
        public static let ambient = Category(rawValue: "AVAudioSessionCategoryAmbient")
        /// Sound that may be missed, alone.
        public static let soloAmbient = Category(rawValue: "AVAudioSessionCategorySoloAmbient")
        /// Sound that matters.
        public static let playback = Category(rawValue: "AVAudioSessionCategoryPlayback")
        /// Recording.
        public static let record = Category(rawValue: "AVAudioSessionCategoryRecord")
        /// Both.
        public static let playAndRecord = Category(rawValue: "AVAudioSessionCategoryPlayAndRecord")
        /// Several at once.
        public static let multiRoute = Category(rawValue: "AVAudioSessionCategoryMultiRoute")
    }

    /// What the sound is like.
    public struct Mode: RawRepresentable, Hashable, Sendable {
        /// Apple's name.
        public let rawValue: String

        /// Takes Apple's name.
        public init(rawValue: String) {
            self.rawValue = rawValue
        }

        /// Any.
        public static let `default` = Mode(rawValue: "AVAudioSessionModeDefault")
        /// Speech.
        public static let spokenAudio = Mode(rawValue: "AVAudioSessionModeSpokenAudio")
        /// A spoken prompt.
        public static let voicePrompt = Mode(rawValue: "AVAudioSessionModeVoicePrompt")
        /// A call.
        public static let voiceChat = Mode(rawValue: "AVAudioSessionModeVoiceChat")
        /// A movie.
        public static let moviePlayback = Mode(rawValue: "AVAudioSessionModeMoviePlayback")
    }

    /// How it goes with the sound of others.
    public struct CategoryOptions: OptionSet, Sendable {
        /// Apple's bits.
        public let rawValue: UInt

        /// Takes Apple's bits.
        public init(rawValue: UInt) {
            self.rawValue = rawValue
        }

        /// Together.
        public static let mixWithOthers = CategoryOptions(rawValue: 1)
        /// Above theirs.
        public static let duckOthers = CategoryOptions(rawValue: 2)
        /// Over a headset.
        public static let allowBluetooth = CategoryOptions(rawValue: 4)
        /// Over the loudspeaker.
        public static let defaultToSpeaker = CategoryOptions(rawValue: 8)
        /// In place of others' speech.
        public static let interruptSpokenAudioAndMixWithOthers = CategoryOptions(rawValue: 17)
    }

    /// How it becomes active.
    public struct SetActiveOptions: OptionSet, Sendable {
        /// Apple's bits.
        public let rawValue: UInt

        /// Takes Apple's bits.
        public init(rawValue: UInt) {
            self.rawValue = rawValue
        }

        /// Others are told when it ends.
        public static let notifyOthersOnDeactivation = SetActiveOptions(rawValue: 1)
    }

    private static let session = AVAudioSession()

    /// The one of the process.
    public class func sharedInstance() -> AVAudioSession { session }

    /// Where the sound goes: nowhere.
    public var currentRoute: AVAudioSessionRouteDescription { AVAudioSessionRouteDescription() }

    /// The volume: none.
    public var outputVolume: Float { 0 }

    /// Asks the system for it.
    ///
    /// - Note: Without effect: there is no sound here, which the run's log says once.
    public func setCategory(_ category: Category) throws {
        say("setCategory(_:)")
    }

    /// Asks the system for it.
    ///
    /// - Note: Without effect: there is no sound here, which the run's log says once.
    public func setCategory(_ category: Category, options: CategoryOptions = []) throws {
        say("setCategory(_:options:)")
    }

    /// Asks the system for it.
    ///
    /// - Note: Without effect: there is no sound here, which the run's log says once.
    public func setCategory(
        _ category: Category,
        mode: Mode,
        options: CategoryOptions = []
    ) throws {
        say("setCategory(_:mode:options:)")
    }

    /// Asks the system for it.
    ///
    /// - Note: Without effect: there is no sound here, which the run's log says once.
    public func setMode(_ mode: Mode) throws {
        say("setMode(_:)")
    }

    /// Asks the system for it.
    ///
    /// - Note: Without effect: there is no sound here, which the run's log says once.
    public func setActive(_ active: Bool, options: SetActiveOptions = []) throws {
        say("setActive(_:options:)")
    }

    private func say(_ call: String) {
        RunLog.sayOnce("AVAudioSession.\(call)", withoutEffect: "there is no sound here")
    }
}

/// Where sound goes: nowhere.
public final class AVAudioSessionRouteDescription: NSObject, Sendable {
    /// None.
    public var outputs: [AVAudioSessionPortDescription] { [] }
    /// None.
    public var inputs: [AVAudioSessionPortDescription] { [] }
}

/// A way for sound to go; there is none.
public final class AVAudioSessionPortDescription: NSObject, Sendable {
    /// What kind of way it is.
    public let portType: AVAudioSession.Port
    /// What it is called.
    public let portName: String

    init(portType: AVAudioSession.Port, portName: String) {
        self.portType = portType
        self.portName = portName
    }
}

extension AVAudioSession {
    /// A kind of way for sound to go.
    public struct Port: RawRepresentable, Hashable, Sendable {
        /// Apple's name.
        public let rawValue: String

        /// Takes Apple's name.
        public init(rawValue: String) {
            self.rawValue = rawValue
        }

        /// The loudspeaker.
        public static let builtInSpeaker = Port(rawValue: "Speaker")
        /// What is held to the ear.
        public static let builtInReceiver = Port(rawValue: "Receiver")
        /// Headphones.
        public static let headphones = Port(rawValue: "Headphones")
        /// A wireless headset, for music.
        public static let bluetoothA2DP = Port(rawValue: "BluetoothA2DPOutput")
        /// A wireless headset, for calls.
        public static let bluetoothHFP = Port(rawValue: "BluetoothHFP")
        /// A wireless headset that needs little power.
        public static let bluetoothLE = Port(rawValue: "BluetoothLE")
        /// A car.
        public static let carAudio = Port(rawValue: "CarAudio")
        /// AirPlay.
        public static let airPlay = Port(rawValue: "AirPlay")
    }
}
