# SPDX-License-Identifier: MIT
"""A program that is loaded once and runs many times, by warm_start.c."""
import atexit
import os
import selectors
import signal
import socket
import struct
import subprocess
import time


class Program:
    def __init__(self, path, library):
        self.path, self.library = path, library
        self.process = self.line = self.loaded = None
        self.seconds = 0   # of processor time that all its runs took
        atexit.register(self.stop)

    def start(self, env):
        """Anew, where the loader would not do the same: it reads variables once."""
        loaded = {name: value for name, value in env.items() if name.startswith(("LD_", "GLIBC_", "MALLOC_"))}
        if self.process and self.loaded == loaded:
            return
        self.stop()
        self.loaded = loaded
        self.line, other = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        self.process = subprocess.Popen([self.path], pass_fds=[other.fileno()], start_new_session=True,
                                        env={**env, "LD_PRELOAD": self.library, "WARM_START_LINE": str(other.fileno())})
        other.close()

    def stop(self):
        if self.process:
            self.line.close()
            os.killpg(self.process.pid, signal.SIGKILL)
            self.process.wait()
            self.process = None

    def run(self, arguments, data, stdout, cwd, env, timeout):
        """As subprocess.run() does it, with all of the standard error output. `stdout`: a descriptor, file or PIPE."""
        self.start(env)
        theirs, ours = [], []
        for reads, given in ((False, None), (True, stdout), (True, None)):
            if given not in (None, subprocess.PIPE):
                theirs.append(os.dup(given if isinstance(given, int) else given.fileno()))
                ours.append(None)
                continue
            ends = os.pipe()
            theirs.append(ends[reads])
            ours.append(ends[not reads])
        texts = [self.path, *arguments, *(f"{name}={value}" for name, value in env.items()), cwd]
        message = struct.pack("II", 1 + len(arguments), len(env)) + b"".join(os.fsencode(text) + b"\0" for text in texts)
        socket.send_fds(self.line, [message], theirs)
        for end in theirs:
            os.close(end)
        try:
            outputs = exchange(ours, data, time.monotonic() + timeout)
            self.line.settimeout(timeout)
            status, seconds = struct.unpack("i4xd", self.line.recv(16))
        except TimeoutError:
            self.stop()
            raise subprocess.TimeoutExpired([self.path, *arguments], timeout) from None
        self.seconds += seconds
        return subprocess.CompletedProcess(arguments, status, *outputs)


def exchange(ends, data, until):
    """Writes `data` to the first end, reads from the others until they are closed, and closes all; what came of each."""
    outputs = [b"", b"", b""]
    with selectors.DefaultSelector() as waiting:
        for i, end in enumerate(ends):
            if end is not None:
                os.set_blocking(end, False)
                waiting.register(end, selectors.EVENT_READ if i else selectors.EVENT_WRITE, i)
        try:
            while waiting.get_map():
                ready = waiting.select(max(until - time.monotonic(), 0))
                if not ready:
                    raise TimeoutError
                for key, _ in ready:
                    if key.data:
                        part = os.read(key.fd, 1 << 16)
                        outputs[key.data] += part
                        ended = not part
                    else:
                        try:
                            data = data[os.write(key.fd, data[:1 << 16]):] if data else b""
                        except BrokenPipeError:
                            data = b""
                        ended = not data
                    if ended:
                        waiting.unregister(key.fd)
                        os.close(key.fd)
        finally:
            for fd in [key.fd for key in waiting.get_map().values()]:
                os.close(fd)
    return outputs[1:]
