#!/usr/bin/env bash
# Installs the build into a directory, and looks at what a person relies on: the programs run from
# there, without anything of the machine that they were built on, the units are sound and no less
# closed than they were, the shells complete words and man reads the pages, a newcomer's pages work
# as they are written, and nothing is left of it when it is removed.
#
#   CONFIGURATION=debug|release   which build is installed
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/common.sh"

# What `systemd-analyze security` says of the system unit, times ten; lower is better.
exposure_limit=29
export CONFIGURATION=${CONFIGURATION:-debug}
make_scratch
export DESTDIR=$scratch/root
export PREFIX=/usr/local
prefix=$DESTDIR$PREFIX

mkdir -p "$prefix/bin" "$prefix/share"
echo mine >"$prefix/bin/mine"
find "$DESTDIR" -type f | sort >"$scratch/before"
Scripts/install.sh >/dev/null

# Runs a command where the directory is what is below PREFIX, as far as that is allowed.
in_place() {
    if ((EUID == 0)); then
        unshare --mount --propagation private bash -c 'mount --bind "$1" "$2" && exec "${@:3}"' - \
            "$prefix" "$PREFIX" "$PREFIX/$1" "${@:2}"
    else
        "$prefix/$1" "${@:2}"
    fi
}

for program in belfry belfryd; do
    [[ $(in_place "bin/$program" --version) == [0-9]* ]] || fail "$program does not say its version"
done
# Extensions of each kind run, with the library that was installed.
in_place bin/belfry doctor >"$scratch/doctor" || { cat "$scratch/doctor"; fail "see belfry doctor"; }
! grep -A1 'cannot run' "$scratch/doctor" || fail "what was installed runs no extension of a kind"

# The pages that are built are there, and not those that stand for them in a clone.
for page in SDKReference/UIKit Verdicts/fallback; do
    in_place bin/belfry help "${page%/*}" >"$scratch/page"
    grep -qxF "## ${page#*/}" "$scratch/page" || fail "'belfry help ${page%/*}' prints no built page"
done

# No library is looked for where only this machine has it; Swift's own are with the rest.
while read -r file; do
    readelf -dW "$file" >"$scratch/dynamic"
    ! grep -E '\(R(UN)?PATH\).*(\[|:)/' "$scratch/dynamic" ||
        fail "$file looks for libraries in a folder of this machine"
done < <(find "$prefix"/{bin,libexec,lib/belfry} -type f \( -perm -100 -o -name '*.so' \))

for file in "$prefix"/share/man/man[18]/belfry*.[18]; do
    [[ -s $file ]] || fail "there are no manual pages"
    command -v man >/dev/null || break
    LC_ALL=C.UTF-8 man --warnings -E UTF-8 -l -Tutf8 -Z "$file" 2>"$scratch/complaints" >/dev/null
    [[ ! -s $scratch/complaints ]] || { cat "$scratch/complaints"; fail "man complains about $file"; }
done
for name in run build push; do
    [[ -s $prefix/share/man/man1/belfry-$name.1 ]] || fail "belfry $name has no manual page"
done

# Prints what bash makes of a command and the beginning of its next word.
complete_bash() {
    # shellcheck disable=SC2016  # the words are the inner shell's
    bash -c '
        source "$1/share/bash-completion/completions/$2"
        COMP_WORDS=("$2" "$3") COMP_CWORD=1 COMP_LINE="$2 $3"
        COMP_POINT=${#COMP_LINE}
        "_$2" "$2" "$3" "$2"
        echo "$2 ${COMPREPLY[*]}"' - "$prefix" "$1" "$2"
}

# The same in zsh: the keys are typed in a terminal of its own, the tab key among them.
complete_zsh() {
    # shellcheck disable=SC2016  # the words are the inner shell's
    timeout 60 zsh -f -c '
        zmodload zsh/zpty
        zpty shell zsh -f -i
        zpty -w shell "PS1= fpath=(${(q)1}/share/zsh/site-functions \$fpath)"
        zpty -w shell "autoload -Uz compinit && compinit -u -D"
        zpty -w shell "show() { print -r -- \"[[\$BUFFER]]\"; BUFFER=; zle accept-line }"
        zpty -w shell "zle -N show; bindkey ^X show; bindkey ^I complete-word; print re\"\"ady"
        zpty -r shell said $'\''*ready\r\n*'\''
        zpty -w -n shell "$2 $3"$'\''\t\C-x'\''
        zpty -r shell said $'\''*\\[\\[*\\]\\]*'\''
        print -r -- ${${said##*\[\[}%%\]\]*}
        zpty -d shell' - "$prefix" "$1" "$2"
}

# The same in fish, which completes only words of programs that there are.
complete_fish() {
    # shellcheck disable=SC2016  # the words are the inner shell's
    PATH=$prefix/bin:$PATH HOME=$scratch timeout 60 fish --no-config -c '
        set -p fish_complete_path $argv[1]/share/fish/vendor_completions.d
        complete -C "$argv[2] $argv[3]"' "$prefix" "$1" "$2" | sed "s/\t.*//; s/^/$1 /"
}

for shell in bash zsh fish; do
    command -v "$shell" >/dev/null || { note "$shell is not here, and its completions are not tried"; continue; }
    for words in 'belfry ru run' 'belfry sched schedule' 'belfryd back backup'; do
        read -r program word whole <<<"$words"
        completed=$("complete_$shell" "$program" "$word" | sed 's/ *$//')
        [[ $completed == "$program $whole" ]] ||
            fail "$shell completes '$program $word' to '$completed', not to '$program $whole'"
    done
done

# Does what the page for newcomers in a language tells them, in an empty folder and home.
follow() {
    local page=Documentation/FirstExtension$1.md home=$scratch/home shell=(bash)
    rm -rf "$home"
    mkdir "$home"
    # Where rustup keeps the compilers, if they are its.
    local rust=(CARGO_HOME="${CARGO_HOME:-$HOME/.cargo}" RUSTUP_HOME="${RUSTUP_HOME:-$HOME/.rustup}")
    # shellcheck disable=SC2016  # the words are the inner shell's
    ((EUID != 0)) || shell=(unshare --mount --propagation private bash -c
        'mount --bind "$1" "$2" && exec bash' - "$prefix" "$PREFIX")
    Scripts/follow-page.py "$page" -- env -C "$home" HOME="$home" LC_ALL=C.UTF-8 "${rust[@]}" \
        PATH="$( ((EUID == 0)) && echo "$PREFIX" || echo "$prefix")/bin:$PATH" "${shell[@]}"
}

for words in 'Swift swiftc' 'C cc' 'Cpp c++' 'Rust cargo'; do
    read -r language compiler <<<"$words"
    if [[ -n ${CI-} ]] || command -v "$compiler" >/dev/null; then
        follow "$language"
    else
        note "FirstExtension$language.md is not followed: there is no $compiler"
    fi
done
if command -v cmake >/dev/null; then
    # Its package is found where programs are.
    (cd "$scratch" && cmake --find-package -DNAME=Belfry -DCOMPILER_ID=GNU -DLANGUAGE=CXX -DMODE=EXIST \
        -DCMAKE_PREFIX_PATH="$prefix" >said) || { cat "$scratch/said"; fail "cmake finds no package Belfry"; }
fi

for unit in "$prefix"/lib/systemd/{system,user}/belfryd.{service,socket} \
    "$prefix/lib/systemd/system/belfryd-push.socket"; do
    [[ -s $unit ]] || fail "$unit is missing"
    ! grep -n '@' "$unit" | grep -q '@PREFIX@' || fail "$unit names no place"
done
if command -v systemd-analyze >/dev/null; then
    # It looks for the program where the unit says that it will be.
    units=$scratch/units
    mkdir -p "$units"/{system,user}
    for kind in system user; do
        for unit in "$prefix/lib/systemd/$kind"/belfryd*; do
            sed "s|=$PREFIX/bin|=$prefix/bin|" "$unit" >"$units/$kind/$(basename "$unit")"
        done
        systemd-analyze verify --man=no "$units/$kind"/belfryd* \
            2>"$scratch/complaints" || true
        ! grep -F belfryd "$scratch/complaints" || fail "systemd refuses the units for a $kind; see above"
    done
    systemd-analyze security --offline=yes --no-pager --threshold=$exposure_limit \
        "$units/system/belfryd.service" >"$scratch/security" 2>&1 ||
        { tail -1 "$scratch/security"; fail "the system unit is more open than $exposure_limit"; }
    note "$(tail -1 "$scratch/security" | sed 's/^[^A-Za-z]*//')"
else
    note "the units are not checked: there is no systemd-analyze (Debian: systemd)"
fi

Scripts/install.sh --uninstall >/dev/null
find "$DESTDIR" -type f | sort | diff "$scratch/before" - || fail "files are left, or too many are gone"
note "installed, looked at, and removed"
