# SPDX-FileCopyrightText: Korat for C++ contributors
# SPDX-License-Identifier: Apache-2.0

"""A Slurm cluster of three virtual nodes on this machine, on loopback only, in a folder of its own. It needs neither systemd nor
a special user, and can be beaten: its daemons are killed and started again."""

import os
import pathlib
import random
import shutil
import signal
import socket
import subprocess
import time

NODES = ("n1", "n2", "n3")
CONFIGURATION = """\
ClusterName=test
SlurmctldHost={host}(127.0.0.1)
SlurmUser={user}
SlurmdUser={user}
AuthType=auth/munge
CredType=cred/munge
AuthInfo=socket={folder}/munge.sock
SlurmctldPort={port}
SlurmctldPidFile={folder}/run/slurmctld.pid
SlurmdPidFile={folder}/run/slurmd.%n.pid
SlurmctldLogFile={folder}/log/slurmctld.log
SlurmdLogFile={folder}/log/slurmd.%n.log
StateSaveLocation={folder}/state
SlurmdSpoolDir={folder}/spool/%n
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
JobAcctGatherType=jobacct_gather/none
AccountingStorageType=accounting_storage/none
MpiDefault=none
CommunicationParameters=NoInAddrAny,NoCtldInAddrAny
SwitchType=switch/none
SelectType=select/cons_tres
SelectTypeParameters=CR_Core
SchedulerType=sched/backfill
SchedulerParameters=sched_min_interval=0,batch_sched_delay=0
ReturnToService=2
SlurmctldTimeout=30
SlurmdTimeout=5
KillWait=5
MinJobAge=60
NodeName=n[1-3] NodeHostname={host} NodeAddr=127.0.0.1 Port=[{first}-{last}] CPUs=2 RealMemory=1000 State=UNKNOWN
PartitionName=main Nodes=ALL Default=YES MaxTime=INFINITE State=UP
"""
DAEMONS = ("munged", "slurmctld", "slurmd")


def program(name):
    return shutil.which(name, path=os.environ["PATH"] + ":/usr/sbin:/sbin")


def is_installed():
    return all(program(name) for name in (*DAEMONS, "sbatch", "squeue"))


def free_ports(count):
    """The first of so many in a row that nobody listens at."""
    while True:
        first = random.randrange(20000, 50000)
        try:
            for port in range(first, first + count):
                with socket.socket() as s:
                    s.bind(("127.0.0.1", port))
            return first
        except OSError:
            continue


def tasks(path):
    """Processes that run this program as tasks."""
    found = []
    for process in pathlib.Path("/proc").glob("[0-9]*"):
        try:
            words = (process / "cmdline").read_bytes().split(b"\0")
            if words[0] == str(path).encode() and b"work" in words:
                found.append(int(process.name))
        except OSError:
            continue
    return found


class Cluster:
    def __init__(self, folder):
        self.folder = pathlib.Path(folder)
        for name in ("state", "spool", "log", "run"):
            (self.folder / name).mkdir(parents=True)
        self.folder.chmod(0o755)
        (self.folder / "run").chmod(0o700)
        port = free_ports(4)
        user = subprocess.check_output(["id", "-un"], text=True).strip()
        host = socket.gethostname().split(".")[0]
        (self.folder / "slurm.conf").write_text(CONFIGURATION.format(folder=self.folder, host=host, user=user, port=port, first=port + 1, last=port + 3))
        (self.folder / "cgroup.conf").write_text("CgroupAutomount=no\n")
        key = self.folder / "run" / "munge.key"
        key.touch(0o600)
        key.write_bytes(os.urandom(128))
        self.environment = os.environ | {"SLURM_CONF": str(self.folder / "slurm.conf")}

    def start(self):
        self.daemon("munged", "--force", f"--key-file={self.folder}/run/munge.key", f"--socket={self.folder}/munge.sock",
                    f"--pid-file={self.folder}/run/munged.pid", f"--log-file={self.folder}/log/munged.log", f"--seed-file={self.folder}/run/munge.seed")
        self.daemon("slurmctld", "-c")
        for node in NODES:
            self.start_node(node)

    def daemon(self, name, *words):
        subprocess.run([program(name), *words], env=self.environment, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)

    def start_node(self, node):
        self.daemon("slurmd", "-N", node)

    def start_controller(self):
        self.daemon("slurmctld")

    def kill(self, name, how=signal.SIGKILL):
        """A daemon of ours, by its pid file."""
        file = self.folder / "run" / f"{name}.pid"
        try:
            os.kill(int(file.read_text()), how)
        except (FileNotFoundError, ProcessLookupError, ValueError):
            pass

    def stop(self):
        subprocess.run([program("scancel"), "--name=korat", "--signal=KILL"], env=self.environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, timeout=20)
        for node in NODES:
            self.kill(f"slurmd.{node}", signal.SIGTERM)
        self.kill("slurmctld", signal.SIGTERM)
        time.sleep(0.5)
        for node in NODES:
            self.kill(f"slurmd.{node}")
        self.kill("slurmctld")
        self.kill("munged", signal.SIGTERM)
