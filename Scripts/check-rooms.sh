#!/usr/bin/env bash
# Checks that each room imports only the modules that it may know, and that the folders of the engine
# and of the tool use each other in one direction.
#
# The compiler checks neither: a module that was built for another target can be imported without a
# dependency in Package.swift, and a target's folders are one module.
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/common.sh"

# Fails when a target of Sources imports another module than those named after it.
check_room() {
    local target=$1 allowed foreign
    shift
    [[ -d Sources/$target ]] || fail "there is no Sources/$target; correct Scripts/check-rooms.sh"
    allowed=$(IFS='|' && printf '%s' "$*")
    foreign=$(
        grep -rnE --include='*.swift' '^ *(@[a-zA-Z]+ )*((private|internal|package|public) )?import ' "Sources/$target" |
            grep -vE "import ($allowed)\$" || true
    )
    [[ -z $foreign ]] ||
        fail "$target may import $* and nothing else:"$'\n'"$foreign"
}

# Fails when a module is imported outside of the targets named after it.
check_only_in() {
    local module=$1 foreign
    shift
    foreign=$(
        grep -rlE --include='*.swift' "^ *(@[a-zA-Z]+ )*((private|internal|package|public) )?import $module" Sources |
            grep -vE "^Sources/($(IFS='|' && printf '%s' "$*"))/" || true
    )
    [[ -z $foreign ]] || fail "$module may be imported in $* and nowhere else:"$'\n'"$foreign"
}

# What a run says: values that no part of the engine is needed for.
check_room BelfryReport BelfryModel BelfryWire
# What is remembered and what is due: neither the engine nor a network, and no database but through
# its store.
check_room BelfryCenter BelfryModel BelfryReport BelfrySystem Foundation Glibc Synchronization
check_room BelfryLedger BelfryCenter BelfryModel BelfrySystem Foundation GRDB Glibc
check_only_in GRDB BelfryLedger
# What extensions attach: files and their store, and nothing of a run.
check_room BelfryAttachments BelfryDigest BelfryModel BelfrySystem Foundation Glibc Synchronization
check_only_in CMessageDigest BelfryDigest
# What gives the centre's work to the engine.
check_room BelfryCenterEngine BelfryAttachments BelfryCenter BelfryModel BelfryReport BelfryRuntime \
    BelfrySystem Foundation Synchronization

# What senders push to: it knows a door, and neither the centre nor the engine.
check_room BelfryAPNs BelfryModel BelfrySystem Crypto Foundation Glibc Logging NIOCore NIOExtras \
    NIOHPACK NIOHTTP2 NIOPosix NIOSSL NIOTLS SwiftASN1 Synchronization X509
check_only_in NIOSSL BelfryAPNs

# What programs send in other services' forms: values.
check_room BelfryInlets BelfryModel Foundation

# What a desktop is shown: the bus, values, and nothing of the centre or the engine.
check_room BelfryDesktop BelfryModel BelfrySystem CBelfryPlatform CSystemd Glibc Synchronization
check_only_in CSystemd BelfryDesktop
# What decodes pictures, sealed off.
check_room BelfryPictures BelfryAttachments BelfrySandbox BelfrySystem CPictures Glibc
check_only_in CPictures BelfryPictures

# What workers may reach, and the proxy that holds them to it.
check_room BelfryEgress BelfryModel BelfryReport BelfrySystem BelfryWire \
    Foundation Glibc NIOCore NIOPosix Synchronization

# What draws numbers, of the tool and of the daemon: values in, HTML and SVG out.
check_room BelfryPlot BelfryModel Glibc

# What commands print, of the tool and of the daemon.
check_room BelfryTerminal BelfryModel BelfryReport BelfrySystem Foundation Glibc Synchronization

# What a browser draws an open notification with, of the tool and of the daemon.
check_room BelfryDrawing BelfryModel BelfryReport BelfryRuntime BelfryWire Foundation

# A verdict is compared as a value: a misspelt text would never be equal.
texts=$(
    grep -rnE --include='*.swift' \
        '(verdict|endedBy|reason)(\.(kind|rawValue|reason))?\)? *(==|!=) *"' Sources SDK/Swift \
        Tests/EndToEndTests Tests/Hostile || true
)
[[ -z $texts ]] || fail "these compare a verdict with a text; compare with Verdict:"$'\n'"$texts"

# The SDK cannot import the engine's verdicts, so it has their words once more.
engine=$(sed -n '/package enum Kind: String/,/init/s/^ *case //p' Sources/BelfryReport/Verdict/Verdict.swift | tr -d ,)
sdk=$(sed -n '/public enum Verdict: String/,/^    }/s/^ *case //p' SDK/Swift/BelfryTesting/Sandbox/SandboxedRun.Report.swift | paste -sd ' ')
[[ $engine == "$sdk" ]] ||
    fail "SandboxedRun.Report.Verdict has the cases \"$sdk\", and Verdict.Kind has \"$engine\""

# What is public is promised to other programs.
public=$(
    grep -rnE --include='*.swift' '^ *(@[a-zA-Z]+ )*(public|open) [a-z]' Sources |
        grep -vE '^Sources/(Belfry|BelfryTool/Build)/' || true
)
[[ -z $public ]] || fail "declarations are public in Sources/Belfry alone; these are package:"$'\n'"$public"
check_room Belfry BelfryEgress BelfryModel BelfryReport BelfryRuntime BelfrySandbox BelfryWire \
    CoreMetrics Foundation Glibc Synchronization
exposed=$(grep -rnE --include='*.swift' '^ *public import ' Sources/Belfry | grep -v 'import CoreMetrics$' || true)
[[ -z $exposed ]] || fail "of what it imports Belfry shows CoreMetrics alone:"$'\n'"$exposed"

# The engine's event loop is the proxy's alone; the tool has a web server of its own, and the daemon.
check_only_in NIO BelfryAPNs BelfryEgress BelfryServer BelfryTool
check_only_in Hummingbird BelfryServer

# What a class of the engine has stored, its own folder sets.
Scripts/check-state.py BelfryRuntime ||
    fail "make the property private(set), and have the other folder ask for what it wants done"

# A closure with a capture list does not come back to the host's thread (HostClock.start).
found=$(grep -rnE --include='*.swift' '\.start \{ *\[|\.start\(\{ *\[' Sources/BelfryRuntime || true)
[[ -z $found ]] ||
    fail "these closures would run on threads of Swift's own; leave their capture lists out"$'\n'"$found"

# The engine's actor puts components together and decides nothing itself, over all its files.
lines=$(grep -rhE --include='*.swift' -A 1000 '^(package )?(actor|extension) ExtensionHost\b' Sources/BelfryRuntime | wc -l)
((lines <= 300)) || fail "ExtensionHost has $lines lines of 300; give what it does to a component"

# The tool's folders from the top to the bottom; each may use those after it.
Scripts/check-order.py BelfryTool \
    Commands \
    Show Web Presentation Center \
    Measure Replay New Build Inspect Intercept Doctor Screen \
    Options Files Process Outcome ||
    fail "move what is named above down, or put a new folder into the list in Scripts/check-rooms.sh"

# The engine's folders from the top to the bottom; each may use those after it.
Scripts/check-order.py BelfryRuntime \
    Host \
    Pool Content Overload Run \
    Worker Zygote \
    Admission Request \
    Tracing Center Budget Configuration \
    Metrics Process Ledger Bundle Reactor ||
    fail "move what is named above down, or put a new folder into the list in Scripts/check-rooms.sh"
