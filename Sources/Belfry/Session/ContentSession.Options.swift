// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryModel
internal import BelfryRuntime

extension ContentSession {
    /// What may be different from one session to the next.
    public struct Options: Sendable, Hashable {
        /// The categories that the app has declared, with their actions; nil, the default, leaves those
        /// of the last session as they are.
        public var categories: [NotificationCategory]?

        /// Whether there is space for two actions only; ten otherwise, the default.
        public var isSpaceLimited = false

        /// The notification's width in points, from 80 to 2000; 359 by default.
        public var width: Double

        /// Whether the appearance is dark.
        public var isDark = false

        /// The header's text; nil, the default, for the bundle's own name.
        public var header: String?

        /// What the session may use; nil, the default, for what its bundle asks for.
        ///
        /// Start-up and memory hold for all of it, wall and CPU time for each call of the extension.
        public var budget: Budget?

        /// Origins that the extension may reach besides those that its bundle lists.
        public var allowedOrigins: [String] = []

        /// What the user lets the app show.
        public var device = DeviceConditions()

        /// Options with every default.
        public init() {
            width = Engine.Session.Options().width
        }

        /// The widths that there are.
        private static let widths = 80.0...2000.0

        func engine(
            for bundle: ExtensionBundle,
            _ configuration: ExtensionHost.Configuration
        ) throws(BelfryError) -> Engine.Session.Options {
            guard Self.widths.contains(width) else {
                throw BelfryError(
                    .limitInvalid,
                    at: "Options.width",
                    "Options.width is \(width), out of range; set a number of points from 80 to 2000"
                )
            }
            var options = Engine.Session.Options()
            options.categories = categories?.map(\.engine)
            options.space = isSpaceLimited ? .limited : .full
            options.width = width
            options.isDark = isDark
            options.header = header
            options.budget = try configuration.budget(budget, for: bundle, from: "Options.budget")
            options.allowedOrigins = allowedOrigins
            options.isOffline = configuration.network == .none
            options.device = device.engine
            return options
        }
    }
}
