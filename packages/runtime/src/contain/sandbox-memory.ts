import { mkdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { release } from 'node:os'
import { join } from 'node:path'

/** What has worked on a host. */
interface ProvedSandbox {
  /** Whether groups of processes could be made in every place for them. */
  readonly groups: boolean
}

/**
 * Remembers that a bubblewrap has made a sandbox here, which takes as long to find out as to run a small skill. It holds only
 * what to leave untried, never which program is run or whether one is contained: where it is wrong, a run fails.
 */
export interface SandboxMemory {
  /** What this bubblewrap has done, if nothing that it depends on has changed since. */
  recall(bwrap: string): ProvedSandbox | undefined
  keep(bwrap: string, proved: ProvedSandbox): void
  /** After a run that failed: the next one finds out again. */
  forget(): void
}

/** The memory in a cache folder. One that cannot be read or written remembers nothing. */
export function sandboxMemory(cacheDir: string): SandboxMemory {
  const file = join(cacheDir, 'sandbox.json')
  return {
    recall(bwrap) {
      const known = quietly(() => JSON.parse(readFileSync(file, 'utf8')) as { for?: unknown; groups?: unknown } | null)
      const circumstances = quietly(() => circumstancesOf(bwrap))
      if (circumstances === undefined || known?.for !== circumstances) return undefined
      return { groups: known.groups === true }
    },
    keep(bwrap, { groups }) {
      quietly(() => {
        mkdirSync(cacheDir, { recursive: true })
        const draft = `${file}.${process.pid}`
        writeFileSync(draft, JSON.stringify({ for: circumstancesOf(bwrap), groups }), { mode: 0o600 })
        renameSync(draft, file)
      })
    },
    forget() {
      quietly(() => rmSync(file, { force: true }))
    },
  }
}

// Kernel settings that decide which users may make namespaces.
const SETTINGS = [
  ...['kernel/unprivileged_userns_clone', 'kernel/apparmor_restrict_unprivileged_userns', 'user/max_user_namespaces'],
  ...['user/max_pid_namespaces', 'user/max_net_namespaces', 'user/max_mnt_namespaces'],
].map((name) => `/proc/sys/${name}`)

/** Everything that decides whether a bubblewrap can make a sandbox, as one text: itself, the kernel, and what we may. */
function circumstancesOf(bwrap: string): string {
  const { dev, ino, size, mode, uid, mtimeMs, ctimeMs } = statSync(bwrap)
  const rights = /^(?:Uid|Gid|CapEff|CapBnd|NoNewPrivs|Seccomp):.*$/gm
  return JSON.stringify([
    ...[bwrap, dev, ino, size, mode, uid, mtimeMs, ctimeMs, release()],
    ...['/proc/sys/kernel/random/boot_id', '/proc/self/cgroup', '/proc/self/attr/current', ...SETTINGS].map(
      (path) => quietly(() => readFileSync(path, 'latin1')) ?? '',
    ),
    readFileSync('/proc/self/status', 'latin1').match(rights),
  ])
}

function quietly<T>(work: () => T): T | undefined {
  try {
    return work()
  } catch {
    return undefined
  }
}
