// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

public import Foundation
internal import Synchronization

/// What tells how a device moves: nothing does here, as on a phone without such a sensor.
// Unchecked only because the class is open, as Apple's is: what can change is under its lock.
open class CMMotionManager: NSObject, @unchecked Sendable {
    private struct Intervals {
        var gyro = 0.01
        var accelerometer = 0.01
        var deviceMotion = 0.01
    }

    private let intervals = Mutex(Intervals())

    /// Creates a manager.
    public override init() {
        super.init()
    }

    /// False: there is no such sensor.
    open var isGyroAvailable: Bool { false }
    /// False: there is no such sensor.
    open var isAccelerometerAvailable: Bool { false }
    /// False: there is no such sensor.
    open var isMagnetometerAvailable: Bool { false }
    /// False: there are no such sensors.
    open var isDeviceMotionAvailable: Bool { false }
    /// False: nothing is measured.
    open var isGyroActive: Bool { false }
    /// False: nothing is measured.
    open var isAccelerometerActive: Bool { false }
    /// False: nothing is measured.
    open var isDeviceMotionActive: Bool { false }

    /// How often it is measured.
    ///
    /// - Note: Without effect: nothing is measured.
    open var gyroUpdateInterval: TimeInterval {
        get { intervals.withLock { $0.gyro } }
        set { intervals.withLock { $0.gyro = newValue } }
    }

    /// How often it is measured.
    ///
    /// - Note: Without effect: nothing is measured.
    open var accelerometerUpdateInterval: TimeInterval {
        get { intervals.withLock { $0.accelerometer } }
        set { intervals.withLock { $0.accelerometer = newValue } }
    }

    /// How often it is measured.
    ///
    /// - Note: Without effect: nothing is measured.
    open var deviceMotionUpdateInterval: TimeInterval {
        get { intervals.withLock { $0.deviceMotion } }
        set { intervals.withLock { $0.deviceMotion = newValue } }
    }

    /// What was measured last: nothing.
    open var deviceMotion: CMDeviceMotion? { nil }

    /// Begins to measure.
    ///
    /// - Note: Without effect: there is no such sensor.
    open func startGyroUpdates() {}
    /// No longer measures.
    ///
    /// - Note: Without effect: nothing is measured.
    open func stopGyroUpdates() {}
    /// Begins to measure.
    ///
    /// - Note: Without effect: there is no such sensor.
    open func startAccelerometerUpdates() {}
    /// No longer measures.
    ///
    /// - Note: Without effect: nothing is measured.
    open func stopAccelerometerUpdates() {}
    /// Begins to measure.
    ///
    /// - Note: Without effect: there are no such sensors.
    open func startDeviceMotionUpdates() {}
    /// Begins to measure; the handler is never called.
    ///
    /// - Note: Without effect: there are no such sensors.
    open func startDeviceMotionUpdates(
        to queue: OperationQueue,
        withHandler handler: @escaping (CMDeviceMotion?, (any Error)?) -> Void
    ) {}
    /// No longer measures.
    ///
    /// - Note: Without effect: nothing is measured.
    open func stopDeviceMotionUpdates() {}
}

/// How a device moves, which nothing here measures.
open class CMDeviceMotion: NSObject {
    /// Where the ground is.
    open var gravity: CMAcceleration { CMAcceleration() }
    /// How the user moves it.
    open var userAcceleration: CMAcceleration { CMAcceleration() }
}

/// An acceleration, in multiples of that of the ground.
public struct CMAcceleration: Sendable {
    /// To the right.
    public var x: Double
    /// Upwards.
    public var y: Double
    /// Out of the screen.
    public var z: Double

    /// Creates none.
    public init() {
        self.init(x: 0, y: 0, z: 0)
    }

    /// Creates one.
    public init(x: Double, y: Double, z: Double) {
        (self.x, self.y, self.z) = (x, y, z)
    }
}
