import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { SkillError } from '@skillwright/contract'
import {
  type ContainmentOffer,
  containmentLevel,
  describeContainment,
  detectContainment,
} from '../contain/detect-containment.ts'
import { howToGetBwrap } from '../contain/how-to-contain.ts'
import { seccompFilter } from '../contain/seccomp-filter.ts'
import { findInterpreters, findProgram } from './interpreters.ts'

/** One thing that running skills needs, or is better with. */
export interface DoctorItem {
  readonly name: string
  readonly ok: boolean
  /** What is there: a path and version, or how something is done instead. */
  readonly found: string
  /** How to get it, when it is not there. */
  readonly howToGet: string
}

const PROGRAMS = [
  { name: 'bash', for: 'shell skills' },
  { name: 'jq', for: 'shell skills that read JSON' },
  { name: 'git', for: 'skills from repositories' },
] as const

const MAKERS = { bubblewrap: 'namespaces by bubblewrap', namespaces: 'namespaces by util-linux' }

/** Looks at what this host offers for running skills, and says how to get the rest. */
export async function doctor({ path = process.env.PATH ?? '' } = {}): Promise<DoctorItem[]> {
  const [offer, bwrapVersion, ...programs] = await Promise.all([
    detectContainment({ path }),
    findProgram('bwrap', path).then((bwrap) => (bwrap === undefined ? undefined : versionOf(bwrap))),
    pythonItem(path),
    ...PROGRAMS.map(async ({ name, for: purpose }) => {
      const file = await findProgram(name, path)
      return item(name, file === undefined ? undefined : await describe(file), `Install ${name}, for ${purpose}`)
    }),
  ])
  const node = item('node', `${process.execPath} ${process.version}`, '')
  return [...containmentItems(offer, bwrapVersion), node, ...programs]
}

// The shim of a version manager may be there, and start nothing.
async function pythonItem(path: string): Promise<DoctorItem> {
  try {
    const [python = ''] = await findInterpreters({ path }).commandFor('python')
    return item('python3', await describe(python), '')
  } catch (thrown) {
    if (!(thrown instanceof SkillError)) throw thrown
    return item('python3', undefined, `For Python skills: ${thrown.message}. ${thrown.hint}`)
  }
}

function containmentItems(offer: ContainmentOffer, bwrapVersion: string | undefined): DoctorItem[] {
  const { prlimit, problems } = offer
  const level = containmentLevel(offer)
  return [
    item('bubblewrap', bwrapVersion, `Without it there is no system call filter: ${howToGetBwrap()}`),
    item(
      'sandbox',
      level.kind === 'none' ? undefined : `${describeContainment(level)}: ${MAKERS[level.kind]}`,
      problems.join('. '),
    ),
    item('prlimit', prlimit, 'Without it no limits: install util-linux'),
    { name: 'process limit', ok: true, ...processLimit(offer) },
    item('seccomp', level.systemCallFilter ? `filter for ${process.arch}` : undefined, howToFilter(bwrapVersion)),
  ]
}

function howToFilter(bwrapVersion: string | undefined): string {
  if (seccompFilter() === undefined) return 'There is a filter for x64 and arm64 only'
  return bwrapVersion === undefined
    ? `Only bubblewrap installs the filter: ${howToGetBwrap()}`
    : 'bubblewrap installs the filter, and cannot make a sandbox here'
}

function processLimit({ groups, countsProcesses }: ContainmentOffer): Pick<DoctorItem, 'found' | 'howToGet'> {
  if (groups !== undefined) {
    const controllers = groups.places.flatMap((place) => place.controllers)
    return { found: `cgroups (${controllers.join(', ')}), by the kernel`, howToGet: '' }
  }
  if (countsProcesses) return { found: 'RLIMIT_NPROC, by the kernel', howToGet: '' }
  return {
    found: 'counted by us ten times a second, since RLIMIT_NPROC does not hold for root',
    howToGet: 'Make the pids controller of the cgroups writable, or run as another user than root',
  }
}

function item(name: string, found: string | undefined, howToGet: string): DoctorItem {
  return { name, ok: found !== undefined, found: found ?? 'missing', howToGet: found === undefined ? howToGet : '' }
}

async function describe(file: string): Promise<string> {
  const version = await versionOf(file)
  return version === undefined ? file : `${file} ${version}`
}

async function versionOf(file: string): Promise<string | undefined> {
  const { stdout, stderr } = await promisify(execFile)(file, ['--version'], { timeout: 10_000 }).catch(() => ({
    stdout: '',
    stderr: '',
  }))
  return /\d+(\.\d+)+/.exec(stdout || stderr)?.[0]
}
