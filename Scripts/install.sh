#!/usr/bin/env bash
# Installs the release build under PREFIX, or removes it: `make install`, `make uninstall`.
#
#   bin/belfry                              the tool
#   bin/belfryd                             the daemon, the notification centre
#   lib/systemd/{system,user}/belfryd*.*    its units, for the machine and for a user
#   lib/sysusers.d/belfry.conf              the user of the machine's unit
#   share/bash-completion/completions/belfry, share/zsh/site-functions/_belfry,
#   share/fish/vendor_completions.d/belfry.fish   completions, and those of belfryd
#   share/man/man1/belfry*.1, man8/belfryd*.8   manual pages, made from the programs' help
#   share/doc/belfry                        the pages of Documentation
#   libexec/belfry/belfry-worker            what it runs extensions in
#   libexec/belfry/belfry-symbolise         what names the frames of their crashes
#   include/belfry/*.h, module.modulemap    the C ABI: cc -I PREFIX/include; Swift: -I too (CBelfry)
#   include/belfry.hpp                      the same for C++
#   lib/belfry/libUserNotifications.so      the Swift SDK
#   lib/belfry/lib{CryptoKit,Combine}.so    its modules that others have written
#   lib/belfry/runtime                      Swift's own libraries, which all of these need
#   lib/belfry/lib*.{a,o,wrap}              the same for `belfry build --static`
#   lib/belfry/swift/*.swiftmodule          its modules: swiftc -I PREFIX/lib/belfry/swift
#   lib/belfry/c/*/include                  its C modules, where it has any
#   lib/cmake/Belfry/BelfryConfig*.cmake    what CMake projects find: find_package(Belfry)
#   share/belfry/extension.map              the version script of an extension
#   share/belfry/rust/belfry-extension      the crate for extensions in Rust
#   share/belfry/Templates                  what `belfry new` copies
#   share/belfry/action, share/belfry/workflow   an action that installs the packages, and a workflow
#   share/belfry/sdk                        the SDK as a package, for packages with extensions
#
#   PREFIX=/usr/local   where it will be used
#   DESTDIR=            put before PREFIX when copying, for packages
#   CONFIGURATION=release   which build is installed
#   STRIP=              yes leaves out what only debuggers read
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
    # Debian's zsh looks for what packages bring in a folder of its own.
    zsh) if [[ $prefix == /usr ]]; then
        echo "share/zsh/vendor-completions/_$2"
    else
        echo "share/zsh/site-functions/_$2"
    fi ;;
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
            # Shells read them; what says that they are programs is left out.
            "$products/$program" --generate-completion-script "$shell" | sed '1{/^#!/d}' >"$file"
            chmod 644 "$file"
        done
    done
}

# The daemon's units, which name the program where it will be.
put_units() {
    local unit file
    for unit in {system,user}/belfryd.{service,socket} system/belfryd-push.socket; do
        file=$to/lib/systemd/$unit
        install -d "$(dirname "$file")"
        sed "s|@PREFIX@|$prefix|" "Packaging/systemd/$unit" >"$file"
        chmod 644 "$file"
    done
    put 644 lib/sysusers.d Packaging/systemd/sysusers/belfry.conf
}

# The program's pages, by its own help, and those for reading; what is built goes before what is not.
put_pages() {
    [[ -s .build/pages/Verdicts.md ]] || fail "there are no built pages; run: make pages"
    install -d "$to"/share/man/man{1,8}
    Scripts/man-pages.py "$products/belfry" 1 "$to/share/man/man1"
    Scripts/man-pages.py "$products/belfryd" 8 "$to/share/man/man8"
    chmod 644 "$to"/share/man/man1/belfry*.1 "$to"/share/man/man8/belfryd*.8
    put 644 share/doc/belfry README.md CHANGELOG.md SECURITY.md
    put 644 share/doc/belfry/Documentation Documentation/*.md
    put 644 share/doc/belfry/Documentation .build/pages/*.md
    copyright >"$to/share/doc/belfry/copyright"
    chmod 644 "$to/share/doc/belfry/copyright"
}

# Prints who has written what is installed, and on which terms: our own words, then those of each
# package that is linked in.
copyright() {
    local folder file
    cat Packaging/copyright
    for folder in .build/checkouts/*/ .build/modules/checkouts/*/; do
        printf '\n%s\n' "$(basename "$folder")"
        for file in "$folder"{LICENSE,NOTICE}{,.txt}; do
            [[ -f $file ]] || continue
            ! grep -q 'TERMS AND CONDITIONS FOR USE, REPRODUCTION' "$file" || continue
            echo
            sed 's/^\(.\)/    \1/' "$file"
        done
    done
}

# Prints the libraries that ELF files ask for, one name a line.
needed() {
    readelf -dW "$@" | sed -n 's/.*(NEEDED).*\[\(.*\)\].*/\1/p' | sort -u
}

# Swift's libraries that Belfry and extensions are linked with, and those that these need. An
# installation has its own: no two versions of Swift's runtime fit each other.
put_runtime() {
    local runtime name
    local -A taken=()
    # The folder that the build was linked with, which its library names.
    runtime=$(readelf -dW "$sdk_products/libUserNotifications.so" |
        sed -n 's/.*(RUNPATH).*\[\(.*\)\].*/\1/p' | tr : '\n' | grep -m 1 '^/') ||
        fail "$sdk_products/libUserNotifications.so does not say where Swift's runtime is"
    rm -rf "$to/lib/belfry/runtime"
    local names=(lib{FoundationXML,swiftObservation,swiftRegexBuilder,swiftSwiftOnoneSupport}.so)
    mapfile -t -O ${#names[@]} names < <(needed "$products"/belfry{,d} \
        "$sdk_products"/lib{UserNotifications,CryptoKit,Combine}.so)
    while ((${#names[@]})); do
        name=${names[0]}
        names=("${names[@]:1}")
        [[ -z ${taken[$name]-} && -f $runtime/$name ]] || continue
        taken[$name]=yes
        put 644 lib/belfry/runtime "$runtime/$name"
        mapfile -t -O ${#names[@]} names < <(needed "$runtime/$name")
    done
    swift --version 2>/dev/null | sed -n 's/.*Swift version \([0-9][0-9.]*\).*/\1/p' \
        >"$to/lib/belfry/runtime/version"
    [[ -s $to/lib/belfry/runtime/version ]] || fail "'swift --version' does not say its version"
    chmod 644 "$to/lib/belfry/runtime/version"
}

# Has ELF files look for libraries where these are installed, and nowhere of the machine that they
# were built on: settle RUNPATH FILE…
settle() {
    local runpath=$1 file
    shift
    for file; do
        if [[ ${STRIP-} == yes ]]; then strip --strip-unneeded "$file"; fi
        if [[ -n $runpath ]]; then
            patchelf --set-rpath "$runpath" "$file"
        else
            patchelf --remove-rpath "$file"
        fi
    done
}

settle_all() {
    # shellcheck disable=SC2016  # the loader knows what $ORIGIN is
    {
        settle '$ORIGIN/../lib/belfry/runtime' "$to"/bin/belfry{,d}
        settle '$ORIGIN/runtime:$ORIGIN' "$to"/lib/belfry/*.so
        settle '$ORIGIN' "$to"/lib/belfry/runtime/*.so
    }
    settle '' "$to"/libexec/belfry/*
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
    put 644 lib/cmake/Belfry SDK/CMake/BelfryConfig{,Version}.cmake
    put 644 share/belfry SDK/extension.map
    put 644 share/belfry/rust/belfry-extension SDK/Rust/Cargo.toml
    put 644 share/belfry/rust/belfry-extension/src SDK/Rust/src/*.rs
    rm -rf "$to/share/belfry/Templates"
    cp -R --no-preserve=mode SDK/Templates/New "$to/share/belfry/Templates"
    put 644 share/belfry/action Packaging/action/action.yml
    put 755 share/belfry/action Packaging/action/install.sh
    put 644 share/belfry/workflow SDK/Templates/Workflow/notification-service.yml
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
    put_runtime
    settle_all
    put_completions
    put_units
    put_pages
    note "installed under $to; next: $prefix/bin/belfry doctor"
}

# These files and directories are Belfry's alone.
uninstall_all() {
    local program shell
    for program in belfry belfryd; do
        for shell in bash zsh fish; do rm -f "$to/$(completion "$shell" "$program")"; done
    done
    rm -f "$to"/bin/{belfry,belfryd} "$to/include/belfry.hpp"
    rm -f "$to"/lib/systemd/{system,user}/belfryd.{service,socket} "$to/lib/sysusers.d/belfry.conf" \
        "$to/lib/systemd/system/belfryd-push.socket"
    rm -f "$to"/share/man/man1/belfry{,-*}.1 "$to"/share/man/man8/belfryd{,-*}.8
    rm -rf "$to"/{libexec,include,lib,share}/belfry "$to/share/doc/belfry" "$to/lib/cmake/Belfry"
    note "removed from $to"
}

case ${1-} in
'') install_all ;;
--uninstall) uninstall_all ;;
*) fail "'$1' is no option; it takes --uninstall or nothing" ;;
esac
