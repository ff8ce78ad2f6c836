// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

// Started by a host, never by hand: descriptor 3 is the host's socket. The main is synchronous and
// nothing here starts a thread, since a zygote forks.

internal import BelfrySystem
internal import BelfryWire
internal import BelfryWorkerCore
internal import Glibc

if CommandLine.argc == 1 { exit(Zygote.run(control: Descriptor(owning: 3))) }
guard let launch = BrowserLaunch(Array(CommandLine.arguments.dropFirst())) else { exit(EX_USAGE) }
exit(SealedBrowser.run(launch, socket: Descriptor(owning: 3)))
