#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Installs what is missing, builds with gcc, and with clang and its sanitizers, and runs the suites.
# The last line is "N passed, N failed"; the exit status is 0 only when nothing failed.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")"
. scripts/packages.sh

usage() {
  cat <<END
usage: ./test.sh [--quick | --all | --soak]
Runs what guards a change: every suite with gcc; parsers, document, bank and runtime with sanitizers.
--quick  only unit, property and conformance tests that are not long, built with gcc
--all    also every window, all random rounds, six modules of windows with sanitizers, a short fuzzing of each target,
         untranslated texts
--soak   also long fuzzing, kill loops, random walks, every window and the longest tests with sanitizers
END
}

soak=no quick=no all=no
if (($# > 1)); then
  usage >&2
  exit 2
fi
for argument; do
  case $argument in
    --quick) quick=yes ;;
    --all) all=yes ;;
    --soak) soak=yes all=yes ;;
    -h | --help) usage; exit 0 ;;
    *) usage >&2; exit 2 ;;
  esac
done

export LC_ALL=C.UTF-8
# ccache keeps what was compiled with a precompiled header only where it may trust that header's own contents.
export CCACHE_SLOPPINESS=${CCACHE_SLOPPINESS:-pch_defines,time_macros,include_file_mtime,include_file_ctime}
# Memory comes in large pages, where the system has them: clang and the unit tests take a sixth less time so.
export GLIBC_TUNABLES=${GLIBC_TUNABLES:-glibc.malloc.hugetlb=1}
unset DISPLAY WAYLAND_DISPLAY
# Tests look at these.
export KICKBOX_SOAK= KICKBOX_ALL= KICKBOX_QUICK=
[[ $all == no ]] || KICKBOX_ALL=1
[[ $quick == no ]] || KICKBOX_QUICK=1
# A loaded machine may take its time. What is optimized runs faster with sanitizers, but takes longer to compile than that
# is worth in a short run.
times=3 fuzz_seconds=2 optimization=0 windows=(window-sample) left_out=()
if [[ $soak == yes ]]; then
  KICKBOX_SOAK=1 times=20 fuzz_seconds=600 optimization=2 windows=(window)
  # Windows that look for leaks are five times slower.
  export KICKBOX_E2E_PATIENCE=200
fi

logs=build-test-logs
rm -rf "$logs"
mkdir -p "$logs"
rebuild=(--no-rebuild)
started=$SECONDS
passed=0 failed=0

# set_elapsed : sets `elapsed` and `spent`. Programs that still run have spent no processor time yet.
set_elapsed() {
  times >"$logs/times"
  spent=$(awk -F '[ms ]+' 'NR == 2 { printf "%d", 60 * ($1 + $3) + $2 + $4 }' "$logs/times")
  elapsed="$((SECONDS - started)) s, $spent s of processor time"
}

step() { set_elapsed; kb_say "== $* ($elapsed)"; }
fail() { kb_say "FAILED: $*"; failed=$((failed + 1)); }

# What a run may take on two processors, in seconds of theirs; a soak takes what it takes.
limit=1300
[[ $quick == no ]] || limit=120
[[ $all == no ]] || limit=5400
[[ $soak == no ]] || limit=

finish() {
  local results=("$logs"/*.json)
  if [[ -e ${results[0]} ]]; then
    kb_say "The slowest tests:"
    python3 scripts/count_tests.py --slowest "${results[@]}" >&2
  fi
  set_elapsed
  kb_say "All of it took $elapsed"
  if [[ $limit ]]; then
    kb_say "The limit is $limit s of processor time"
    ((spent <= limit)) || kb_say "WARNING: this run is above its limit"
  fi
  if ((passed == 0 && failed == 0)); then fail "no test ran"; fi
  echo "$passed passed, $failed failed"
  ((failed == 0)) || exit 1
  exit 0
}

# configure FOLDER OPTION... : anew, or what was configured before; false when that fails. Options that two kinds of run
# set differently are named in both.
configure() {
  local folder=$1 log=$logs/$1.log
  shift
  step "Building in $folder; its output: $log"
  if [[ -f $folder/build.ninja ]]; then
    meson configure "$folder" "$@" >"$log" 2>&1 </dev/null || rm -rf "$folder"
  fi
  if [[ ! -f $folder/build.ninja ]]; then
    rm -rf "$folder"
    env "${linker[@]}" meson setup "$folder" "$@" >"$log" 2>&1 </dev/null || { tail -n 6 "$log" >&2; return 1; }
  fi
}

errors() { grep -E -A 12 '^FAILED:|error:|^ninja: error' "$1" | head -n 60 >&2; }

# compile FOLDER TARGET... : false when one fails. A compiler more than there are processors costs a tenth of the time.
compile() {
  local folder=$1 log=$logs/$1.log
  shift
  ninja -j "$(nproc)" -C "$folder" "$@" 2>&1 </dev/null | kb_counting "$log" || { errors "$log"; return 1; }
}

# build FOLDER OPTION... : configures where needed and compiles everything, and what only tests need, which newer
# versions of Meson leave out of "all"; false when either fails.
build() {
  configure "$@" && compile "$1" all meson-test-prereq
}

# fuzzers_in FOLDER OPTION... : the fuzz targets alone.
fuzzers_in() {
  configure "$@" && compile "$1" "${fuzzers[@]/#/tests/fuzz/}"
}

# run FOLDER SUITE... : runs those suites and counts their subtests. Windows wait half of the time: twice as many at once as
# there are processors.
run() {
  local folder=$1 log=$1/meson-logs/kickbox.json arguments=() suite counts at_once
  at_once=$(nproc)
  shift
  [[ $1 != window* ]] || at_once=$((2 * at_once))
  for suite; do arguments+=(--suite "$suite"); done
  for suite in "${left_out[@]}"; do arguments+=(--no-suite "$suite"); done
  step "Testing in $folder: $*; its output: $logs/$folder-$1.log"
  rm -f "$log"
  meson test -C "$folder" "${rebuild[@]}" --print-errorlogs --timeout-multiplier "$times" \
    --num-processes "$at_once" --logbase kickbox "${arguments[@]}" 2>&1 </dev/null | kb_counting "$logs/$folder-$1.log" || true
  counts=$([[ -f $log ]] &&
    python3 scripts/count_tests.py "$log" "$@" --of "$folder/meson-info/intro-tests.json" "${left_out[@]/#/--without=}") ||
    { fail "no results from $folder"; errors "$logs/$folder-$1.log" || tail -n 20 "$logs/$folder-$1.log" >&2; return; }
  passed=$((passed + ${counts% *})) failed=$((failed + ${counts#* }))
  cp "$log" "$logs/$folder-$1.json"
}

# fuzz_one NAME: for a while, from its corpus; what breaks it stays in the logs. The long run gives importers ten million
# inputs each.
fuzz_one() {
  local name=$1 corpus=tests/fuzz/corpus/${1#fuzz_} found=$logs/$1.d limit=-max_total_time=$fuzz_seconds
  case $KICKBOX_SOAK$name in
    1fuzz_dustrac | 1fuzz_levels | 1fuzz_meshes | 1fuzz_sheet | 1fuzz_sprites | 1fuzz_supertux | 1fuzz_tiled) limit=-runs=10000000 ;;
  esac
  mkdir -p "$found"
  [[ -d $corpus ]] || corpus=$found
  case $name in fuzz_bank | fuzz_bank_read) cp -r tests/golden/bank/v1/. "$found" ;; esac
  "build-fuzz/tests/fuzz/$name" "$limit" -timeout=20 -rss_limit_mb=4096 \
    -artifact_prefix="$logs/$name-" "$found" "$corpus" >"$logs/$name.log" 2>&1 </dev/null || touch "$logs/$name.failed"
}
export -f fuzz_one
export logs fuzz_seconds

# fuzz NAME... : two at a time.
fuzz() {
  local name
  step "Fuzzing $# targets for $fuzz_seconds s each"
  printf '%s\n' "$@" | xargs -P 2 -I NAME bash -c 'fuzz_one NAME'
  for name; do
    if [[ -e $logs/$name.failed ]]; then
      fail "$name"
      grep -E -A 25 'ERROR|runtime error|SUMMARY' "$logs/$name.log" | head -n 60 >&2 || true
    else
      passed=$((passed + 1))
    fi
  done
}

if ! kb_install "${KB_BUILD_PACKAGES[@]}" "${KB_TEST_PACKAGES[@]}"; then
  fail "packages are missing"
  finish
fi
if [[ $soak == yes ]]; then kb_install "${KB_SOAK_PACKAGES[@]}" || fail "packages are missing"; fi
# Clang's sanitizers and libFuzzer are packaged by version.
if command -v apt-get >/dev/null && clang=$(clang -dumpversion 2>/dev/null); then
  kb_install "libclang-rt-${clang%%.*}-dev" || fail "packages are missing"
fi

# So are gcc's libraries for 32-bit programs.
if command -v apt-get >/dev/null && [[ $(dpkg --print-architecture) == amd64 ]] && gcc=$(gcc -dumpversion 2>/dev/null); then
  kb_install libc6-dev-i386 "lib32gcc-${gcc%%.*}-dev" || fail "packages are missing"
fi

# A linker that takes half of the time, where there is one.
linker=()
for name in lld gold; do
  if command -v "ld.$name" >/dev/null; then linker=("CC_LD=$name" "CXX_LD=$name"); break; fi
done

# Nobody debugs these builds, and writing what a debugger needs takes a good part of the time.
plain=(-Dwerror=true -Ddebug=false "-Dwhole=$([[ $all == yes ]] && echo true || echo false)")
if [[ $quick == yes ]]; then
  rebuild=() left_out=(long)
  if configure build-test "${plain[@]}"; then
    run build-test unit property conformance
  else
    fail "the build with gcc"
  fi
  finish
fi
if [[ $all == no ]]; then
  # Another eighth of the windows that are not among the core for each commit.
  hash=$(git rev-parse --short=8 HEAD 2>/dev/null) || kb_say "Git names no commit here"
  export KICKBOX_EIGHTH=${KICKBOX_EIGHTH:-$((16#${hash:-0} % 8))}
  if [[ $KICKBOX_EIGHTH != [0-7] ]]; then
    kb_say "KICKBOX_EIGHTH is '$KICKBOX_EIGHTH'; expected 0 to 7"
    exit 2
  fi
  kb_say "Windows: the core, and eighth $KICKBOX_EIGHTH of the others"
fi
if build build-test "${plain[@]}"; then
  run build-test window
  left_out=(window)
  run build-test unit property golden conformance e2e
  left_out=()
else
  fail "the build with gcc"
fi

# What a sanitizer finds is told by file and line, and ends the program: code that never goes on from there is smaller.
flags="-gline-tables-only -fno-sanitize-recover=all"
sanitize=(-Db_sanitize=address,undefined -Db_lundef=false -Ddebug=false "-Doptimization=$optimization"
  "-Dc_args=$flags" "-Dcpp_args=$flags")
# What was freed waits for a while, so that its use is seen; the more of it, the more memory is touched for the first time.
export ASAN_OPTIONS=abort_on_error=0:detect_leaks=1:detect_stack_use_after_return=1:quarantine_size_mb=32
export UBSAN_OPTIONS=halt_on_error=1:print_stacktrace=1
export LSAN_OPTIONS=suppressions=$PWD/tests/support/lsan.supp:print_suppressions=0
# With sanitizers the long tests take ten times as long.
[[ $soak == yes ]] || left_out=(long)
# Counting and configuring take one processor each.
python3 scripts/figures.py >"$logs/figures" 2>&1 &
figures=$!
if [[ $all == yes ]]; then
  if CC=clang CXX=clang++ build build-asan -Dwerror=true -Deditor=enabled -Dwhole=true "${sanitize[@]}"; then
    run build-asan "${windows[@]}"
    run build-asan unit property golden fuzz
  else
    fail "the build with clang and sanitizers"
  fi
# What reads and answers, built as far as these tests need it.
elif rebuild=() && CC=clang CXX=clang++ configure build-asan -Dwerror=true -Deditor=disabled -Dwhole=false "${sanitize[@]}"; then
  run build-asan sanitized
else
  fail "the build with clang and sanitizers"
fi

fuzzers=(tests/fuzz/fuzz_*.c)
fuzzers=("${fuzzers[@]##*/}")
fuzzers=("${fuzzers[@]%.c}")
if [[ $all == yes ]]; then
  if CC=clang CXX=clang++ fuzzers_in build-fuzz -Dfuzzers=true -Deditor=disabled -Dwhole=false "${sanitize[@]}"; then
    fuzz "${fuzzers[@]}"
  else
    fail "the build with libFuzzer"
  fi
fi

step "The size of the library"
wait "$figures" || fail "the figures of the library"
cat "$logs/figures"

step "What the style of texts avoids, for who passes by"
python3 scripts/prose.py --counts >&2

# covers SCRIPT WHAT : a table on standard error, and one passed or failed for each of its rows.
covers() {
  local counts
  step "$2"
  if counts=$(python3 "$1" || true) && [[ -n $counts ]]; then
    passed=$((passed + ${counts% *})) failed=$((failed + ${counts#* }))
  else
    fail "$1"
  fi
}

if [[ $soak == yes ]]; then
  kb_install "${KB_COVERAGE_PACKAGES[@]}" || fail "packages are missing"
  covers scripts/fuzz_coverage.py "Lines of the parsers that fuzzing reaches within a minute each"
  covers scripts/editor_coverage.py "Lines of the editor that the windows of every run reach"
fi

finish
