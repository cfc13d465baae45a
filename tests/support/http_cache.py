# SPDX-License-Identifier: MIT
"""Machines in network namespaces of their own, and nginx as the HTTP cache that all of them reach. Only for root."""
import contextlib
import os
import shutil
import subprocess
import time

CONFIGURATION = """
daemon off;
pid {folder}/nginx.pid;
error_log {folder}/errors.log;
events {{}}
http {{
  access_log {folder}/access.log;
  client_body_temp_path {folder}/body;
  client_max_body_size 0;
  server {{
    listen 0.0.0.0:{port};
    location / {{
      root {folder}/files;
      dav_methods PUT;
      create_full_put_path on;
    }}
  }}
}}
"""


def missing():
    """Why there can be no such machines here, or ""."""
    if os.geteuid() != 0:
        return "network namespaces are for root"
    program = next((name for name in ("ip", "nginx") if not shutil.which(name, path=os.environ["PATH"] + ":/usr/sbin:/sbin")), None)
    if program:
        return f"{program} is not installed"
    name = f"kickbox-{os.getpid()}"
    with contextlib.suppress(subprocess.CalledProcessError):
        ip("netns", "add", name)
        ip("netns", "del", name)
        return ""
    return "the kernel has no network namespaces"


def ip(*arguments):
    subprocess.run(["ip", *arguments], check=True, capture_output=True)


def add_machine(case, number):
    """A namespace that reaches only us. Returns the command that runs others in it, and our address there."""
    name, ours, theirs = (f"kb{kind}{os.getpid()}-{number}" for kind in ("n", "a", "b"))   # of an interface: at most 15 characters
    ip("netns", "add", name)
    case.addCleanup(ip, "netns", "del", name)
    ip("link", "add", ours, "type", "veth", "peer", "name", theirs, "netns", name)
    ip("addr", "add", f"10.213.{number}.1/24", "dev", ours)
    ip("link", "set", ours, "up")
    inside = ["netns", "exec", name, "ip"]
    ip(*inside, "link", "set", "lo", "up")
    ip(*inside, "addr", "add", f"10.213.{number}.2/24", "dev", theirs)
    ip(*inside, "link", "set", theirs, "up")
    return ["ip", "netns", "exec", name], f"10.213.{number}.1"


def start_cache(case, folder, port):
    """Starts nginx; it ends with the test. Returns the path of its log: a line for each request."""
    os.makedirs(os.path.join(folder, "files"))
    subprocess.run(["chmod", "-R", "a+rwX", folder], check=True)   # nginx writes as somebody else
    path = os.path.join(folder, "nginx.conf")
    with open(path, "w", encoding="utf-8") as file:
        file.write(CONFIGURATION.format(folder=folder, port=port))
    process = subprocess.Popen(["nginx", "-p", folder, "-c", path, "-e", os.path.join(folder, "errors.log")], stdin=subprocess.DEVNULL)
    case.addCleanup(process.wait)
    case.addCleanup(process.terminate)
    for _ in range(100):
        if os.path.exists(os.path.join(folder, "nginx.pid")):
            return os.path.join(folder, "access.log")
        time.sleep(.1)
    raise AssertionError("nginx does not start")
