# SPDX-License-Identifier: MIT
"""Bazel's persistent worker as Bazel talks to it, and arguments in a file: @FILE."""
import contextlib
import json
import os
import random
import select
import signal
import subprocess
import time

from cli_case import BAD_WORDS, KICKBOX, Case
from rounds import rounds

NEVER = "export", "--watch"   # a request that does not end


def pack(request):
    """A WorkRequest as Bazel 4 sends it, without a newline. Fields of later versions must not disturb."""
    inputs = {"inputs": [{"path": "hero.json", "digest": "AA=="}], "verbosity": 10, "later": {"a": [None]}}
    return json.dumps({**request, **inputs}).encode()


class Worker:
    def __init__(self, case, *start):
        self.case, self.left = case, b""
        flag = ["--worker_protocol=json"] if start else []
        self.errors = open(case.path("errors"), "w+b")
        self.process = subprocess.Popen([KICKBOX, *start, "--persistent_worker", *flag], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                                        stderr=self.errors, cwd=case.root, env=case.environment)
        case.addCleanup(self.close)

    def close(self):
        self.process.kill()
        self.process.wait()
        for file in (self.process.stdin, self.process.stdout, self.errors):
            with contextlib.suppress(BrokenPipeError):
                file.close()

    def send(self, *arguments, **more):
        self.write(pack({"arguments": arguments, **more}))

    def write(self, data):
        self.process.stdin.write(data)
        self.process.stdin.flush()

    def receive(self):
        while b"\n" not in self.left:
            self.case.assertTrue(select.select([self.process.stdout], [], [], 60)[0], "no answer")
            data = os.read(self.process.stdout.fileno(), 1 << 16)
            self.case.assertTrue(data, "the worker ended")
            self.left += data
        line, _, self.left = self.left.partition(b"\n")
        return {"wasCancelled": False, **json.loads(line)}

    def ask(self, *arguments, **more):
        self.send(*arguments, **more)
        return self.receive()

    def is_quiet(self, seconds=.3):
        return not self.left and not select.select([self.process.stdout], [], [], seconds)[0]

    def end(self, status=0):
        """Closes its input; returns its messages."""
        self.process.stdin.close()
        self.case.assertEqual(self.process.wait(60), status)
        self.case.assertEqual(self.left + self.process.stdout.read(), b"")
        self.errors.seek(0)
        messages = self.errors.read().decode()
        for word in BAD_WORDS:
            self.case.assertNotIn(word, messages)
        return messages

    def children(self):
        with open(f"/proc/{self.process.pid}/task/{self.process.pid}/children") as file:
            return [int(pid) for pid in file.read().split()]

    def wait_for_children(self, count):
        """Processes of requests that run a command by now."""
        for _ in range(600):
            if len(self.children()) == count:
                return self.children()
            time.sleep(.05)
        self.case.fail(f"{self.children()}, not {count}")


class CliWorker(Case):
    def setUp(self):
        super().setUp()
        self.project = self.make_project()
        self.run_kickbox("export", self.project, "-o", "once.kbx")
        self.once = self.read(self.path("once.kbx"))

    def never(self, worker, number, **more):
        """Starts a request that does not end by itself; waits until it has written its first bank."""
        path = self.path(f"never{number}.kbx")
        if os.path.exists(path):
            os.unlink(path)
        worker.send(*NEVER, self.project, "-o", path, requestId=number, **more)
        for _ in range(600):
            if os.path.exists(path):
                return
            time.sleep(.05)
        self.fail("does not run")

    def test_requests_run_as_command_lines(self):
        worker = Worker(self, "export")
        for name in ("a.kbx", "b.kbx"):
            self.assertEqual(worker.ask("demo", "-o", name), {"exitCode": 0, "output": "", "requestId": 0, "wasCancelled": False})
            self.assertEqual(self.read(self.path(name)), self.once)
        # Options of one request are not those of the next.
        self.assertEqual(worker.ask("demo", "-o", "c.json", "--format", "json")["exitCode"], 0)
        json.loads(self.read(self.path("c.json")))
        self.assertEqual(worker.ask("demo", "-o", "d.kbx")["exitCode"], 0)
        self.assertEqual(self.read(self.path("d.kbx")), self.once)
        self.assertEqual(worker.end(), "")

    def test_output_and_status(self):
        worker = Worker(self)
        for arguments in (["info", "demo"], ["info", "none"], ["info", 'no "}{\\'], ["nonsense"], [], ["help", "export"], ["info", "--bad"], ["query", "once.kbx"]):
            done = subprocess.run([KICKBOX, *arguments], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                                  cwd=self.root, env=self.environment, text=True, timeout=60)
            self.assertEqual(worker.ask(*arguments), {"exitCode": done.returncode, "output": done.stdout, "requestId": 0, "wasCancelled": False})
        self.assertEqual(worker.end(), "")

    def test_many_at_the_same_time(self):
        worker = Worker(self, "export")
        end = 1 + rounds(150)
        for number in range(1, end):
            worker.send("demo" if number % 7 else "none", "-o", f"{number}.kbx", requestId=number)
        answers = sorted((worker.receive() for _ in range(1, end)), key=lambda answer: answer["requestId"])
        self.assertEqual([answer["requestId"] for answer in answers], list(range(1, end)))
        for answer in answers:
            number = answer["requestId"]
            self.assertEqual(answer["exitCode"], 0 if number % 7 else 1, answer)
            if number % 7:
                self.assertEqual(self.read(self.path(f"{number}.kbx")), self.once)
        self.assertEqual(worker.end(), "")

    def test_fast_ones_do_not_wait_for_slow_ones_and_single_ones_do(self):
        worker = Worker(self)
        self.never(worker, 7)
        self.assertEqual(worker.ask("info", "once.kbx", requestId=8)["requestId"], 8)
        worker.send("info", "once.kbx")
        self.assertTrue(worker.is_quiet())
        os.kill(worker.wait_for_children(1)[0], signal.SIGTERM)
        self.assertEqual([worker.receive()["requestId"] for _ in range(2)], [7, 0])
        self.assertEqual(worker.ask("info", "once.kbx", requestId=-2 ** 31)["requestId"] & 0xffffffff, 2 ** 31)
        self.assertEqual(worker.end(), "")

    def test_cancel(self):
        worker = Worker(self)
        for number in (3, 0):
            self.never(worker, number)
            self.assertTrue(worker.is_quiet())
            worker.send(requestId=number + 1, cancel=True)
            self.assertTrue(worker.is_quiet())
            worker.send(requestId=number, cancel=True)
            self.assertEqual(worker.receive(), {"exitCode": 0, "output": "", "requestId": number, "wasCancelled": True})
            self.assertEqual(worker.children(), [])
            # It was answered: a second time is nothing.
            worker.send(requestId=number, cancel=True)
            self.assertEqual(worker.ask("--version", requestId=9)["wasCancelled"], False)
        self.assertEqual(worker.end(), "")

    def test_a_request_that_crashes_leaves_the_worker_alive(self):
        worker = Worker(self)
        self.never(worker, 5)
        os.kill(worker.wait_for_children(1)[0], signal.SIGKILL)
        answer = worker.receive()
        self.assertEqual((answer["exitCode"], answer["requestId"], answer["wasCancelled"]), (3, 5, False))
        self.assertIn("was ended by signal 9", answer["output"])
        self.assertEqual(worker.ask("--version")["exitCode"], 0)
        self.assertEqual(worker.end(), "")

    def test_a_killed_worker_leaves_no_process(self):
        worker = Worker(self)
        self.never(worker, 5)
        [child] = worker.wait_for_children(1)
        worker.process.kill()
        worker.process.wait()
        for _ in range(600):
            try:
                if b" Z " in self.read(f"/proc/{child}/stat"):
                    break
            except FileNotFoundError:
                break
            time.sleep(.05)
        else:
            os.kill(child, signal.SIGKILL)
            self.fail("still runs")

    def test_folder_of_a_sandbox(self):
        os.mkdir(self.path("box"))
        os.rename(self.path("demo"), self.path("box", "demo"))
        worker = Worker(self, "export")
        self.assertEqual(worker.ask("demo", "-o", "x.kbx", requestId=1, sandboxDir="box")["exitCode"], 0)
        self.assertEqual(self.read(self.path("box", "x.kbx")), self.once)
        answer = worker.ask("demo", "-o", "x.kbx", requestId=1, sandboxDir="none")
        self.assertEqual((answer["exitCode"], answer["output"]), (3, "none: cannot be entered: No such file or directory\n"))
        self.assertEqual(worker.end(), "")

    def test_what_runs_at_the_end_of_input_is_answered(self):
        worker = Worker(self, "export")
        for number in range(1, 4):
            worker.send("demo", "-o", f"{number}.kbx", requestId=number)
        worker.process.stdin.close()
        self.assertEqual(sorted(worker.receive()["requestId"] for _ in range(3)), [1, 2, 3])
        self.assertEqual(worker.end(), "")

    def test_a_bad_request_ends_it(self):
        bad = [b"nonsense\n", b"[]\n", b"{\n", b'{"arguments": 3}\n', b'{"arguments": [3]}\n', b'{"arguments": ["a\\u0000b"]}\n',
               b'{"requestId": "x"}\n', b'{"requestId": 4294967296}\n', b'{"cancel": 1}\n', b'"a"', b"}", b'{"arguments": []', b"\xff" * 10]
        for message in bad:
            for start in (b"", pack({"arguments": ["--version"]}) * 2):
                with self.subTest(message=message):
                    worker = Worker(self)
                    with contextlib.suppress(BrokenPipeError):
                        worker.write(start + message)
                    # Those before it may be answered.
                    worker.process.stdin.close()
                    worker.process.wait(60)
                    worker.process.stdout.read()
                    self.assertEqual(worker.end(1), f"standard input: byte {len(start)}: is no work request in JSON of at most 16 MiB\n")
        self.refused("export", "--persistent_worker", "--worker_protocol=xml", status=2, says=["expected json"])

    def test_a_request_that_is_too_long(self):
        """It ends the worker before all of it is there."""
        worker = Worker(self)
        with self.assertRaises(BrokenPipeError):
            for _ in range(40):
                worker.write(b"{" * (1 << 20))
        self.assertEqual(worker.process.wait(60), 1)

    def test_nobody_reads_its_answers(self):
        worker = Worker(self)
        self.never(worker, 1)
        worker.process.stdout.close()
        worker.send("--version", requestId=2)
        self.assertEqual(worker.process.wait(60), 3)
        worker.errors.seek(0)
        self.assertIn(b"standard output: cannot be written", worker.errors.read())

    def test_damaged_requests(self):
        """Never hangs, crashes or reads past the end: it answers, or ends with its message."""
        chance = random.Random(5)
        whole = b"".join(pack({"arguments": ["--version"], "requestId": n, "sandboxDir": "."}) for n in range(3))
        for _ in range(400 if os.environ.get("KICKBOX_SOAK") else rounds(60)):
            data = bytearray(whole)
            for _ in range(chance.randint(1, 4)):
                data[chance.randrange(len(data))] = chance.choice([0, 1, 10, 127, 128, 255, chance.randrange(256)])
            data = bytes(data[:chance.choice([len(data), chance.randrange(len(data))])])
            done = subprocess.run([KICKBOX, "--persistent_worker"], input=data, capture_output=True, cwd=self.root, env=self.environment,
                                  timeout=60)
            self.assertIn(done.returncode, (0, 1), data)
            self.assertEqual(done.returncode == 1, done.stderr.startswith(b"standard input: byte "), (data, done.stderr))
            for word in BAD_WORDS:
                self.assertNotIn(word.encode(), done.stderr)


class ArgumentFiles(Case):
    def test_arguments_from_a_file(self):
        self.make_project()
        self.write("list", "demo\r\n-o\n\na b.kbx\n")
        self.run_kickbox("export", "@list")
        self.write("more", "export\n--format\njson\n")
        self.run_kickbox("--worker_protocol=json", "@more", "demo", "-o", "@@x.json")
        json.loads(self.read(self.path("@x.json")))
        self.write("twice", "demo\n-o\n@@@y.kbx")
        self.run_kickbox("export", "@twice")
        self.assertEqual(self.read(self.path("@@y.kbx")), self.read(self.path("a b.kbx")))

    def test_wrong_files(self):
        self.refused("export", "@none", status=1, says=["none: No such file"])
        self.refused("@", status=2, says=["'@' is no command"])
        self.write("self", "@self\n")
        self.refused("info", "@self", status=2, says=["self: holds @self; expected no other file in it, or @@self"])
        self.write("zero", b"in\0fo\n")
        self.refused("@zero", status=1, says=["zero: holds a zero byte"])
        os.mkfifo(self.path("fifo"))
        self.refused("@fifo", status=1, says=["fifo"])
        self.write("many", "x\n" * 100_000)
        self.refused("info", "@many", status=2, says=["too many arguments"])
