// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

public import CoreFoundation
public import Foundation
internal import FoundationSupplement

/// The number of a sound.
public typealias SystemSoundID = UInt32

/// What is called when a sound has been played.
public typealias AudioServicesSystemSoundCompletionProc =
    @Sendable (SystemSoundID, UnsafeMutableRawPointer?) -> Void

/// The sound that is none: the phone vibrates.
public let kSystemSoundID_Vibrate: SystemSoundID = 4095

/// The status of success.
public let kAudioServicesNoError: OSStatus = 0

/// Plays a sound.
///
/// - Note: Without effect: there is nothing here to play a sound on, which the run's log says once.
public func AudioServicesPlaySystemSound(_ inSystemSoundID: SystemSoundID) {
    saySilent("AudioServicesPlaySystemSound(_:)")
}

/// Plays a sound.
///
/// - Note: Without effect: there is nothing here to play a sound on, which the run's log says once.
public func AudioServicesPlayAlertSound(_ inSystemSoundID: SystemSoundID) {
    saySilent("AudioServicesPlayAlertSound(_:)")
}

/// Plays a sound, and calls the block when it has ended.
///
/// - Note: Without effect: there is nothing here to play a sound on, which the run's log says once;
///   the block is called.
public func AudioServicesPlaySystemSoundWithCompletion(
    _ inSystemSoundID: SystemSoundID,
    _ inCompletionBlock: (@Sendable () -> Void)?
) {
    saySilent("AudioServicesPlaySystemSoundWithCompletion(_:_:)")
    DispatchQueue.main.async { inCompletionBlock?() }
}

/// Plays a sound, and calls the block when it has ended.
///
/// - Note: Without effect: there is nothing here to play a sound on, which the run's log says once;
///   the block is called.
public func AudioServicesPlayAlertSoundWithCompletion(
    _ inSystemSoundID: SystemSoundID,
    _ inCompletionBlock: (@Sendable () -> Void)?
) {
    saySilent("AudioServicesPlayAlertSoundWithCompletion(_:_:)")
    DispatchQueue.main.async { inCompletionBlock?() }
}

/// Gives a file's sound a number.
///
/// - Note: Without effect: a number is given, and the file not looked at.
@discardableResult
public func AudioServicesCreateSystemSoundID(
    _ inFileURL: CFURL,
    _ outSystemSoundID: UnsafeMutablePointer<SystemSoundID>
) -> OSStatus {
    unsafe outSystemSoundID.pointee = 4097
    return kAudioServicesNoError
}

/// Forgets a sound.
///
/// - Note: Without effect: no sound was kept.
@discardableResult
public func AudioServicesDisposeSystemSoundID(_ inSystemSoundID: SystemSoundID) -> OSStatus {
    kAudioServicesNoError
}

/// Takes a function to be called when a sound has ended.
///
/// - Note: Without effect: no sound is played, so none ends.
@discardableResult
public func AudioServicesAddSystemSoundCompletion(
    _ inSystemSoundID: SystemSoundID,
    _ inRunLoop: AnyObject?,
    _ inRunLoopMode: CFString?,
    _ inCompletionRoutine: @escaping AudioServicesSystemSoundCompletionProc,
    _ inClientData: UnsafeMutableRawPointer?
) -> OSStatus {
    kAudioServicesNoError
}

/// Forgets the function.
///
/// - Note: Without effect: it was not kept.
public func AudioServicesRemoveSystemSoundCompletion(_ inSystemSoundID: SystemSoundID) {}

private func saySilent(_ call: String) {
    RunLog.sayOnce(call, withoutEffect: "there is nothing here to play a sound on")
}
