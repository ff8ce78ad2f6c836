// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

// Apple's module re-exports Foundation, which there has all of URLSession and of Core Foundation.
@_exported public import FoundationSupplement
// Foundation itself brings it there.
@_exported public import Security
