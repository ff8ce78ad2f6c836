#!/usr/bin/env bash
# Compiles the Rust kit, and the extensions that are written with it, with the oldest rustc that they
# are for, every warning an error: Debian 12's, or one of rustup's. Where there is none it looks only
# whether each Cargo.toml says which it is, by which Cargo refuses an older one.
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/common.sh"
make_scratch

oldest=$(sed -n 's/^rust-version = "\(.*\)"$/\1/p' SDK/Rust/Cargo.toml)
[[ $oldest =~ ^1\.[0-9]+$ ]] || fail "SDK/Rust/Cargo.toml has no line rust-version = \"1.63\""
for manifest in SDK/Templates/New/*-rust/Cargo.toml Plugins/*/Cargo.toml; do
    grep -qxF "rust-version = \"$oldest\"" "$manifest" ||
        fail "$manifest does not say rust-version = \"$oldest\", as the kit's does"
done

# Prints the path of a rustc of that version; nothing if there is none.
oldest_rustc() {
    local each
    for each in "$(command -v rustc || true)" /usr/bin/rustc \
        "${RUSTUP_HOME:-$HOME/.rustup}/toolchains/$oldest"*/bin/rustc; do
        [[ -x $each && $("$each" --version 2>/dev/null) == "rustc $oldest."* ]] || continue
        printf '%s\n' "$each"
        return
    done
}

rustc=$(oldest_rustc)
if [[ -z $rustc ]]; then
    note "not checked with rustc $oldest, which is not here; each Cargo.toml says that it needs no newer one"
    exit 0
fi

# Compiles a crate's root with the oldest rustc: compile NAME ROOT ARGUMENT...
compile() {
    local name=$1 root=$2
    shift 2
    "$rustc" --edition 2021 -D warnings --crate-type rlib --crate-name "$name" \
        --out-dir "$scratch" "$@" "$root" || fail "$root does not compile with rustc $oldest; see above"
}

compile belfry_extension SDK/Rust/src/lib.rs --emit metadata
compile belfry_extension SDK/Rust/src/lib.rs --cfg 'feature="std"'
for source in SDK/Templates/New/*-rust/src/lib.rs Plugins/*/src/lib.rs \
    Tests/EndToEndTests/Fixtures/Rust*/src/lib.rs; do
    compile extension "$source" --emit metadata \
        --extern belfry_extension="$scratch/libbelfry_extension.rlib"
done
