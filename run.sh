#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Installs what is missing, builds Kickbox, exports the sample project, shows what is in it and who
# hits whom, and opens the editor on it where there is a display.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")"
. scripts/packages.sh

sample=data/dojo
build=build
bank=$build/dojo.kbx
log=$build/run.log

usage() {
  cat <<END
usage: ./run.sh [--no-editor]
Builds Kickbox in ./$build, exports $sample to $bank, shows what is in it, and opens the editor.
END
}

open_editor=yes
for argument; do
  case $argument in
    --no-editor) open_editor=no ;;
    -h | --help) usage; exit 0 ;;
    *) usage >&2; exit 2 ;;
  esac
done

# quietly COMMAND... : its output goes to the log, the end of which is shown when it fails.
quietly() {
  if ! "$@" 2>&1 </dev/null | kb_counting "$log"; then
    tail -n 40 "$log" >&2
    kb_say "error: this failed: $* (all output: $log)"
    exit 1
  fi
}

kb_install "${KB_BUILD_PACKAGES[@]}"

# ccache keeps what was compiled with a precompiled header only where it may trust that header's own contents.
export CCACHE_SLOPPINESS=${CCACHE_SLOPPINESS:-pch_defines,time_macros,include_file_mtime,include_file_ctime}

mkdir -p "$build"
: >"$log"
if [[ ! -f $build/build.ninja ]]; then
  kb_say "Configuring in $build"
  # What a debugger needs takes a fifth of the time; `meson configure build -Ddebug=true` has it.
  quietly meson setup -Dtests=false -Ddebug=false "$build"
fi
kb_say "Building (its output: $log)"
targets=()
if [[ $open_editor == no ]]; then
  targets=(src/cli/kickbox bindings)
  for language in $(grep -v '^#' po/LINGUAS); do targets+=("po/$language/LC_MESSAGES/kickbox.mo"); done
fi
quietly ninja -j "$(nproc)" -C "$build" "${targets[@]}"

kickbox=$build/src/cli/kickbox
editor=$build/src/editor/kickbox-editor

kb_say "Exporting $sample to $bank"
"$kickbox" export "$sample" -o "$bank"
echo
"$kickbox" info "$bank"
echo
/usr/bin/env python3 scripts/who_hits_whom.py "$kickbox" "$bank" fakir kick boxer idle 48

if [[ $open_editor == no ]]; then
  exit 0
elif [[ -n ${DISPLAY:-}${WAYLAND_DISPLAY:-} ]]; then
  kb_say "Opening the editor on $sample"
  GSETTINGS_SCHEMA_DIR=$build/data exec "$editor" "$sample"
else
  echo
  echo "There is no display here. With one, this opens the editor on the sample:"
  echo "  $editor $sample"
fi
