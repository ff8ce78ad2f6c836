// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

public import Foundation

/// What tells how a device moves: nothing does here, as on a phone without such a sensor.
open class CMMotionManager: NSObject, @unchecked Sendable {
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
    open var gyroUpdateInterval: TimeInterval = 0.01
    /// How often it is measured.
    ///
    /// - Note: Without effect: nothing is measured.
    open var accelerometerUpdateInterval: TimeInterval = 0.01
    /// How often it is measured.
    ///
    /// - Note: Without effect: nothing is measured.
    open var deviceMotionUpdateInterval: TimeInterval = 0.01

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
