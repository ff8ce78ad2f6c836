#!/usr/bin/env bash
# Interprets the tests of the crate belfry-extension with Miri, which finds undefined behaviour in its
# `unsafe` code. It is run by hand: Miri is a part of Rust's nightly toolchains alone, and Debian's
# rustc has none. rustup installs it:
#
#   rustup toolchain install nightly --component miri --component rust-src
#
#   RUST_TOOLCHAIN=nightly   another toolchain that has it, such as nightly-2026-11-01
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/common.sh"

toolchain=${RUST_TOOLCHAIN:-nightly}
cargo "+$toolchain" miri --version >/dev/null 2>&1 ||
    fail "there is no Miri; run: rustup toolchain install $toolchain --component miri --component rust-src"
# An extension is never dropped, which Miri would call a leak.
export MIRIFLAGS=${MIRIFLAGS--Zmiri-ignore-leaks}
cargo "+$toolchain" miri test --lib --offline --manifest-path SDK/Rust/Cargo.toml \
    --target-dir "$PWD/.build/miri" || fail "Miri finds fault with the crate; see above"
note "Miri finds nothing in the crate's tests"
