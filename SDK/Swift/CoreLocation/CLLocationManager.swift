// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

public import Foundation

/// Tells where the device is: here it never does, as on iOS without the user's leave.
// Unchecked: as with Apple's, the delegate is set before anything is asked for.
open class CLLocationManager: NSObject, @unchecked Sendable {
    /// Who hears that there is no leave.
    open weak var delegate: (any CLLocationManagerDelegate)?
    /// How exact a place has to be.
    ///
    /// - Note: Without effect: there are no places here.
    open var desiredAccuracy: CLLocationAccuracy = kCLLocationAccuracyBest
    /// How far to go before the next place.
    ///
    /// - Note: Without effect: there are no places here.
    open var distanceFilter: CLLocationDistance = kCLDistanceFilterNone
    /// Whether to go on in the background.
    ///
    /// - Note: Without effect: there are no places here.
    open var allowsBackgroundLocationUpdates = false
    /// Whether to pause.
    ///
    /// - Note: Without effect: there are no places here.
    open var pausesLocationUpdatesAutomatically = true

    /// Nil: nobody knows where a device would be.
    open var location: CLLocation? { nil }
    /// Denied: nobody is here to allow it.
    open var authorizationStatus: CLAuthorizationStatus { .denied }

    /// Denied: nobody is here to allow it.
    open class func authorizationStatus() -> CLAuthorizationStatus { .denied }
    /// False: places are told to nobody here.
    open class func locationServicesEnabled() -> Bool { false }

    /// Tells the delegate on the main queue that it is denied.
    ///
    /// - Note: Without effect: nobody knows where a device would be, which the delegate is told.
    open func requestLocation() { deny() }

    /// Tells the delegate on the main queue that it is denied.
    ///
    /// - Note: Without effect: nobody knows where a device would be, which the delegate is told.
    open func startUpdatingLocation() { deny() }

    /// Stops nothing.
    ///
    /// - Note: Without effect: nothing was begun.
    open func stopUpdatingLocation() {}

    /// Asks nobody; the status stays denied.
    ///
    /// - Note: Without effect: nobody is here to allow it.
    open func requestWhenInUseAuthorization() {}

    /// Asks nobody; the status stays denied.
    ///
    /// - Note: Without effect: nobody is here to allow it.
    open func requestAlwaysAuthorization() {}

    private func deny() {
        DispatchQueue.main.async { [self] in
            delegate?.locationManager(self, didFailWithError: CLError(.denied))
        }
    }
}

/// Whoever hears of places.
public protocol CLLocationManagerDelegate: NSObjectProtocol {
    /// There are new places; never called.
    func locationManager(_ manager: CLLocationManager, didUpdateLocations locations: [CLLocation])
    /// There is no place to be told.
    func locationManager(_ manager: CLLocationManager, didFailWithError error: any Error)
    /// The user has decided; never called.
    func locationManagerDidChangeAuthorization(_ manager: CLLocationManager)
}

// Optional requirements on Apple's systems.
extension CLLocationManagerDelegate {
    /// Does nothing.
    public func locationManager(
        _ manager: CLLocationManager,
        didUpdateLocations locations: [CLLocation]
    ) {}
    /// Does nothing.
    public func locationManager(_ manager: CLLocationManager, didFailWithError error: any Error) {}
    /// Does nothing.
    public func locationManagerDidChangeAuthorization(_ manager: CLLocationManager) {}
}

/// Whether an app may know where the device is, with Apple's numbers.
public enum CLAuthorizationStatus: Int32, Sendable {
    /// The user was not asked.
    case notDetermined
    /// The app may not ask.
    case restricted
    /// The user said no.
    case denied
    /// Yes, at any time.
    case authorizedAlways
    /// Yes, while the app is in use.
    case authorizedWhenInUse
}

/// Why there is no place.
public struct CLError: Error, Hashable, Sendable {
    /// The reasons, with Apple's numbers.
    public enum Code: Int, Sendable {
        /// The place is not known yet.
        case locationUnknown
        /// The user does not allow it.
        case denied
        /// There is no network.
        case network
    }

    /// The reason.
    public let code: Code

    /// Creates an error.
    public init(_ code: Code) {
        self.code = code
    }

    /// The place is not known yet.
    public static var locationUnknown: Code { .locationUnknown }
    /// The user does not allow it.
    public static var denied: Code { .denied }
    /// There is no network.
    public static var network: Code { .network }
}

extension CLError: CustomNSError {
    /// Apple's name of the domain.
    public static var errorDomain: String { "kCLErrorDomain" }
    /// Apple's number.
    public var errorCode: Int { code.rawValue }
}

/// An accuracy in metres.
public typealias CLLocationAccuracy = Double

/// As exact as can be.
public let kCLLocationAccuracyBest: CLLocationAccuracy = -1
/// As exact as can be, with more sensors.
public let kCLLocationAccuracyBestForNavigation: CLLocationAccuracy = -2
/// Ten metres.
public let kCLLocationAccuracyNearestTenMeters: CLLocationAccuracy = 10
/// A hundred metres.
public let kCLLocationAccuracyHundredMeters: CLLocationAccuracy = 100
/// A kilometre.
public let kCLLocationAccuracyKilometer: CLLocationAccuracy = 1000
/// Three kilometres.
public let kCLLocationAccuracyThreeKilometers: CLLocationAccuracy = 3000
/// Every place.
public let kCLDistanceFilterNone: CLLocationDistance = -1
