import { readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { SkillError } from '@skillwright/contract'
import type { Skill } from '@skillwright/skill'
import { findPrepared } from '../prepare/find-prepared.ts'
import { needsOf } from '../prepare/needs-of.ts'
import type { Interpreters } from './interpreters.ts'

/** How the process that answers for a skill is started. */
export interface SkillCommand {
  readonly command: readonly [string, ...string[]]
  /** What it must be able to read beside the skill itself. */
  readonly read: readonly string[]
}

/** What a command depends on beside the skill. */
export interface CommandSettings {
  readonly interpreters: Interpreters
  /** Where prepared environments are; the user's cache when absent. */
  readonly cacheDir?: string
}

/**
 * The command for a skill: its script, or a runner of ours for its module or its documents, in the environment that was
 * prepared for it. Throws TOOL_NOT_AVAILABLE when there is nothing to run, or it was not prepared.
 */
export async function skillCommand(skill: Skill, settings: CommandSettings): Promise<SkillCommand> {
  const usual = await usualCommand(skill, settings.interpreters)
  if (!skill.files.some((file) => MANIFESTS.test(file))) return usual
  const needs = await needsOf(skill, settings.interpreters, settings.cacheDir)
  if (needs === undefined) return usual
  const prepared = await findPrepared(skill, needs)
  const [program, ...args] = usual.command
  return {
    command: [prepared.interpreter ?? program, ...prepared.args, ...args],
    read: [...usual.read, ...prepared.read],
  }
}

// What names the packages of a skill; one without has nothing prepared.
const MANIFESTS = /(?:^|\/)(?:requirements\.txt|package\.json)$/

const runners = new WeakMap<Skill, { readonly script: string; readonly read: readonly string[] }>()

/** The same skill with a Python program of ours in place of its script: it has the sandbox, the environment and the packages of the skill. */
export function withRunner(skill: Skill, script: string, read: readonly string[]): Skill {
  const path = skill.entry?.path ?? 'SKILL.md'
  const stand = { ...skill, entry: { path, language: 'python' }, capabilityType: 'plugin' } as const
  runners.set(stand, { script, read: [script, ...read] })
  return stand
}

async function usualCommand(skill: Skill, interpreters: Interpreters): Promise<SkillCommand> {
  const runner = runners.get(skill)
  if (runner !== undefined) {
    const [program = 'python3', ...args] = await interpreters.commandFor('python')
    return { command: [program, ...args, runner.script], read: runner.read }
  }
  if (skill.entry === undefined && skill.capabilityType === 'knowledge' && skill.dir !== undefined)
    return ours('knowledge-runner', skill.dir, interpreters)
  const script = scriptOf(skill)
  if (await isModule(skill, script)) return ours('module-runner', script, interpreters)
  const [program = script, ...args] = await interpreters.commandFor(skill.entry?.language ?? 'executable')
  return { command: program === script ? [script] : [program, ...args, script], read: [] }
}

async function ours(name: string, target: string, interpreters: Interpreters): Promise<SkillCommand> {
  // From source the runner is TypeScript, published it is JavaScript; Node runs both.
  const ending = import.meta.url.endsWith('.ts') ? 'mts' : 'mjs'
  const runner = fileURLToPath(new URL(`./runners/${name}.${ending}`, import.meta.url))
  const [node = process.execPath, ...args] = await interpreters.commandFor('typescript')
  return { command: [node, ...args, runner, target], read: [dirname(runner)] }
}

const EXPORTS_RUN =
  /^export\s+(?:(?:async\s+)?function\s*\*?\s*|(?:const|let|var)\s+)run\b|^export\s*\{[^}]*\brun\s*[,}]/m
const known = new WeakMap<Skill, Promise<boolean>>()

/** True for a plugin whose entry exports `run`: a module to embed, though it may be a program as well. */
function isModule(skill: Skill, script: string): Promise<boolean> {
  const { entry, capabilityType } = skill
  if (capabilityType !== 'plugin' || (entry?.language !== 'javascript' && entry?.language !== 'typescript'))
    return Promise.resolve(false)
  const answer =
    known.get(skill) ??
    readFile(script, 'utf8').then(
      (source) => EXPORTS_RUN.test(source),
      () => false,
    )
  known.set(skill, answer)
  return answer
}

/** The absolute path of a skill's script. Throws when it has none. */
function scriptOf(skill: Skill): string {
  if (skill.dir === undefined || skill.entry === undefined) {
    throw new SkillError('TOOL_NOT_AVAILABLE', `${skill.id} has no script to run`, {
      hint: 'Name one as entry in skill.json, or use the skill as a prompt',
    })
  }
  return join(skill.dir, skill.entry.path)
}
