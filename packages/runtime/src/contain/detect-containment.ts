import { execFile } from 'node:child_process'
import { constants } from 'node:fs'
import { access } from 'node:fs/promises'
import { delimiter, join } from 'node:path'
import { promisify } from 'node:util'
import { SkillError } from '@skillwright/contract'
import { findGroupHost, type GroupHost } from '../launch/group-host.ts'

/** What a host offers to contain and limit processes with. */
export interface ContainmentOffer {
  /** The bubblewrap program, when it is there and can make a sandbox. */
  readonly bwrap: string | undefined
  readonly bwrapVersion: string | undefined
  readonly prlimit: string | undefined
  /** Where processes can be put into cgroups, which count them for everybody. */
  readonly groups: GroupHost | undefined
  /** True when RLIMIT_NPROC counts processes, which it does for all but root; with neither we count, ten times a second. */
  readonly countsProcesses: boolean
  /** Why something is missing, and how to get it. */
  readonly problems: readonly string[]
}

const run = promisify(execFile)

/** Finds out what this host offers, by making a sandbox rather than by asking what should work. */
export async function detectContainment({ path = process.env.PATH ?? '' } = {}): Promise<ContainmentOffer> {
  const problems: string[] = []
  const [bwrap, prlimit] = await Promise.all([findProgram('bwrap', path), findProgram('prlimit', path)])
  if (prlimit === undefined) problems.push('prlimit is missing: install util-linux')
  if (bwrap === undefined) problems.push(`bubblewrap is missing: ${howToGetBwrap()}`)
  const version = bwrap === undefined ? undefined : await versionOf(bwrap)
  const failure = bwrap === undefined ? undefined : await trySandbox(bwrap)
  if (failure !== undefined) problems.push(`bubblewrap cannot make a sandbox: ${failure}`)
  return {
    bwrap: failure === undefined ? bwrap : undefined,
    bwrapVersion: version,
    prlimit,
    groups: findGroupHost(),
    countsProcesses: process.getuid?.() !== 0,
    problems,
  }
}

/** The offer's bubblewrap and prlimit, or the error that says what is missing and how to get it. */
export function requireContainment({ bwrap, prlimit, problems }: ContainmentOffer): { bwrap: string; prlimit: string } {
  if (bwrap !== undefined && prlimit !== undefined) return { bwrap, prlimit }
  throw new SkillError('SANDBOX_UNAVAILABLE', `This host cannot contain a skill: ${problems.join('; ')}`, {
    details: { problems },
    hint: `${problems.join('. ')}. \`skillwright doctor\` shows what is there; uncontained runs have to be allowed explicitly.`,
  })
}

/** Where a program is on the PATH. */
export async function findProgram(name: string, path = process.env.PATH ?? ''): Promise<string | undefined> {
  for (const folder of path.split(delimiter).filter((part) => part.startsWith('/'))) {
    const file = join(folder, name)
    const isThere = await access(file, constants.X_OK).then(
      () => true,
      () => false,
    )
    if (isThere) return file
  }
  return undefined
}

/** The command that installs bubblewrap here. */
export function howToGetBwrap(): string {
  return process.platform === 'linux'
    ? 'apt-get install bubblewrap, dnf install bubblewrap or apk add bubblewrap'
    : 'it needs Linux; run skills in a Linux machine or container'
}

async function versionOf(bwrap: string): Promise<string | undefined> {
  const { stdout } = await run(bwrap, ['--version'], { env: {}, timeout: 5_000 }).catch(() => ({ stdout: '' }))
  return /\d+(\.\d+)+/.exec(stdout)?.[0]
}

async function trySandbox(bwrap: string): Promise<string | undefined> {
  const flags = ['--unshare-all', '--unshare-user', '--disable-userns', '--die-with-parent', '--cap-drop', 'ALL']
  const mounts = ['--ro-bind', '/', '/', '--proc', '/proc', '--dev', '/dev', '--tmpfs', '/tmp']
  return run(bwrap, [...flags, ...mounts, '/bin/true'], { env: {}, timeout: 5_000 }).then(
    () => undefined,
    (cause: Error & { stderr?: string }) => explain((cause.stderr ?? cause.message).trim()),
  )
}

function explain(message: string): string {
  if (/disable-userns/.test(message)) return `${message}; version 0.8 or newer is needed`
  if (/namespace|uid map|Operation not permitted|Permission denied/i.test(message))
    return `${message}; allow unprivileged user namespaces (sysctl kernel.unprivileged_userns_clone=1, an AppArmor profile for bwrap, or --security-opt seccomp=unconfined for a container)`
  return message
}
