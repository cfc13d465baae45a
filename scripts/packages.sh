# SPDX-License-Identifier: MIT
# The Debian packages that Kickbox needs, and how the missing ones get installed.
# Sourced by run.sh and test.sh; this is the only list.

# To build everything and to open the editor.
KB_BUILD_PACKAGES=(
  gcc libc6-dev dpkg-dev meson ninja-build pkgconf gettext
  libglib2.0-dev libjansson-dev libpng-dev zlib1g-dev libzstd-dev libxxhash-dev libcairo2-dev
  libarchive-dev libgif-dev libwebp-dev libjpeg-dev
  libgtk-4-dev libadwaita-1-dev
  adwaita-icon-theme librsvg2-common fonts-dejavu-core
  # For the library in a browser, and so for kickbox publish; 250 MB.
  clang lld
)

# To run every test suite.
KB_TEST_PACKAGES=(
  g++ cmake binutils strace git
  gcc-mingw-w64-x86-64 g++-mingw-w64-x86-64 qemu-user wine wine64
  gcc-s390x-linux-gnu libc6-dev-s390x-cross gcc-aarch64-linux-gnu libc6-dev-arm64-cross
  libchipmunk-dev libbox2d-dev libopencv-imgproc-dev
  python3-gi gir1.2-atspi-2.0 python3-numpy python3-pil python3-shapely python3-scipy python3-jsonschema python3-pygame libpython3-dev
  python3-pip python3-setuptools python3-venv python3-wheel mono-mcs mono-runtime libsdl2-dev
  luajit lua5.1 lua5.4 love
  xvfb xauth openbox xdotool x11-utils imagemagick dbus at-spi2-core
  fonts-cantarell desktop-file-utils appstream mkdocs shared-mime-info mandoc zdbsp supertux-data dustracing2d-data freedoom
  tiled locales
  binaryen nodejs
)

# For the long run: paint programs whose drawings it compares, a browser for the bindings of the web and of Godot, Bazel with
# a cache, Slurm, and what makes packages.
KB_SOAK_PACKAGES=(rustc cargo libstd-rust-dev-windows gimp krita krita-data chromium bazel-bootstrap nginx-light iproute2 slurm-wlm
  llvm debootstrap flatpak-builder)

# To measure what the tests cover: scripts/coverage.sh, scripts/fuzz_coverage.py and scripts/editor_coverage.py.
KB_COVERAGE_PACKAGES=(gcovr llvm)

kb_say() { printf '%s\n' "$*" >&2; }

# kb_counting LOG : puts what comes in into the log, and shows on a terminal how far ninja or meson has counted.
kb_counting() {
  local line
  while IFS= read -r line || [[ $line ]]; do
    printf '%s\n' "$line"
    if [[ -t 2 && $line =~ ^\[?\ *([0-9]+/[0-9]+) ]]; then printf '\r%s ' "${BASH_REMATCH[1]}" >&2; fi
  done >>"$1"
  if [[ -t 2 ]]; then printf '\r%12s\r' '' >&2; fi
}

# kb_missing PACKAGE... : those that are not installed, one a line. Needs no network.
kb_missing() {
  local installed package
  installed=" $(dpkg-query -W -f '${Package}=${db:Status-Status} ' "$@" 2>/dev/null || true)"
  for package in "$@"; do
    [[ $installed == *" $package=installed "* ]] || printf '%s\n' "$package"
  done
}

# What a system without apt is asked for: commands and pkg-config modules, not package names.
kb_check_by_hand() {
  local need=() name
  for name in cc meson ninja pkg-config msgfmt; do
    command -v "$name" >/dev/null || need+=("$name")
  done
  for name in glib-2.0 jansson libpng zlib libzstd libxxhash cairo gtk4 libadwaita-1; do
    pkg-config --exists "$name" 2>/dev/null || need+=("$name (development files)")
  done
  ((${#need[@]} == 0)) && return 0
  kb_say "This is not a Debian system, so nothing was installed. Missing here:"
  printf '  %s\n' "${need[@]}" >&2
  kb_say "On Debian these come from the packages:"
  printf '%s\n' "$*" | fold -s -w 90 | sed 's/^/  /' >&2
  return 1
}

# kb_install PACKAGE... : installs what is missing.
kb_install() {
  local list missing log apt=(env DEBIAN_FRONTEND=noninteractive apt-get -q -y -o DPkg::Lock::Timeout=300)
  if ! { command -v dpkg-query && command -v apt-get; } >/dev/null; then
    kb_check_by_hand "$@"
    return
  fi
  # Not from <(...): that takes /dev/fd, which a bare chroot without /proc does not have.
  list=$(kb_missing "$@")
  [[ -n $list ]] || return 0
  mapfile -t missing <<<"$list"
  if [[ $(id -u) != 0 ]]; then
    if ! command -v sudo >/dev/null; then
      kb_say "error: packages are missing, and only root may install them. As root:"
      kb_say "  apt-get install --no-install-recommends ${missing[*]}"
      return 1
    fi
    apt=(sudo "${apt[@]}")
  fi
  kb_say "Installing ${#missing[@]} packages: ${missing[*]}"
  log=$(mktemp)
  # An index that cannot be refreshed (a third-party one, say) need not stop us.
  "${apt[@]}" update </dev/null >"$log" 2>&1 || true
  if ! "${apt[@]}" install --no-install-recommends "${missing[@]}" </dev/null >>"$log" 2>&1; then
    tail -n 25 "$log" >&2
    kb_say "error: apt-get could not install the packages (all of its output: $log)"
    return 1
  fi
  rm -f "$log"
}
