// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

extension BuildInputs {
    /// The bundles that go into a framework's, or into the extension's own.
    ///
    /// - Parameters:
    ///   - found: What the extension's target needs.
    ///   - owner: The framework; nil for the extension.
    /// - Returns: The bundles.
    /// - Throws: ``ToolFailure`` for a name that is no file's, for two bundles of one name, and for
    ///   settings that are elsewhere.
    mutating func bundles(
        _ found: XcodeDependencies,
        of owner: XcodeDependencies.Library?
    ) throws(ToolFailure) -> [ResourceBundle] {
        var bundles: [ResourceBundle] = []
        var makers: [String: XcodeDependencies.Library] = [:]
        for bundle in found.bundles where bundle.owner == owner {
            let target = bundle.maker.target
            let name = try bundle.maker.bundleName()
            if let other = makers.updateValue(bundle.maker, forKey: name) {
                throw ToolFailure(
                    "\(other.shown) and \(bundle.maker.shown) would both make \(name) in "
                        + "\(owner?.shown ?? "the extension"); give one of them another PRODUCT_NAME",
                    .badData
                )
            }
            let inputs = Self.library(bundle.maker, places)
            // The values of its settings go into its Info.plist.
            try inputs.checkSettings(bundle.maker.shown)
            warnings += inputs.warnings
            let sources = inputs.sources.paths + inputs.sources.objectiveC
            if !sources.isEmpty {
                warnings.append(
                    "\(SourceFiles.described(sources)): left out, since \(bundle.maker.shown) is a "
                        + "bundle, of which the resources alone are taken"
                )
            }
            bundles.append(
                try ResourceBundle(
                    .bundle,
                    named: name,
                    of: target,
                    resources: inputs.resources,
                    within: places
                )
            )
        }
        return bundles
    }
}

extension XcodeDependencies.Library {
    /// What the bundle that it makes is called, with its ending.
    fileprivate func bundleName() throws(ToolFailure) -> String {
        // It is the target's name where nothing else is set, so that it is empty only where that is set.
        let name = target.settings["PRODUCT_NAME"] ?? ""
        guard let cause = FileName.obstacle(name) else { return "\(name).bundle" }
        throw ToolFailure(
            "\(shown) makes a bundle whose PRODUCT_NAME \(cause); write a file's name there, such as "
                + "PRODUCT_NAME = Texts",
            .badData
        )
    }
}
