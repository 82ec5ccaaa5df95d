#!/bin/sh
# Installs the system packages that Boyi's set-up needs and that are missing: only on Debian-like systems and only
# as root. Elsewhere it says what is missing and goes on; Boyi then runs without its native module.
# With a second word "test": what only the tests use (they skip what is not there).
set -eu
python=${1:-python3}
wanted=""
shell=""
chromium=""
what="Install them for the fast native module"
if [ "${2:-}" = test ]; then
    what="Install them to have everything tested"
    command -v bwrap >/dev/null 2>&1 || wanted="$wanted bubblewrap"
    command -v gtp-rhino >/dev/null 2>&1 || [ -x /usr/games/gtp-rhino ] || wanted="$wanted grhino"
    command -v initdb >/dev/null 2>&1 || ls /usr/lib/postgresql/*/bin/initdb >/dev/null 2>&1 ||
        wanted="$wanted postgresql"
    # Chromium without windows does the same work in two thirds of the processor time.
    command -v chromium-headless-shell >/dev/null 2>&1 || shell=chromium-headless-shell
    command -v chromium >/dev/null 2>&1 || command -v chromium-browser >/dev/null 2>&1 ||
        command -v google-chrome >/dev/null 2>&1 || [ -z "$shell" ] || chromium=chromium
    # The page in Chinese is measured: boxes in the place of missing characters have another width.
    fc-list :lang=zh 2>/dev/null | grep -q . || wanted="$wanted fonts-wqy-microhei"
    command -v node >/dev/null 2>&1 || wanted="$wanted nodejs"
    command -v npm >/dev/null 2>&1 || wanted="$wanted npm"
else
    "$python" -c 'import ensurepip, venv' 2>/dev/null || wanted="$wanted python3-venv"
    "$python" -c 'import os, sysconfig; open(os.path.join(sysconfig.get_paths()["include"], "Python.h"))' 2>/dev/null ||
        wanted="$wanted python3-dev"
    command -v c++ >/dev/null 2>&1 || command -v g++ >/dev/null 2>&1 || command -v clang++ >/dev/null 2>&1 ||
        wanted="$wanted g++"
fi
[ -n "$wanted$shell" ] || exit 0
install() { DEBIAN_FRONTEND=noninteractive apt-get install -y -qq "$@"; }
if [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null 2>&1; then
    apt-get update -qq || echo "The list of system packages is not up to date."
    # Not every Debian-like system has the shell: then the whole of Chromium, if there is none.
    [ -z "$shell" ] || install "$shell" || wanted="$wanted $chromium"
    [ -z "${wanted# }" ] || install $wanted ||
        { [ "${2:-}" = test ] && echo "Not installed:$wanted. The tests go on without."; }
else
    [ -z "$chromium" ] || wanted="$wanted $chromium"
    [ -z "$wanted" ] || echo "Missing:$wanted. $what (Debian: apt-get install$wanted)."
fi
