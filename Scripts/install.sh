#!/usr/bin/env bash
# Installs the release build under PREFIX, or removes it: `make install`, `make uninstall`.
#
#   bin/belfry                              the tool
#   bin/belfryd                             the daemon, the notification centre
#   lib/systemd/{system,user}/belfryd.*     its units, for the machine and for a user
#   lib/sysusers.d/belfry.conf              the user of the machine's unit
#   share/bash-completion/completions/belfry, share/zsh/site-functions/_belfry,
#   share/fish/vendor_completions.d/belfry.fish   completions, and those of belfryd
#   libexec/belfry/belfry-worker            what it runs extensions in
#   libexec/belfry/belfry-symbolise         what names the frames of their crashes
#   include/belfry/*.h, module.modulemap    the C ABI: cc -I PREFIX/include; Swift: -I too (CBelfry)
#   include/belfry.hpp                      the same for C++
#   lib/belfry/libUserNotifications.so      the Swift SDK
#   lib/belfry/lib{CryptoKit,Combine}.so    its modules that others have written
#   lib/belfry/lib*.{a,o,wrap}              the same for `belfry build --static`
#   lib/belfry/swift/*.swiftmodule          its modules: swiftc -I PREFIX/lib/belfry/swift
#   lib/belfry/c/*/include                  its C modules, where it has any
#   share/belfry/extension.map              the version script of an extension
#   share/belfry/rust/belfry-extension      the crate for extensions in Rust
#   share/belfry/Templates                  what `belfry new` copies
#   share/belfry/sdk                        the SDK as a package, for packages with extensions
#
#   PREFIX=/usr/local   where it will be used
#   DESTDIR=            put before PREFIX when copying, for packages
#   CONFIGURATION=release   which build is installed
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/common.sh"

prefix=${PREFIX:-/usr/local}
to=${DESTDIR-}$prefix
products=.build/${CONFIGURATION:-release}
sdk_products=SDK/.build/${CONFIGURATION:-release}

# Where a shell looks for the completions of a program.
completion() {
    case $1 in
    bash) echo "share/bash-completion/completions/$2" ;;
    zsh) echo "share/zsh/site-functions/_$2" ;;
    fish) echo "share/fish/vendor_completions.d/$2.fish" ;;
    esac
}

# install(1) into a directory, made when missing.
put() {
    local mode=$1 directory=$2
    shift 2
    install -d "$to/$directory"
    install -m "$mode" "$@" "$to/$directory/"
}

# What shells know of the programs; the programs themselves write it.
put_completions() {
    local program shell file
    for program in belfry belfryd; do
        for shell in bash zsh fish; do
            file=$to/$(completion "$shell" "$program")
            install -d "$(dirname "$file")"
            "$products/$program" --generate-completion-script "$shell" >"$file"
            chmod 644 "$file"
        done
    done
}

# The daemon's units, which name the program where it will be.
put_units() {
    local unit file
    for unit in {system,user}/belfryd.{service,socket}; do
        file=$to/lib/systemd/$unit
        install -d "$(dirname "$file")"
        sed "s|@PREFIX@|$prefix|" "Packaging/systemd/$unit" >"$file"
        chmod 644 "$file"
    done
    put 644 lib/sysusers.d Packaging/systemd/sysusers/belfry.conf
}

install_all() {
    local folder module
    case $prefix in
    *[[:space:]%\|]* | [!/]*) fail "PREFIX is '$prefix'; the units of systemd need an absolute path \
without space, % and |" ;;
    esac
    put 755 bin "$products/belfry" "$products/belfryd"
    put 755 libexec/belfry "$products/belfry-worker" "$products/belfry-symbolise"
    put 644 include/belfry SDK/C/include/belfry/*.h
    put 644 include SDK/Cpp/include/belfry.hpp
    put 644 share/belfry SDK/extension.map
    put 644 share/belfry/rust/belfry-extension SDK/Rust/Cargo.toml
    put 644 share/belfry/rust/belfry-extension/src SDK/Rust/src/*.rs
    rm -rf "$to/share/belfry/Templates"
    cp -R --no-preserve=mode SDK/Templates/New "$to/share/belfry/Templates"
    rm -rf "$to/share/belfry/sdk"
    Scripts/export-sdk.sh "$to/share/belfry/sdk"
    put 755 lib/belfry "$sdk_products"/lib{UserNotifications,CryptoKit,Combine}.so
    put 644 lib/belfry "$sdk_products"/lib{UserNotifications,CryptoKit,Combine}.a
    put 644 lib/belfry "$sdk_products"/libUserNotifications.{o,wrap}
    for folder in SDK/Swift/*/; do
        module=$(basename "$folder")
        # What is for testing an extension is no part of one.
        [[ $module != *BelfryTesting && $module != BelfryModel ]] || continue
        if [[ -e $sdk_products/Modules/$module.swiftmodule ]]; then
            put 644 lib/belfry/swift "$sdk_products/Modules/$module".swift{module,doc}
        fi
        if [[ -d ${folder}include ]]; then
            install -d "$to/lib/belfry/c/$module"
            cp -R --no-preserve=mode "${folder}include" "$to/lib/belfry/c/$module/"
        fi
    done
    for module in CryptoKit Crypto CryptoBoringWrapper Combine OpenCombine{,Dispatch,Foundation}; do
        put 644 lib/belfry/swift "$sdk_products/Modules/$module".swift{module,doc}
    done
    put 644 lib/belfry/swift/COpenCombineHelpers "$sdk_products"/Modules/COpenCombineHelpers/*
    # Beside the headers, so that no module map of ours lies in a directory that others share;
    # clang looks one level below each -I.
    sed 's|"belfry/belfry.h"|"belfry.h"|' SDK/C/include/module.modulemap \
        >"$to/include/belfry/module.modulemap"
    put_completions
    put_units
    note "installed under $to; next: $prefix/bin/belfry doctor"
}

# These files and directories are Belfry's alone.
uninstall_all() {
    local program shell
    for program in belfry belfryd; do
        for shell in bash zsh fish; do rm -f "$to/$(completion "$shell" "$program")"; done
    done
    rm -f "$to"/bin/{belfry,belfryd} "$to/include/belfry.hpp"
    rm -f "$to"/lib/systemd/{system,user}/belfryd.{service,socket} "$to/lib/sysusers.d/belfry.conf"
    rm -rf "$to"/{libexec,include,lib,share}/belfry
    note "removed from $to"
}

case ${1-} in
'') install_all ;;
--uninstall) uninstall_all ;;
*) fail "'$1' is no option; it takes --uninstall or nothing" ;;
esac
