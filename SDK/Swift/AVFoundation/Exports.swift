// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

// As Apple's module does.
@_exported public import AVFAudio
@_exported public import AudioToolbox
@_exported public import CoreMedia
