// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

// Started by a host, never by hand: descriptor 3 is the host's control socket. The main is
// synchronous and nothing here starts a thread, since a zygote forks.

internal import BelfrySystem
internal import BelfryWorkerCore
internal import Glibc

exit(Zygote.run(control: Descriptor(owning: 3)))
