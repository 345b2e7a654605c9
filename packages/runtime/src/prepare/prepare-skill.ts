import { mkdir, mkdtemp, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { SkillError } from '@skillwright/contract'
import { type Skill, userFolder } from '@skillwright/skill'
import { findInterpreters, type Interpreters } from '../plan/interpreters.ts'
import { isPrepared, PREPARED_MARK, pythonOf } from './find-prepared.ts'
import { type Needs, needsOf } from './needs-of.ts'
import { runInstaller } from './run-installer.ts'

/** Options of prepareSkill. */
export interface PrepareOptions {
  /** Called with each step, in words for people. */
  readonly onProgress?: (message: string) => void
  /** `sources`: packages from other indexes, URLs and repositories. `scripts`: what packages run while they are installed. */
  readonly allow?: readonly ('sources' | 'scripts')[]
  readonly cacheDir?: string
  readonly interpreters?: Interpreters
  /** The environment that the installers' own settings are taken from. */
  readonly env?: NodeJS.ProcessEnv
  readonly signal?: AbortSignal
}

/** What was prepared. */
export interface PreparedSkill {
  /** Where it is; undefined when the skill needs nothing. */
  readonly folder: string | undefined
  readonly packages: readonly string[]
  /** True when it had been prepared before. */
  readonly wasReady: boolean
}

/** Installs what a skill requires, outside of it: a virtual environment or node_modules that every run of it uses from then on. */
export async function prepareSkill(
  skill: Skill,
  {
    onProgress = () => undefined,
    allow = [],
    cacheDir = userFolder('cache'),
    interpreters = findInterpreters(),
    env = process.env,
    signal,
  }: PrepareOptions = {},
): Promise<PreparedSkill> {
  const needs = await needsOf(skill, interpreters, cacheDir)
  if (needs === undefined) return { folder: undefined, packages: [], wasReady: true }
  const { folder, packages } = needs
  if (await isPrepared(folder)) return { folder, packages, wasReady: true }
  refuseForeign(needs, allow)
  await mkdir(dirname(folder), { recursive: true, mode: 0o700 })
  // Built beside its place and then moved there, so that a run never sees half of it.
  const staging = await mkdtemp(`${folder}-`)
  try {
    for (const [name, text] of needs.inputs) await writeFile(join(staging, name), text)
    const install = needs.kind === 'python' ? installPython : installNode
    await install(needs, { staging, allow, run: { cwd: staging, env, onLine: onProgress, signal }, onProgress })
    await writeFile(join(staging, PREPARED_MARK), JSON.stringify({ skill: skill.id, kind: needs.kind, packages }))
    await rename(staging, folder).catch(async (cause: NodeJS.ErrnoException) => {
      if (cause.code !== 'ENOTEMPTY' && cause.code !== 'EEXIST') throw cause
      // Another run of this user prepared the same at the same time: that is as good.
      if (await isPrepared(folder)) return
      await rm(folder, { recursive: true, force: true })
      await rename(staging, folder)
    })
    if (!(await isPrepared(folder))) throw openToOthers(dirname(folder))
    onProgress(`prepared ${folder}`)
    return { folder, packages, wasReady: false }
  } finally {
    await rm(staging, { recursive: true, force: true })
  }
}

function openToOthers(place: string): SkillError {
  return new SkillError('PERMISSION_DENIED', `Other users may write into ${place}, so nothing in it is used`, {
    hint: `Make it yours alone: chmod go-w ${place}`,
  })
}

function refuseForeign(needs: Needs, allow: NonNullable<PrepareOptions['allow']>): void {
  const { file, foreign, building, local } = needs
  const unwanted = allow.includes('sources') ? (allow.includes('scripts') ? [] : building) : foreign
  const all = [...local, ...unwanted]
  const [refused] = all
  if (refused === undefined) return
  const wanted = building.length > 0 ? 'sources scripts' : 'sources'
  throw new SkillError(
    'PERMISSION_DENIED',
    `${file} asks for more than ${unwanted === building ? 'built packages' : 'packages of the index'}: ${refused.slice(0, 200)}`,
    {
      details: { refused: all.slice(0, 20) },
      hint: local.includes(refused)
        ? 'A path means nothing on another machine: publish the package, or put its files into the skill'
        : `If you trust where it comes from${building.length > 0 ? ' and what it runs' : ''}, allow it: skillwright prepare <skill> --allow ${wanted}`,
    },
  )
}

interface Installation {
  readonly staging: string
  readonly allow: NonNullable<PrepareOptions['allow']>
  readonly run: Parameters<typeof runInstaller>[1]
  readonly onProgress: (message: string) => void
}

async function installPython({ interpreter, packages, foreign }: Needs, installation: Installation): Promise<void> {
  const { staging, allow, run, onProgress } = installation
  onProgress(`making a virtual environment for ${interpreter}`)
  await runInstaller([interpreter, '-m', 'venv', '--without-pip', join(staging, 'venv')], run)
  onProgress(`installing ${[...packages, ...foreign].join(', ')}`)
  // A source package runs its own code to be built, so only built ones are taken.
  const built = allow.includes('scripts') ? [] : ['--only-binary', ':all:']
  const quiet = ['--no-input', '--disable-pip-version-check', '--progress-bar', 'off']
  const target = ['-m', 'pip', '--python', pythonOf(staging), 'install', ...quiet, ...built]
  await runInstaller([interpreter, ...target, '-r', join(staging, 'requirements.txt')], run)
}

async function installNode({ file, inputs, packages }: Needs, installation: Installation): Promise<void> {
  const { allow, run, onProgress } = installation
  if (!inputs.has('package-lock.json'))
    throw new SkillError('INVALID_INPUT', `There is no package-lock.json beside ${file}`, {
      hint: 'Let npm write it in the skill: npm install --package-lock-only --ignore-scripts',
    })
  onProgress(`installing ${packages.join(', ')}`)
  const scripts = allow.includes('scripts') ? [] : ['--ignore-scripts']
  await runInstaller(['npm', 'ci', ...scripts, '--omit=dev', '--no-audit', '--no-fund', '--loglevel=notice'], run)
}
