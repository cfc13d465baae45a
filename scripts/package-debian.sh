#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Builds the Debian packages of the last commit in a clean root of each suite, without network, and tries them in another:
# installs them, runs the programs, compiles a game, and removes them again.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
. scripts/packages.sh

usage() {
  cat <<END
usage: scripts/package-debian.sh [-o FOLDER] [SUITE...]
Builds for the suites of Debian (bookworm and trixie, when none is named), as root. The packages, logs and a picture of the
editor go to FOLDER/SUITE (build-packages); clean roots stay in FOLDER/roots for the next run.
END
}

out=build-packages
while getopts o:h option; do
  case $option in
    o) out=$OPTARG ;;
    h) usage; exit 0 ;;
    *) usage >&2; exit 2 ;;
  esac
done
shift $((OPTIND - 1))
(($# > 0)) || set -- bookworm trixie
[[ $(id -u) == 0 ]] || { kb_say "error: only root makes the roots of Debian"; exit 1; }
kb_install debootstrap meson ninja-build git
mkdir -p "$out/roots"
out=$(realpath "$out")
version=$(sed -n "s/^  version: '\(.*\)',/\1/p" meson.build)

# The mirror that this machine uses.
mirror=$(apt-get indextargets --format '$(ORIGIN) $(LABEL) $(REPO_URI)' 'Created-By: Packages' |
  sed -n 's/^Debian Debian //p' | head -n 1)
[[ -n $mirror ]] || { kb_say "error: apt knows no mirror of Debian"; exit 1; }

# inside ROOT UNSHARED COMMAND... : as root of that root, with its own processes and mounts; UNSHARED adds what it does not
# share, such as --net.
inside() {
  local root=$1 unshared=$2
  shift 2
  unshare --mount --pid --fork --kill-child ${unshared:+"$unshared"} bash -ec '
    root=$1; shift
    mount -t proc proc "$root/proc"
    mount -t tmpfs tmpfs "$root/dev/shm"
    cd /
    exec env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin HOME=/root LC_ALL=C.UTF-8 DEBIAN_FRONTEND=noninteractive chroot "$root" "$@"
  ' inside "$root" "$@" </dev/null
}

# clean_root SUITE NAME : a fresh root, whose path is printed.
clean_root() {
  local base=$out/roots/$1 root=$out/roots/$1-$2
  if [[ ! -d $base ]]; then
    rm -rf "$base.part"
    debootstrap --variant=buildd "$1" "$base.part" "$mirror" >"$out/debootstrap.log" 2>&1
    cp /etc/apt/apt.conf.d/*proxy* "$base.part/etc/apt/apt.conf.d/" 2>/dev/null || true
    mv "$base.part" "$base"
  fi
  rm -rf "$root"
  cp -a --reflink=auto "$base" "$root"
  inside "$root" "" apt-get -q update >"$root/update.log" 2>&1
  rm -f "$root/update.log"
  echo "$root"
}

# step LOG TEXT COMMAND... : its output goes to the log, whose end is shown when it fails.
step() {
  local log=$1 text=$2 from=$SECONDS
  shift 2
  "$@" >"$log" 2>&1 || { tail -n 40 "$log" >&2; kb_say "error: $text: see $log"; exit 1; }
  kb_say "$text: $((SECONDS - from)) s"
}

# Newer versions of lintian and AppStream ask for a home page, which only a build with -Dwebsite has.
no_home_page=appstream-metadata-validation-failed

# The tarball of the last commit.
tarball() {
  meson setup -Dtests=false -Deditor=disabled "$out/dist" &&
    meson dist -C "$out/dist" --no-tests --allow-dirty --formats xztar
}
rm -rf "$out/dist"
step "$out/dist.log" "The source tarball" tarball

for suite; do
  mkdir -p "$out/$suite"
  rm -f "$out/$suite"/*

  root=$(clean_root "$suite" build)
  mkdir "$root/build"
  tar -C "$root/build" -xf "$out/dist/meson-dist/kickbox-$version.tar.xz"
  inside "$root" "" useradd --create-home builder
  inside "$root" "" chown -R builder: /build
  build=/build/kickbox-$version
  step "$out/$suite/build-dep.log" "$suite: what the build needs" \
    inside "$root" "" apt-get -q -y --no-install-recommends build-dep "$build"
  step "$out/$suite/build.log" "$suite: the build, without network" \
    inside "$root" --net runuser -u builder -- bash -ec "cd $build; dpkg-buildpackage -us -uc"
  step "$out/$suite/lintian-install.log" "$suite: lintian" \
    inside "$root" "" apt-get -q -y --no-install-recommends install lintian
  step "$out/$suite/lintian.log" "$suite: what lintian says" \
    inside "$root" "" runuser -u builder -- bash -ec "cd /build; quiet=; tag=$no_home_page
      if lintian-explain-tags \$tag >/dev/null 2>&1; then quiet=\"--suppress-tags \$tag\"; fi
      lintian --fail-on error,warning --display-info --pedantic \$quiet *.changes"
  cat "$out/$suite/lintian.log" >&2
  cp "$root"/build/*.{deb,dsc,changes,buildinfo,tar.xz} "$out/$suite/"

  root=$(clean_root "$suite" try)
  mkdir "$root/debs"
  cp "$out/$suite"/*.deb scripts/try-packages.sh "$root/debs/"
  rm -f "$root"/debs/*-dbgsym_*
  step "$out/$suite/tools.log" "$suite: compiler and display of the trial" \
    inside "$root" "" apt-get -q -y --no-install-recommends install gcc libc6-dev pkgconf cmake make xvfb xauth xdotool imagemagick dbus \
    desktop-file-utils appstream fonts-dejavu-core
  step "$out/$suite/try.log" "$suite: installed, used and removed" inside "$root" "" bash /debs/try-packages.sh
  cp "$root/tmp/editor.png" "$out/$suite/"
  for deb in "$root"/debs/*.deb; do dpkg-deb -W --showformat='${Package} ${Version}: ${Installed-Size} KiB installed\n' "$deb"; done
  rm -rf "$out/roots/$suite-build" "$out/roots/$suite-try"
done
