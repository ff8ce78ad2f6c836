// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

// Started by a host after a crash, never by hand: descriptor 3 is the host's socket.

internal import BelfrySymboliser
internal import BelfrySystem
internal import Glibc

exit(SymboliserProcess.run(control: Descriptor(owning: 3)))
