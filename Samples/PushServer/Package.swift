// swift-tools-version: 6.0
// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

import PackageDescription

let package = Package(name: "PushServer", targets: [.testTarget(name: "PushServerTests")])
