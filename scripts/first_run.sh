#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Times what a new user waits for: ./run.sh in a bare Debian, from clone to window, and its disk space.
# usage, as root: scripts/first_run.sh [--tests | --all] [--readme] SUITE...     (bookworm, trixie)
# Needs debootstrap, Xvfb and xwininfo. --tests also times ./test.sh, once its packages are there, and its --quick after one
# changed file; --all its --all too. --readme renews their rows in both READMEs.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

tests=() readme=no suites=() rows=()
for argument; do
  case $argument in
    --tests) tests=("" --quick) ;;
    --all) tests=("" --quick --all) ;;
    --readme) readme=yes ;;
    -*) sed -n 's/^# usage, as root: //p' "${BASH_SOURCE[0]}" >&2; exit 2 ;;
    *) suites+=("$argument") ;;
  esac
done
work=$(mktemp -d /var/tmp/first-run.XXXXXX)
export DISPLAY=:93 DEBIAN_FRONTEND=noninteractive LC_ALL=C.UTF-8 GSK_RENDERER=cairo

clean() {
  kill "$display" 2>/dev/null || true
  for folder in "$work"/*/proc; do umount "$folder" 2>/dev/null || true; done
  rm -rf --one-file-system "$work"
}
Xvfb "$DISPLAY" -ac -screen 0 1600x1000x24 2>/dev/null & display=$!
trap clean EXIT

# The size of the folders in MB.
size() { du -sxm --exclude=proc "$@" | awk '{ n += $1 } END { print n }'; }

for suite in "${suites[@]}"; do
  root=$work/$suite
  debootstrap --variant=minbase --include=ca-certificates,git "$suite" "$root" >"$work/log"
  mount -t proc proc "$root/proc"
  cp /etc/resolv.conf "$root/etc/"
  bare=$(size "$root")
  git bundle create -q "$root/kickbox.bundle" HEAD

  begun=$SECONDS
  chroot "$root" git -c advice.detachedHead=false -c init.defaultBranch=main clone -q /kickbox.bundle /kickbox
  chroot "$root" /kickbox/run.sh >"$work/run.log" 2>&1 & run=$!
  until xwininfo -root -tree 2>/dev/null | grep -q kickbox-editor; do
    kill -0 "$run" 2>/dev/null || { tail -20 "$work/run.log" >&2; exit 1; }
    sleep .5
  done
  window=$((SECONDS - begun))
  for process in /proc/[0-9]*; do   # in this root
    [[ $(readlink "$process/root") == "$root" && $(readlink "$process/exe") == */kickbox-editor ]] && kill "${process#/proc/}"
  done
  wait "$run" || true
  built=$(size "$root/kickbox")
  packages=$(($(size "$root") - bare - built))

  version=$(cut -d. -f1 "$root/etc/debian_version")
  # As before, unless it is timed again.
  IFS='|' read -ra took < <(sed -n "/^| Debian $version |/ { s/^|[^|]*|[^|]*|[^|]*|[^|]*| \(.*\) |\$/\1/; s/ | /|/g; p }" README.md) || true
  rm -f "$root"/kickbox/data/*/*.kickbox-journal   # of the editor that was ended
  ((${#tests[@]} == 0)) ||
    chroot "$root" bash -c '. /kickbox/scripts/packages.sh && kb_install "${KB_TEST_PACKAGES[@]}"' >"$work/test.log" 2>&1 ||
    { cat "$work/test.log" >&2; exit 1; }
  for ((i = 0; i < ${#tests[@]}; i++)); do
    [[ ${tests[i]} != --quick ]] || echo '/* Changed. */' >>"$root/kickbox/src/tools/tools.c"
    begun=$SECONDS
    chroot "$root" /kickbox/test.sh ${tests[i]} >"$work/test.log" 2>&1 || { cat "$work/test.log" >&2; exit 1; }
    took[i]="$((SECONDS - begun)) s"
    tail -n 4 "$work/test.log" >&2
  done
  rows+=("| Debian $version | $window s | $packages MB | $built MB | ${took[0]:--} | ${took[1]:--} | ${took[2]:--} |")
  umount "$root/proc"
  rm -rf --one-file-system "$root"
done

table=$(printf '%s\n' "| in a bare | \`./run.sh\`, from clone to window | packages it installs | clone and build | \`./test.sh\`, its packages there | \`--quick\` | \`--all\` |" \
  '| --- | --- | --- | --- | --- | --- | --- |' "${rows[@]}")
printf '%s\n' "$table"
if [[ $readme == yes ]]; then
  for page in README.md docs/fr/README.md; do
    awk -v rows="$(printf '%s\n' "${rows[@]}")" '
      BEGIN { for (n = split(rows, row, "\n"); n; n--) { split(row[n], cell, "|"); now[cell[2]] = row[n] } }
      { split($0, cell, "|") }
      /^\| Debian/ && cell[2] in now { $0 = now[cell[2]]; if (FILENAME ~ /fr/) gsub(/ MB/, " Mo") }
      { print }' "$page" >"$work/page"
    cat "$work/page" >"$page"
  done
fi
