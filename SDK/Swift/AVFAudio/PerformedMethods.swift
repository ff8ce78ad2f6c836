// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

package import FoundationSupplement

/// The methods of AVFAudio's that are called by their names.
package enum BelfryObjectiveC: ObjectiveCMembers {
    package static var classes: [ObjectiveCClass] {
        [
            ObjectiveCClass(
                AVAudioPlayer.self,
                [
                    .method("prepareToPlay") { (player: AVAudioPlayer) in player.prepareToPlay() },
                    .method("play") { (player: AVAudioPlayer) in player.play() },
                    .method("pause") { (player: AVAudioPlayer) in player.pause() },
                    .method("stop") { (player: AVAudioPlayer) in player.stop() },
                ]
            )
        ]
    }
}
