# SPDX-License-Identifier: MIT
"""Slurm on this machine: a controller and two nodes, for one test. Needs Debian's slurm-wlm; no munge, no root."""
import getpass
import os
import shutil
import socket
import subprocess
import time

PROGRAMS = ["slurmctld", "slurmd", "sbatch", "sinfo"]
PATH = os.environ["PATH"] + ":/usr/sbin:/sbin"
NODES = 2

CONFIGURATION = """
ClusterName=kickbox
SlurmctldHost=localhost
SlurmctldPort={ports[0]}
SlurmUser={user}
SlurmdUser={user}
AuthType=auth/none
CredType=cred/none
StateSaveLocation={folder}/state
SlurmctldPidFile={folder}/slurmctld.pid
SlurmdPidFile={folder}/%n.pid
SlurmdSpoolDir={folder}/%n
SlurmctldLogFile={folder}/slurmctld.log
SlurmdLogFile={folder}/%n.log
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
JobAcctGatherType=jobacct_gather/none
AccountingStorageType=accounting_storage/none
SwitchType=switch/none
MpiDefault=none
ReturnToService=2
SelectType=select/cons_tres
SelectTypeParameters=CR_CPU
SchedulerParameters=batch_sched_delay=0,sched_interval=1
NodeName=node0 NodeHostname=localhost NodeAddr=127.0.0.1 Port={ports[1]} CPUs=2
NodeName=node1 NodeHostname=localhost NodeAddr=127.0.0.1 Port={ports[2]} CPUs=2
PartitionName=main Nodes=ALL Default=YES MaxTime=INFINITE State=UP
"""


def missing():
    """Why Slurm cannot run here, or ""."""
    name = next((name for name in PROGRAMS if not shutil.which(name, path=PATH)), None)
    return f"{name} is not installed (Debian: slurm-wlm)" if name else ""


def free_ports(count):
    sockets = [socket.create_server(("127.0.0.1", 0)) for _ in range(count)]
    ports = [one.getsockname()[1] for one in sockets]
    for one in sockets:
        one.close()
    return ports


def stop(process):
    process.terminate()
    try:
        process.wait(20)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()


def start(case, folder):
    """Starts the daemons, which end with the test. Returns the environment for sbatch and the like."""
    os.makedirs(os.path.join(folder, "state"))
    path = os.path.join(folder, "slurm.conf")
    with open(path, "w", encoding="utf-8") as file:
        file.write(CONFIGURATION.format(folder=folder, user=getpass.getuser(), ports=free_ports(1 + NODES)))
    environment = {**os.environ, "PATH": PATH, "SLURM_CONF": path}
    for command in (["slurmctld"], *(["slurmd", "-N", f"node{number}"] for number in range(NODES))):
        with open(os.path.join(folder, command[-1] + ".out"), "wb") as out:
            process = subprocess.Popen([*command, "-D", "-f", path], env=environment, stdin=subprocess.DEVNULL, stdout=out, stderr=out)
        case.addCleanup(stop, process)
    for _ in range(300):
        done = subprocess.run(["sinfo", "--noheader", "--format=%D %t"], env=environment, capture_output=True, text=True, check=False)
        if done.stdout.split() == [str(NODES), "idle"]:
            return environment
        time.sleep(.2)
    raise AssertionError(f"Slurm does not start: {done.stdout}{done.stderr}; see {folder}")
