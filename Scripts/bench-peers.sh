#!/usr/bin/env bash
# Builds what `make bench` holds Belfry against besides the machine's own limits: other ways to have
# the same work done by code of somebody else. Nothing of Belfry needs them. One whose parts are
# not here is left out, and the tables say so.
#
#   --install   first gets what is missing: Debian packages, and two wheels from PyPI
#
# Programs and `notes`, a NAME=VALUE of each peer's version or absence, are in .build/benchmarks/peers.
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/common.sh"

# The declarations in Benchmarks/Peers are of these versions.
wasmtime="wasmtime==50.0.1"
extism="extism-sys==1.41.0"

peers=.build/benchmarks/peers
wheels=$peers/wheels
sources=Benchmarks/Peers
c_flags+=(-O2)
how="Scripts/bench-peers.sh --install gets it"

# Gets a wheel, NAME==VERSION, and takes it apart: it holds a shared library with a C API.
download() {
    [[ -z $(library "$1") ]] || return 0
    note "downloading $1"
    python3 -m pip download -q --no-deps --only-binary=:all: -d "$wheels" "$1" ||
        fail "pip could not download $1; its message is above"
    local name=${1%%==*}
    python3 -m zipfile -e "$(find "$wheels" -maxdepth 1 -name "${name//-/_}-${1##*==}-*.whl")" "$wheels/$1"
}

install_parts() {
    Scripts/install-dependencies.sh --peers
    python3 -m pip --version >/dev/null 2>&1 ||
        fail "there is no python3 with pip to download wheels with; as root run: apt-get install -y python3-pip"
    mkdir -p "$wheels"
    download "$wasmtime"
    download "$extism"
}

# Prints the path of the shared library of a wheel; nothing if it is not here.
library() {
    if [[ -d $wheels/$1 ]]; then find "$wheels/$1" -name '*.so' | sort | awk 'NR == 1'; fi
}

# Keeps what is to be said of a peer with the results.
say() {
    printf '%s=%s\n' "$1" "$2" >>"$peers/notes"
}

leave_out() {
    note "$1 left out: $2"
    say "$1" "left out: $2"
}

# Builds a module of WebAssembly: build_module SOURCE NAME
build_module() {
    "$(toolchain_program clang)" --target=wasm32 -O2 -mbulk-memory -nostdlib -Wl,--no-entry \
        -Wall -Wextra -Werror "$sources/$1" -o "$peers/$2.wasm"
}

# Builds the program of a peer: build_program SOURCE NAME [ARGUMENT...]
build_program() {
    local source=$1 name=$2
    shift 2
    cc "${c_flags[@]}" "$sources/Peer.c" "$sources/$source" -o "$peers/$name" "$@"
}

# A peer that is a shared library and runs WebAssembly: build_engine NAME SOURCE MODULE WHEEL
build_engine() {
    local name=$1 source=$2 module=$3 wheel=$4
    local found
    found=$(library "$wheel")
    if [[ -z $found ]]; then
        leave_out "$name" "PyPI's $wheel is not here; $how"
    elif [[ ! -x $(toolchain_program clang) || ! -x $(toolchain_program wasm-ld) ]]; then
        leave_out "$name" "the Swift toolchain has no clang and wasm-ld"
    else
        local folder
        folder=$(dirname "$found")
        build_module "$module" "$name"
        build_program "$source" "$name" -L "$folder" -l ":$(basename "$found")" \
            -Wl,-rpath,"\$ORIGIN/${folder#"$peers/"}"
        say "$name" "${wheel##*==}"
    fi
}

build_go_plugin() {
    local package=golang-github-hashicorp-go-plugin-dev go_path=/usr/share/gocode
    if ! command -v go >/dev/null; then
        leave_out go-plugin "there is no go; $how"
    elif [[ ! -d $go_path/src/github.com/hashicorp/go-plugin ]]; then
        leave_out go-plugin "Debian's $package is not here; $how"
    else
        GOFLAGS='' GO111MODULE=off GOPATH=$go_path GOCACHE=$PWD/$peers/go-cache \
            go build -o "$peers/go-plugin" "$sources/GoPlugin.go"
        say go-plugin "$(dpkg-query -W -f='${Version}' "$package") with $(go env GOVERSION)"
    fi
}

build_bubblewrap() {
    if ! command -v bwrap >/dev/null; then
        leave_out bubblewrap "there is no bwrap; $how"
    elif ! bwrap --unshare-all --ro-bind / / true 2>/dev/null; then
        leave_out bubblewrap "bwrap cannot make namespaces here"
    else
        cc "${c_flags[@]}" -static "$sources/StampPipe.c" -o "$peers/stamp"
        build_program Bubblewrap.c bubblewrap
        say bubblewrap "$(bwrap --version | awk '{ print $NF }')"
    fi
}

case ${1-} in
'') ;;
--install) install_parts ;;
*) fail "'$1' is no option; it takes --install or nothing" ;;
esac
mkdir -p "$peers"
# What was built for parts that have gone since would be measured still.
rm -f "$peers"/{wasmtime,extism,go-plugin,bubblewrap,notes}
build_engine wasmtime Wasmtime.c StampModule.c "$wasmtime"
build_engine extism Extism.c StampExtism.c "$extism"
build_go_plugin
build_bubblewrap
