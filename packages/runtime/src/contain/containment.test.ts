import { createSocket } from 'node:dgram'
import { existsSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { CONTAINERS, tempFolder, tryProgram } from '../launch/fixtures/try-program.ts'
import { createSpawnLaunch } from '../launch/spawn-launch.ts'

const folder = tempFolder()
const dir = join(folder.path, 'skill')
mkdirSync(dir)
const python = (source: string): ['/usr/bin/python3', ...string[]] => ['/usr/bin/python3', '-c', source]
afterAll(() => folder[Symbol.dispose]())

// Looks into every file and every process there is, for a word that is nowhere in this text.
const SPY = `
import os, sys, glob
word = ("cana" + "ry-" + sys.stdin.read().strip()).encode()
seen = []
places = glob.glob("/proc/[0-9]*/environ") + glob.glob("/proc/[0-9]*/cmdline")
for root, dirs, files in os.walk("/"):
    if root == "/": dirs[:] = [d for d in dirs if d not in ("proc", "sys", "usr", "bin", "lib", "lib64", "sbin")]
    places += [os.path.join(root, f) for f in files]
for place in places:
    try:
        fd = os.open(place, os.O_RDONLY | os.O_NONBLOCK)
        if word in os.read(fd, 1 << 20): seen.append(place)
        os.close(fd)
    except OSError: pass
print(seen)
`

describe.for(CONTAINERS)('contained by $container', ({ container, offer }) => {
  const launch = createSpawnLaunch({ offer })
  const options = { launch, dir }
  afterAll(() => launch[Symbol.dispose]())

  test('a skill finds no secret of the host in files, other skills or processes', async () => {
    const secret = String(Math.random())
    const canary = `canary-${secret}`
    using elsewhere = tempFolder()
    const places = [
      join(elsewhere.path, 'project.env'),
      join(folder.path, 'other-skill.md'),
      join(homedir(), `.${canary}`),
    ]
    for (const place of places) writeFileSync(place, canary)
    rmSync(join(dir, 'link-out'), { force: true })
    symlinkSync(elsewhere.path, join(dir, 'link-out'))
    process.env.SKILLWRIGHT_CANARY = canary
    try {
      // The spy can see: a canary in its own folder is found.
      writeFileSync(join(dir, 'own.txt'), canary)
      const { stdout, stderr } = await tryProgram(python(SPY), { ...options, input: secret })
      expect(stderr).toBe('')
      expect(stdout).toBe(`['${join(dir, 'own.txt')}']\n`)
    } finally {
      delete process.env.SKILLWRIGHT_CANARY
      rmSync(join(homedir(), `.${canary}`))
    }
  })

  test('a skill sees only its own folder, a system it cannot write, and a private /tmp', async () => {
    const script = `ls /; for f in /x /etc/x /usr/x /dev/x /proc/x "$PWD/x" "$PWD"/own.txt /run/x; do
    (echo x >> "$f") 2>/dev/null && echo "wrote $f"; done; id -u; hostname; ls -A /tmp | head -5; ls -A /root /home 2>&1 | grep -v cannot`
    writeFileSync(join(dir, 'own.txt'), 'mine')
    const { stdout } = await tryProgram(['/bin/bash', '-c', script], options)
    expect(stdout).not.toContain('wrote')
    expect(stdout).toContain('\n1000\nskill\n')
    expect(readFileSync(join(dir, 'own.txt'), 'utf8')).toBe('mine')
  })

  test("a skill may use the host's devices and change nothing about them", async () => {
    const source = `
import os
for name in ("null", "zero", "full", "random", "urandom", "tty"):
    path = "/dev/" + name
    before = os.stat(path)
    # What is there already: were it allowed, nothing would change.
    for what, change in (
        ("mode", lambda: os.chmod(path, before.st_mode & 0o7777)),
        ("times", lambda: os.utime(path, ns=(before.st_atime_ns, before.st_mtime_ns))),
        ("owner", lambda: os.chown(path, os.getuid(), -1)),
        ("attributes", lambda: os.setxattr(path, "user.left", b"")),
    ):
        try:
            change()
            print("ALLOWED", what, path)
        except OSError: pass
open("/dev/null", "w").write("x")
print(open("/dev/zero", "rb").read(1), len(open("/dev/urandom", "rb").read(2)))
`
    const { stdout, stderr } = await tryProgram(python(source), options)
    expect(stderr).toBe('')
    expect(stdout).toBe("b'\\x00' 2\n")
  })

  test('a skill has no power over its sandbox or the machine, and no way to get any', async () => {
    const source = `
import ctypes, os
libc = ctypes.CDLL(None, use_errno=True)
NEWNS, NEWUSER, NEWNET, BIND, REMOUNT, DETACH = 0x20000, 0x10000000, 0x40000000, 4096, 32, 2
def attempt(name, call):
    try:
        if call() == -1: return
    except OSError: return
    print("ALLOWED", name)
attempt("mount", lambda: libc.mount(b"x", b"/tmp", b"tmpfs", 0, None))
attempt("remount /", lambda: libc.mount(None, b"/", None, REMOUNT | BIND, None))
attempt("remount /usr", lambda: libc.mount(None, b"/usr", None, REMOUNT | BIND, None))
attempt("bind", lambda: libc.mount(b"/usr", b"/tmp", None, BIND, None))
attempt("umount /proc/sys", lambda: libc.umount2(b"/proc/sys", DETACH))
attempt("umount /proc/kcore", lambda: libc.umount2(b"/proc/kcore", DETACH))
for name, flag in (("user", NEWUSER), ("mount", NEWNS), ("network", NEWNET), ("both", NEWUSER | NEWNS)):
    attempt("unshare " + name, lambda: libc.unshare(flag))
for name in ("mnt", "user", "net", "pid"):
    attempt("setns " + name, lambda: libc.setns(os.open("/proc/1/ns/" + name, os.O_RDONLY), 0))
attempt("chroot", lambda: libc.chroot(b"/tmp"))
attempt("mknod", lambda: os.mknod("/tmp/disk", 0o60666, os.makedev(8, 0)))
attempt("sethostname", lambda: libc.sethostname(b"x", 1))
for user in (0, 1, 65534):
    attempt("setuid", lambda: os.setuid(user)); attempt("setgid", lambda: os.setgid(user)); attempt("setgroups", lambda: os.setgroups([user]))
attempt("priority", lambda: os.setpriority(os.PRIO_PROCESS, 0, -5))
attempt("read /proc/1/mem", lambda: open("/proc/1/mem", "rb").read(1))
attempt("leave by /proc/1/root", lambda: os.listdir("/proc/1/root/work") and 0)
for path in ("/proc/sys/kernel/core_pattern", "/proc/sys/vm/overcommit_memory", "/proc/sys/kernel/hostname", "/proc/sys/user/max_user_namespaces", "/proc/sysrq-trigger"):
    # The value that is there already: were it allowed, nothing would change.
    attempt(path, lambda: open(path, "r+").write(open(path).read()) and 0)
status = open("/proc/self/status").read()
print([line.split()[1] for line in status.split("\\n") if line.startswith(("CapInh", "CapPrm", "CapEff", "CapBnd", "CapAmb", "NoNewPrivs"))], os.listdir("/proc/self/fd"))
`
    const { stdout, stderr } = await tryProgram(python(source), options)
    expect(stderr).toBe('')
    expect(stdout).toMatch(/^\['0{16}', '0{16}', '0{16}', '0{16}', '0{16}', '1'\] \[/)
  })

  test.skipIf(container !== 'bubblewrap')('system calls that attack the kernel are refused by a filter', async () => {
    const source = `
import ctypes, os, socket
libc = ctypes.CDLL(None, use_errno=True)
def refused(name, *args):
    ctypes.set_errno(0)
    return name if libc.syscall(*args) == -1 and ctypes.get_errno() == 1 else "ALLOWED " + name
# By number, so that no library is between. Refused before its arguments are looked at, or the reason would be another.
for name, number in {"x86_64": dict(ptrace=101, mount=165, unshare=272, setns=308, keyctl=250, bpf=321, io_uring=425, userfaultfd=323, perf=298),
                     "aarch64": dict(ptrace=117, mount=40, unshare=97, setns=268, keyctl=219, bpf=280, io_uring=425, userfaultfd=282, perf=241)}[os.uname().machine].items():
    print(refused(name, number, 0x10000000 if name == "unshare" else 0, 0, 0, 0, 0))
for family in (40, 38, 17):
    try: socket.socket(family, socket.SOCK_STREAM); print("ALLOWED family", family)
    except OSError as e: print("family", family, e.errno)
for path in ("/proc/sys/kernel/core_pattern", "/proc/sys/vm/overcommit_memory", "/proc/sys/kernel/hostname"):
    # The value that is there already: were it allowed, nothing would change.
    try:
        value = open(path).read(); open(path, "w").write(value); print("ALLOWED", path)
    except OSError as e: print(path, e.errno)
print(open("/proc/self/status").read().split("CapEff:")[1].split()[0], "NoNewPrivs:\\t1" in open("/proc/self/status").read(), "Seccomp:\\t2" in open("/proc/self/status").read())
`
    const { stdout, stderr } = await tryProgram(python(source), options)
    expect(stderr).toBe('')
    expect(stdout).not.toContain('ALLOWED')
    expect(stdout.trim().split('\n').at(-1)).toBe('0000000000000000 True True')
  })

  test('no socket of any kind reaches the host', async () => {
    let connections = 0
    const words: string[] = []
    const count = () => {
      connections++
    }
    const path = join(folder.path, 'host.sock')
    const abstract = `skillwright-${Math.random()}`
    const servers = [createServer(count), createServer(count), createServer(count), createServer(count)] as const
    const udp = createSocket('udp4').on('message', (word) => words.push(String(word)))
    const listen = (server: (typeof servers)[number], ...where: [string] | [number, string]) =>
      new Promise<void>((resolve) => server.listen(...(where as [number, string]), () => resolve()))
    await Promise.all([
      listen(servers[0], 0, '127.0.0.1'),
      listen(servers[1], 0, '::1'),
      listen(servers[2], path),
      listen(servers[3], `\0${abstract}`),
      new Promise<void>((resolve) => udp.bind(0, '127.0.0.1', resolve)),
    ])
    const portOf = (server: { address(): unknown }) => (server.address() as { port: number }).port
    const source = `
import socket, sys, json
p = json.load(sys.stdin)
def attempt(name, family, kind, address):
    s = socket.socket(family, kind); s.settimeout(30)
    try:
        if kind == socket.SOCK_DGRAM: s.sendto(p["word"].encode(), address)
        else: s.connect(address)
        print(name, "sent")
    except OSError as e: print(name, "refused")
attempt("tcp", socket.AF_INET, socket.SOCK_STREAM, ("127.0.0.1", p["tcp"]))
attempt("tcp6", socket.AF_INET6, socket.SOCK_STREAM, ("::1", p["tcp6"]))
attempt("unix", socket.AF_UNIX, socket.SOCK_STREAM, p["path"])
attempt("abstract", socket.AF_UNIX, socket.SOCK_STREAM, "\\0" + p["abstract"])
attempt("udp", socket.AF_INET, socket.SOCK_DGRAM, ("127.0.0.1", p["udp"]))
for address in ("169.254.169.254", "10.0.0.1", "192.0.2.1"): attempt(address, socket.AF_INET, socket.SOCK_STREAM, (address, 80))
attempt("linklocal6", socket.AF_INET6, socket.SOCK_STREAM, ("fe80::1%lo", 80))
try: socket.getaddrinfo("example.com", 80); print("dns answered")
except OSError: print("dns refused")
`
    const places = {
      tcp: portOf(servers[0]),
      tcp6: portOf(servers[1]),
      udp: udp.address().port,
      path,
      abstract,
    }
    const inputOf = (word: string) => JSON.stringify({ ...places, word })
    try {
      const inside = await tryProgram(python(source), { ...options, input: inputOf('inside') })
      // A datagram needs no receiver: it is lost on the sandbox's own loopback.
      const refused = (...ways: string[]) => ways.map((way) => `${way} refused`)
      expect(inside.stdout.trim().split('\n')).toEqual([
        ...refused('tcp', 'tcp6', 'unix', 'abstract'),
        'udp sent',
        ...refused('169.254.169.254', '10.0.0.1', '192.0.2.1', 'linklocal6', 'dns'),
      ])
      // The same program outside reaches all five, so the attempts were real ones.
      const local = source.replace(/\nfor address[\s\S]*/, '')
      await tryProgram(python(local), { ...options, contained: false, input: inputOf('outside') })
      await expect.poll(() => ({ connections, words })).toEqual({ connections: 4, words: ['outside'] })
    } finally {
      for (const server of servers) server.close()
      udp.close()
    }
  })

  test('declared paths are there, for reading or for writing, and nothing beside them', async () => {
    using data = tempFolder()
    for (const name of ['in', 'out', 'secret']) mkdirSync(join(data.path, name))
    for (const name of ['in', 'secret']) writeFileSync(join(data.path, name, 'file'), name)
    const script = `cd ${data.path}; ls; cat in/file; echo; echo written > out/file; echo no > in/file; cat secret/file`
    const { stdout, stderr } = await tryProgram(['/bin/sh', '-c', script], {
      ...options,
      read: [join(data.path, 'in'), join(data.path, 'not-there')],
      write: [join(data.path, 'out')],
    })
    expect(stdout).toBe('in\nout\nin\n')
    expect(stderr).toMatch(/in\/file: Read-only file system/)
    expect(readFileSync(join(data.path, 'out', 'file'), 'utf8')).toBe('written\n')
    expect(readFileSync(join(data.path, 'in', 'file'), 'utf8')).toBe('in')
  })

  test('a value of the environment cannot become an option of the sandbox', async () => {
    using elsewhere = tempFolder()
    writeFileSync(join(elsewhere.path, 'canary'), 'canary')
    const env = { TOKEN: ['x', '--ro-bind', elsewhere.path, elsewhere.path].join('\0') }
    const attempt = tryProgram(['/bin/cat', join(elsewhere.path, 'canary')], { ...options, env })
    await expect(attempt).rejects.toMatchObject({ code: 'INVALID_INPUT' })
  })

  test('a skill may keep its code elsewhere than where it sees it', async () => {
    using copy = tempFolder()
    writeFileSync(join(copy.path, 'run.sh'), 'echo "verified, in $0"')
    writeFileSync(join(dir, 'run.sh'), 'echo swapped')
    const command = ['/bin/sh', join(dir, 'run.sh')] as const
    const { stdout } = await tryProgram(command, { ...options, skillFrom: copy.path })
    expect(stdout).toBe(`verified, in ${join(dir, 'run.sh')}\n`)
  })

  test('an interpreter outside /usr comes with its installation and nothing beside it', async () => {
    const probe = 'require("fs").readdirSync(require("path").join(process.execPath, "../../..")).join()'
    const { stdout } = await tryProgram([process.execPath, '-p', probe], options)
    expect(stdout).toBe('node\n')
    expect(existsSync(join(process.execPath, '../../../typescript'))).toBe(true)
  })
})
