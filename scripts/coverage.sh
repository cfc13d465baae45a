#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# What the suites cover of the runtime: builds with gcc's counters in build-coverage, runs the suites that exercise
# src/runtime, and prints its lines and branches by file, then those that are not covered.
# What is left out, and why, stands in gcovr.cfg.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
. scripts/packages.sh

case ${1-} in
  '') ;;
  *) echo "usage: scripts/coverage.sh" >&2; exit 2 ;;
esac

folder=build-coverage
log=$folder-logs/coverage.log
mkdir -p "$folder-logs"
kb_install "${KB_BUILD_PACKAGES[@]}" "${KB_TEST_PACKAGES[@]}" "${KB_COVERAGE_PACKAGES[@]}"
export LC_ALL=C.UTF-8

kb_say "Building in $folder"
rm -rf "$folder"
{
  meson setup "$folder" -Db_coverage=true -Dbuildtype=debug -Doptimization=0 -Deditor=disabled
  ninja -C "$folder" all meson-test-prereq
} >"$log" 2>&1 </dev/null || { tail -n 20 "$log" >&2; exit 1; }

kb_say "Testing"
# But "embedding", which builds games that know nothing of counters.
mapfile -t tests < <(meson test -C "$folder" --list --suite unit --suite property --suite golden --suite conformance \
  2>/dev/null | sed -n 's,^.* / ,,p' | grep -vx embedding)
meson test -C "$folder" --no-rebuild --timeout-multiplier 5 "${tests[@]}" >>"$log" 2>&1 </dev/null ||
  kb_say "some tests failed: see $log"

gcovr --object-directory "$folder" --json "$folder-logs/coverage.json" "$folder"
gcovr --add-tracefile "$folder-logs/coverage.json" --txt --branches
gcovr --add-tracefile "$folder-logs/coverage.json" --txt
