#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Installs the packages in its folder, uses them and removes them. scripts/package-debian.sh runs it in a clean root.
set -euxo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")"

files() { find / -xdev \( -path /proc -o -path /tmp -o -path /debs -o -path /var/log -o -path /var/cache -o -path /var/lib/apt \) -prune -o -print | LC_ALL=C sort; }

# What the packages depend on stays, so that only they are compared.
apt-get -q -y --no-install-recommends install ./*.deb
dpkg --purge $(for deb in *.deb; do dpkg-deb -f "$deb" Package; done)
files >/tmp/before
dpkg -i ./*.deb

mkdir /tmp/home
export HOME=/tmp/home
version=$(dpkg-query -W -f '${source:Upstream-Version}' kickbox)
kickbox --version | grep -F "kickbox $version"
cd /tmp
cp -r /usr/share/kickbox/samples/dojo dojo
kickbox check dojo
kickbox export dojo -o dojo.kbx
kickbox info dojo.kbx | grep fakir
kickbox publish dojo -o page
test -s page/index.html

examples=/usr/share/doc/kickbox/examples
gcc -Wall -Werror $examples/fight.c -o fight $(pkg-config --cflags --libs kickbox)
ldd fight | grep -F libkickbox.so.1
./fight dojo.kbx | grep -F "hits the"
gcc -Wall -Werror $examples/readable.c -o readable $(pkg-config --static --cflags --libs kickbox kickbox-json)
kickbox export dojo -o dojo.json --format json
./readable dojo.json | grep -F "fakir: 26 frames"
mkdir cmake
cat >cmake/CMakeLists.txt <<END
cmake_minimum_required(VERSION 3.16)
project(game C)
find_package(kickbox $version REQUIRED)
add_executable(game $examples/fight.c)
target_link_libraries(game PRIVATE kickbox::kickbox)
END
cmake -S cmake -B cmake/build
make -C cmake/build
cmake/build/game dojo.kbx | grep -F "hits the"

# The editor's own icons are SVG.
grep -q svg /usr/lib/*/gdk-pixbuf-2.0/*/loaders.cache
desktop-file-validate /usr/share/applications/io.github.kickbox.Kickbox.desktop
# Newer versions ask for a home page, which only a build with -Dwebsite has; older ones do not know that override.
metainfo=/usr/share/metainfo/io.github.kickbox.Kickbox.metainfo.xml
appstreamcli validate --no-net $metainfo || appstreamcli validate --no-net --override=url-homepage-missing=info $metainfo
export GSK_RENDERER=cairo GDK_BACKEND=x11 XDG_RUNTIME_DIR=/tmp MESA_SHADER_CACHE_DISABLE=true
xvfb-run -a -s "-screen 0 1500x960x24" dbus-run-session -- bash -euxc '
  kickbox-editor dojo &
  editor=$!
  timeout 60 xdotool search --sync --onlyvisible --name dojo
  sleep 3
  import -window root editor.png
  kill $editor'

dpkg --purge $(cd /debs; for deb in *.deb; do dpkg-deb -f "$deb" Package; done)
files >after
diff before after
