// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

/// Xcode projects as small as can be.
enum SampleProject {
    /// A project with an app, a service extension and a content extension.
    ///
    /// Files and resources are paths from the service extension's folder; the other texts are put
    /// into its Release settings, its target with its phases, the project's targets and its objects
    /// as they are.
    static func text(
        files: [String] = ["NotificationService.swift"],
        resources: [String] = [],
        serviceSettings: String = "",
        target: String = "",
        phases: String = "",
        targets: String = "",
        more: String = ""
    ) -> String {
        let sources = files.enumerated().map { reference("S\($0)", $1) }.joined()
        let copied = resources.enumerated().map { reference("R\($0)", $1) }.joined()
        let sourceFiles = files.indices.map { "BS\($0), " }.joined()
        let resourceFiles = resources.indices.map { "BR\($0), " }.joined()
        let children = files.indices.map { "FS\($0), " } + resources.indices.map { "FR\($0), " }
        return """
            // !$*UTF8*$!
            { archiveVersion = 1; objectVersion = 56; rootObject = ROOT; objects = {
            ROOT = {isa = PBXProject; buildConfigurationList = PLIST; developmentRegion = en;
                mainGroup = MAIN; targets = (APP, CONTENT, SERVICE, \(targets)); };
            MAIN = {isa = PBXGroup; children = (GROUP); sourceTree = "<group>"; };
            GROUP = {isa = PBXGroup; path = Service; sourceTree = "<group>";
                children = (\(children.joined())); };
            \(sources)\(copied)
            SERVICE = {isa = PBXNativeTarget; name = MyService; buildConfigurationList = SLIST;
                productType = "com.apple.product-type.app-extension";
                buildPhases = (SPHASE, RPHASE, \(phases)); \(target) };
            SPHASE = {isa = PBXSourcesBuildPhase; files = (\(sourceFiles)); };
            RPHASE = {isa = PBXResourcesBuildPhase; files = (\(resourceFiles)); };
            CONTENT = {isa = PBXNativeTarget; name = MyContent; buildConfigurationList = CLIST;
                productType = "com.apple.product-type.app-extension"; buildPhases = (); };
            APP = {isa = PBXNativeTarget; name = MyApp; buildConfigurationList = PLIST;
                productType = "com.apple.product-type.application"; buildPhases = (); };
            PLIST = {isa = XCConfigurationList; buildConfigurations = (PDEBUG, PRELEASE); };
            PRELEASE = {isa = XCBuildConfiguration; name = Release;
                buildSettings = { MARKETING_VERSION = 2.5; BASE = org.example; }; };
            PDEBUG = {isa = XCBuildConfiguration; name = Debug; buildSettings = {
                BASE = org.example.debug; SWIFT_ACTIVE_COMPILATION_CONDITIONS = "DEBUG SLOW"; }; };
            SLIST = {isa = XCConfigurationList; buildConfigurations = (SDEBUG, SRELEASE); };
            SRELEASE = {isa = XCBuildConfiguration; name = Release;
                buildSettings = {\(settings) \(serviceSettings)}; };
            SDEBUG = {isa = XCBuildConfiguration; name = Debug; buildSettings = {\(settings)}; };
            CLIST = {isa = XCConfigurationList; buildConfigurations = (CRELEASE); };
            CRELEASE = {isa = XCBuildConfiguration; name = Release;
                buildSettings = { INFOPLIST_FILE = Content/Info.plist; }; };
            \(more)
            }; }

            """
    }

    /// An `Info.plist` with nothing but an extension point, as newer versions of Xcode make it.
    static func plist(point: String = "com.apple.usernotifications.service") -> String {
        """
        <?xml version="1.0" encoding="UTF-8"?>
        <plist version="1.0"><dict><key>NSExtension</key><dict>
        <key>NSExtensionPointIdentifier</key><string>\(point)</string>
        <key>NSExtensionPrincipalClass</key>
        <string>$(PRODUCT_MODULE_NAME).NotificationService</string>
        </dict></dict></plist>
        """
    }

    private static let settings = """
        INFOPLIST_FILE = Service/Info.plist; GENERATE_INFOPLIST_FILE = YES;
        PRODUCT_NAME = "$(TARGET_NAME)"; INFOPLIST_KEY_CFBundleDisplayName = "My Bell";
        PRODUCT_BUNDLE_IDENTIFIER = "$(BASE).$(TARGET_NAME:rfc1034identifier)";
        """

    private static func reference(_ id: String, _ path: String) -> String {
        """
        F\(id) = {isa = PBXFileReference; path = "\(path)"; sourceTree = "<group>"; };
        B\(id) = {isa = PBXBuildFile; fileRef = F\(id); };

        """
    }
}
