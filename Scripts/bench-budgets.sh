#!/usr/bin/env bash
# Measures how far past its budget an extension gets, `make bench-budgets`: on an idle machine and
# on one whose cores all spin.
#
#   Scripts/bench-budgets.sh [--rounds N] [--only NAME]... [--record]
#
#   --rounds   how often each attack is run, 200 times unless told; a tenth of it where one takes a second
#   --only     nothing but the attacks with this in their names
#   --record   puts the table into Documentation/BudgetPrecision.md
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/common.sh"

products=.build/release
bench=.build/budgets
arguments=()
record=

while (($#)); do
    case $1 in
    --rounds | --only)
        (($# > 1)) || fail "$1 needs a value"
        arguments+=("$1" "$2")
        shift 2
        ;;
    --record)
        record=$bench/table.md
        arguments+=(--markdown "$record")
        shift
        ;;
    *) fail "$1 is unknown; there are --rounds N, --only NAME and --record" ;;
    esac
done

# Makes one bundle: bundle NAME SOURCE [FLAG]
bundle() {
    mkdir -p "$bench/$1.appex"
    sed "s/TitleStamp/$1/g" Plugins/TitleStamp/Info.plist >"$bench/$1.appex/Info.plist"
    cc -O2 -shared -fPIC -fvisibility=hidden -I SDK/C/include -I Tests/EndToEndSupport/Fixtures \
        "${@:3}" -Wl,--version-script=SDK/extension.map "$2" -o "$bench/$1.appex/$1"
}

for product in belfry-worker belfry-budgets; do
    swift build -c release --product "$product"
done
for name in Sleeps Spins Hogs Crowds Starts Makes Fills Logs Answers Films; do
    bundle "$name" Benchmarks/Extensions/Exceeds.c "-D${name^^}"
done
hostile=Tests/Hostile/Fixtures
bundle NeverLoads $hostile/04-constructor-never-ends.c
bundle Forges $hostile/89-writes-far-too-much.c
bundle Prints $hostile/97-floods-its-log.c
bundle Downloads $hostile/57-downloads-for-ever.c
bundle Connects $hostile/121-opens-connections-and-says-nothing.c
bundle Holds $hostile/122-takes-no-answer.c
bundle FillsSockets $hostile/117-fills-sockets.c
bundle Attaches $hostile/113-attaches-without-end.c
bundle Locks $hostile/118-locks-what-it-shares.c
bundle Keeps $hostile/112-fills-the-disk.c
bundle KeepsDirectories $hostile/00-makes-directories.c
"$products/belfry-budgets" --extensions "$bench" ${arguments[@]+"${arguments[@]}"}
if [[ -n $record ]]; then
    record_between Documentation/BudgetPrecision.md \
        '<!-- bench-budgets.sh writes from here -->' '<!-- up to here -->' "$record"
fi
