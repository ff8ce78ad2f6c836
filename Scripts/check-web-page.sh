#!/usr/bin/env bash
# Looks at the page of belfryd in a real browser, as people of all kinds do: `make check-page`.
#
# Starts a daemon with apps of the samples and one notification of each kind, and has
# Scripts/check-web-page.py go through the page at three widths, light and dark. axe-core finds no fault,
# the browser says nothing, and pictures are left in .build/artefacts/page for people to look at. Then
# Scripts/page_jobs.py does each job of the page at each width, and asks the daemon what came of it.
#
#   CONFIGURATION=debug|release   which build of the tool and the daemon to use
#   BELFRY_PAGE_WIDTHS="360 900"  at which widths alone; empty leaves that part out
#   BELFRY_PAGE_COUNT=10000       how many notifications the long list has; 0 leaves that part out
#   BELFRY_PAGE_STRICT=1          fails where the page is slower than is wanted, and not only than any machine explains
#   BELFRY_PAGE_SOURCES=1         the page's files as they are in Sources, whatever was built
#
# Playwright and axe come from PyPI, into .build/browser; the browser is Debian's Chromium.
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/common.sh"

wanted=('playwright==1.65.2' 'axe-playwright-python==0.1.8')
place=.build/browser
export BELFRY_PRODUCTS=.build/${CONFIGURATION:-debug}

for program in belfry belfryd belfry-worker; do
    [[ -x $BELFRY_PRODUCTS/$program ]] || fail "$BELFRY_PRODUCTS/$program is not built; run: make daemon"
done
BELFRY_CHROMIUM=$(command -v chromium || command -v chromium-browser || command -v google-chrome) ||
    fail "there is no Chromium; run: Scripts/install-dependencies.sh --tests"
export BELFRY_CHROMIUM
if [[ $(cat "$place/installed" 2>/dev/null || true) != "${wanted[*]}" ]]; then
    note "installing ${wanted[*]} into $place"
    rm -rf "$place"
    python3 -m venv "$place" || fail "python3 has no venv (Debian: python3-venv)"
    "$place/bin/pip" --quiet --disable-pip-version-check install "${wanted[@]}" ||
        fail "${wanted[*]} cannot be had from PyPI; PIP_FIND_LINKS can name a folder of wheels"
    echo "${wanted[*]}" >"$place/installed"
fi

make_scratch
daemon=
end() {
    if [[ -n $daemon ]]; then kill "$daemon" 2>/dev/null || true; wait "$daemon" || true; fi
    rm -rf "$scratch"
}
trap end EXIT

# Makes an app with a name of extensions that are built of the samples: make_app NAME IDENTIFIER SOURCE…
#   members="<key>…"  further members of its Info.plist
make_app() {
    local app=$scratch/$1.app identifier=$2 source plugin
    shift 2
    mkdir -p "$app/PlugIns"
    cat >"$app/Info.plist" <<END
<?xml version="1.0" encoding="UTF-8"?>
<plist version="1.0"><dict><key>CFBundleIdentifier</key><string>$identifier</string>${members:-}</dict></plist>
END
    for source; do
        plugin=$(basename "$(dirname "$source")")
        "$BELFRY_PRODUCTS/belfry" build "$source" --info-plist "Plugins/$plugin/Info.plist" \
            -o "$app/PlugIns/$plugin.appex" >/dev/null
    done
}

# Makes an app whose content extension is the tests', which docks a view or crashes as it is told.
make_drawing_app() {
    make_app "$1" "org.example.$1"
    cat >"$scratch/$1.plist" <<END
<?xml version="1.0" encoding="UTF-8"?>
<plist version="1.0"><dict>
<key>CFBundleIdentifier</key><string>org.example.$1.Draws</string>
<key>CFBundleExecutable</key><string>Draws</string>
<key>NSExtension</key><dict>
<key>NSExtensionPointIdentifier</key><string>com.apple.usernotifications.content-extension</string>
<key>NSExtensionAttributes</key><dict>
<key>UNNotificationExtensionCategory</key><string>invite</string>
<key>UNNotificationExtensionInitialContentSizeRatio</key><real>0.5</real>
<key>UNNotificationExtensionUserInteractionEnabled</key><true/>
</dict></dict></dict></plist>
END
    CPATH=$PWD/Tests/EndToEndSupport/Fixtures "$BELFRY_PRODUCTS/belfry" build \
        Tests/EndToEndTests/Fixtures/Draws.c --info-plist "$scratch/$1.plist" \
        -o "$scratch/$1.app/PlugIns/Draws.appex" >/dev/null
}

# Makes the app of the jobs, whose service extension drops what its file drop.txt names.
make_chores_app() {
    local extension=$scratch/Chores.app/PlugIns/DesktopTidyInC.appex
    make_app Chores org.example.Chores
    sed 's/org\.example\.DesktopTidyInC/org.example.Chores.Tidy/' Plugins/DesktopTidyInC/Info.plist >"$scratch/Chores.plist"
    "$BELFRY_PRODUCTS/belfry" build Plugins/DesktopTidyInC/DesktopTidyInC.c --info-plist "$scratch/Chores.plist" \
        -o "$extension" >/dev/null
    cp Plugins/DesktopTidyInC/drop.txt "$extension/"
}

make_app Zoo org.example.Zoo Plugins/Thermostat/Thermostat.c Plugins/Ballot/Ballot.cpp \
    Plugins/RedGreen/NotificationViewController.swift Plugins/MediaPlayer/NotificationViewController.swift
# What is sent to Mail is to be shown as it comes: the extension that stamps letters is another app's.
make_app Stamps org.example.Post Plugins/TitleStamp/TitleStamp.c
make_app Mail org.example.Mail
make_app Asks org.example.Asks
make_app Quiet org.example.Quiet
clip='<key>NSAppClip</key><dict><key>NSAppClipRequestEphemeralUserNotification</key><true/></dict>'
members=$clip make_app Clip org.example.Clip
make_drawing_app Docks
make_drawing_app Breaks
make_chores_app

: >"$scratch/said"
"$BELFRY_PRODUCTS/belfryd" --state "$scratch/state" --socket "$scratch/api" --port 0 --virtual-clock \
    >"$scratch/said" 2>"$scratch/log" &
daemon=$!
for _ in {1..400}; do
    grep -q '^  next' "$scratch/said" && break
    kill -0 "$daemon" 2>/dev/null || { cat "$scratch/log"; fail "belfryd did not start"; }
    sleep 0.05
done
status=0
"$place/bin/python" -B Scripts/check-web-page.py "$scratch" .build/artefacts/page || status=$?
kill -0 "$daemon" 2>/dev/null || { tail -5 "$scratch/log"; fail "belfryd has ended"; }
if grep -i ' error ' "$scratch/log"; then fail "the daemon's log has errors; see above"; fi
kill -TERM "$daemon"
wait "$daemon" || fail "belfryd ended with $?"
daemon=
((status == 0)) || fail "the page is not as it is to be; see above, and the pictures in .build/artefacts/page"
