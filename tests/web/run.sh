#!/bin/sh
# Compares the solver of pages with the program, opens pages of the gallery in a real browser and
# plays on them. Usage: run.sh ANTIPODE SHOTS
# Screenshots go to the folder SHOTS. With QUICK=1 in the environment the longest tests are left out.
# What is missing is installed from Debian's packages.
set -e
here=$(cd "$(dirname "$0")" && pwd)
if ! command -v chromium > /dev/null || ! command -v chromedriver > /dev/null ||
    ! /usr/bin/python3 -c "import selenium" 2> /dev/null; then
    "$here/../install" chromium chromium-driver python3-selenium fonts-dejavu-core
fi
# Debian's own package of it is enough, but any will do.
command -v node > /dev/null || "$here/../install" nodejs
mkdir -p "$2"
node "$here/solver.js" "$(realpath "$1")"
# Debian's Python, as its packages know no other. Each file of tests has a browser of its own, so one is at work
# on each core, the largest first; what a file has to say comes when it is done.
export ANTIPODE=$(realpath "$1") SHOTS=$(realpath "$2")
cd "$here"
ls -S test_*.py | xargs -n 1 -P "$(nproc)" sh -c '
    said=$(/usr/bin/python3 -B -m unittest -v "$0" 2>&1)
    failed=$?
    printf "%s\n" "$said"
    exit $failed'
