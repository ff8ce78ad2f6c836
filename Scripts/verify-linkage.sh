#!/usr/bin/env bash
# Checks what the linker made: the worker brings its own Swift runtime and no Foundation, is
# hardened and small, only the symboliser has libdw, and extensions export one symbol.
#
#   CONFIGURATION=debug|release   which build to look at
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/common.sh"
make_scratch

products=.build/${CONFIGURATION:-debug}
sdk_products=SDK/.build/${CONFIGURATION:-debug}
worker=$products/belfry-worker
# Bytes, stripped. A debug build keeps what each enumeration of the wire could be asked for, and
# whatever of BelfrySystem only the host uses; a release build drops both.
case ${CONFIGURATION:-debug} in
release) worker_limit=$((8 * 1000 * 1000)) ;;
*) worker_limit=$((10900 * 1000)) ;;
esac

# Prints the libraries that an ELF file asks for.
needed() {
    readelf -dW "$1" | sed -n 's/.*(NEEDED).*\[\(.*\)\].*/\1/p'
}

# Prints the symbols that an ELF file exports.
exported() {
    nm -D --defined-only "$1" | awk '{ print $NF }'
}

check_runtime() {
    local unwanted
    unwanted=$(needed "$worker" | grep -E '^lib(swift|_?Foundation|dispatch|BlocksRuntime)' || true)
    [[ -z $unwanted ]] ||
        fail "$worker needs ${unwanted//$'\n'/, }: it is to link the Swift runtime statically and never import Foundation (Package.swift, selfContained)"
}

# What a program exports any library in it can find and call.
check_exports() {
    local found
    found=$(exported "$1" | head -3 | paste -sd ' ')
    [[ -z $found ]] || fail "$1 exports symbols, such as $found (Package.swift, selfContained)"
}

# A library that parses an extension's debug information is in one process alone.
check_symboliser() {
    local file
    for file in "$worker" "$products/belfry"; do
        [[ -z $(needed "$file" | grep -E '^lib(dw|elf)\.' || true) ]] ||
            fail "$file needs libdw or libelf: only belfry-symbolise, which is sealed, may read debug information"
    done
}

check_hardened() {
    local file=$1 dynamic segments
    dynamic=$(readelf -dW "$file")
    segments=$(readelf -lW "$file")
    grep -qE '\(FLAGS_1\).*NOW' <<<"$dynamic" || fail "$file binds symbols lazily (-z now is missing)"
    grep -qE '\(FLAGS_1\).*PIE' <<<"$dynamic" || fail "$file is not position independent (-pie)"
    grep -q 'GNU_RELRO' <<<"$segments" || fail "$file leaves its tables writable (-z relro is missing)"
    grep -qE 'GNU_STACK .* RW ' <<<"$segments" || fail "$file has an executable stack (-z noexecstack)"
}

check_size() {
    local byte_count
    strip -o "$scratch/worker" "$worker"
    byte_count=$(stat -c %s "$scratch/worker")
    ((byte_count <= worker_limit)) ||
        fail "$worker is $byte_count bytes stripped, over the budget of $worker_limit: what did it begin to import?"
}

# The C sample, compiled as its README says.
check_sample() {
    local library=$scratch/TitleStamp.so
    cc -shared -fPIC -fvisibility=hidden -I SDK/C/include -Wl,--version-script=SDK/extension.map \
        Plugins/TitleStamp/TitleStamp.c -o "$library"
    [[ $(exported "$library") == bf_extension_main ]] ||
        fail "TitleStamp exports $(exported "$library" | paste -sd ' '), not bf_extension_main alone (ABI-1)"
}

# Swift extensions have no entry of their own: they find it in this library.
check_sdk() {
    local library=$sdk_products/libUserNotifications.so
    grep -qx bf_extension_main < <(exported "$library") ||
        fail "$library does not export bf_extension_main, so no Swift extension has an entry (ABI-1)"
    # Nothing can be mapped once a worker is sealed, so pictures need their libraries from the start;
    # the worker's own program has no business with them. The tool has them for a process of its own
    # that seals itself before it reads a picture.
    local picture
    for picture in png16 jpeg gif webp; do
        grep -qE "^lib$picture\." < <(needed "$library") ||
            fail "$library does not link lib$picture, so UIImage cannot read pictures in the sandbox"
        [[ -z $(needed "$worker" | grep -E "^lib$picture\." || true) ]] ||
            fail "$worker links lib$picture: only what is sandboxed may decode pictures"
    done
}

check_runtime
check_exports "$worker"
check_exports "$products/belfry-symbolise"
check_hardened "$worker"
check_hardened "$products/belfry"
check_hardened "$products/belfry-symbolise"
check_symboliser
check_size
check_sample
check_sdk
