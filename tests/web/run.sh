#!/bin/sh
# Opens pages of the gallery in a real browser and plays on them. Usage: run.sh ANTIPODE SHOTS
# Screenshots go to the folder SHOTS. What is missing is installed from Debian's packages.
set -e
here=$(cd "$(dirname "$0")" && pwd)
if ! command -v chromium > /dev/null || ! command -v chromedriver > /dev/null ||
    ! /usr/bin/python3 -c "import selenium" 2> /dev/null; then
    sudo=$([ "$(id -u)" = 0 ] || echo sudo)
    $sudo apt-get update -q
    $sudo apt-get install -q -y --no-install-recommends chromium chromium-driver \
        python3-selenium fonts-dejavu-core
fi
mkdir -p "$2"
# Debian's Python, as its packages know no other.
ANTIPODE=$(realpath "$1") SHOTS=$(realpath "$2") exec /usr/bin/python3 -B -m unittest discover -v -s "$here"
