// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

package import FoundationSupplement

/// The members of AVFoundation's that are observed and called by their names.
package enum BelfryObjectiveC: ObjectiveCMembers {
    package static var classes: [ObjectiveCClass] {
        [
            ObjectiveCClass(
                AVPlayer.self,
                [
                    .property("status") { \AVPlayer.status },
                    .property("rate") { \AVPlayer.rate },
                    .property("currentItem") { \AVPlayer.currentItem },
                    .property("timeControlStatus") { \AVPlayer.timeControlStatus },
                    .property("muted") { \AVPlayer.isMuted },
                    .method("play") { (player: AVPlayer) in player.play() },
                    .method("pause") { (player: AVPlayer) in player.pause() },
                ]
            ),
            ObjectiveCClass(
                AVPlayerItem.self,
                [
                    .property("status") { \AVPlayerItem.status },
                    .property("duration") { \AVPlayerItem.duration },
                    .property("loadedTimeRanges") { \AVPlayerItem.loadedTimeRanges },
                    .property("playbackLikelyToKeepUp") { \AVPlayerItem.isPlaybackLikelyToKeepUp },
                    .property("playbackBufferEmpty") { \AVPlayerItem.isPlaybackBufferEmpty },
                    .property("playbackBufferFull") { \AVPlayerItem.isPlaybackBufferFull },
                    .property("presentationSize") { \AVPlayerItem.presentationSize },
                ]
            ),
            ObjectiveCClass(
                AVPlayerLayer.self,
                [.property("readyForDisplay") { \AVPlayerLayer.isReadyForDisplay }]
            ),
        ]
    }
}
