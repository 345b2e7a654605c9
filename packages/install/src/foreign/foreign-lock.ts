import { basename } from 'node:path'
import { isObject, SkillError } from '@skillwright/contract'
import { parse } from 'yaml'

/** A skill that another tool installed. */
export interface ForeignSkill {
  readonly name: string
  /** Where it comes from, as a source of ours; undefined when that cannot be said. */
  readonly source?: string
  /** What it is called there. */
  readonly id: string
  readonly version?: string
}

/** What a lock of another tool says. */
export interface ForeignLock {
  readonly tool: 'skills' | 'clawhub' | 'hermes' | 'apm' | 'gh'
  readonly skills: readonly ForeignSkill[]
}

type Entry = Readonly<Record<string, unknown>>

/**
 * Reads the lock of another tool: `skills-lock.json` and `.skill-lock.json` of the `skills` command, `.clawhub/lock.json`, Hermes' `.hub/lock.json`, and `apm.lock.yaml`.
 * `registry` is where ClawHub's skills come from, which its lock does not say. Throws INVALID_INPUT for anything else.
 */
export function readForeignLock(text: string, file: string, { registry }: { readonly registry: string }): ForeignLock {
  const value = parsed(text, file)
  if (/^apm\.lock\.ya?ml$/.test(basename(file)) || (isObject(value) && Array.isArray(value.dependencies)))
    return { tool: 'apm', skills: entriesOf(value, 'dependencies').map(([, entry]) => apmSkill(entry)) }
  if (isObject(value) && isObject(value.installed))
    return {
      tool: 'hermes',
      skills: entriesOf(value, 'installed').map(([name, entry]) => hermesSkill(name, entry, registry)),
    }
  const skills = entriesOf(value, 'skills')
  if (!isObject(value) || !isObject(value.skills))
    throw new SkillError('INVALID_INPUT', `${file} is no lock that is known`, {
      hint: 'Known are skills-lock.json, .skill-lock.json, .clawhub/lock.json, .hub/lock.json of Hermes and apm.lock.yaml',
    })
  // ClawHub's has a version for each skill and no source.
  return skills.every(([, { source, sourceType }]) => source === undefined && sourceType === undefined)
    ? { tool: 'clawhub', skills: skills.map(([slug, entry]) => clawhubSkill(slug, entry, registry)) }
    : { tool: 'skills', skills: skills.map(([name, entry]) => skillsSkill(name, entry)) }
}

function skillsSkill(name: string, { source, sourceUrl, sourceType, ref, skillPath }: Entry): ForeignSkill {
  const at = textOf(source) ?? ''
  const path = folderOf(textOf(skillPath))
  const tail = [textOf(ref), path === undefined ? undefined : `path:${path}`]
    .filter((part) => part !== undefined)
    .join('&')
  const end = tail === '' ? '' : `#${tail}`
  const known: Readonly<Record<string, string>> = {
    github: `git+${textOf(sourceUrl) ?? `https://github.com/${at}.git`}${end}`,
    gitlab: `git+${textOf(sourceUrl) ?? `https://gitlab.com/${at}.git`}${end}`,
    git: `git+${textOf(sourceUrl) ?? at}${end}`,
    'well-known': `well-known+${siteOf(textOf(sourceUrl) ?? at)}`,
    local: at,
  }
  const found = known[textOf(sourceType) ?? '']
  return { name, id: name, ...(found === undefined ? {} : { source: found }) }
}

function clawhubSkill(slug: string, { version, pinned }: Entry, registry: string): ForeignSkill {
  const stated = textOf(version)
  return {
    name: slug,
    id: slug,
    source: `clawhub+${registry}`,
    ...(stated === undefined ? {} : { version: pinned === true ? stated : `^${stated}` }),
  }
}

function hermesSkill(name: string, { source, identifier }: Entry, registry: string): ForeignSkill {
  const at = textOf(identifier) ?? ''
  const [owner, repo, ...rest] = at.replace(/^github:/, '').split('/')
  const known: Readonly<Record<string, string>> = {
    github: `git+https://github.com/${owner}/${repo}.git${rest.length === 0 ? '' : `#path:${rest.join('/')}`}`,
    url: at,
    'well-known': `well-known+${siteOf(at)}`,
    clawhub: `clawhub+${registry}`,
  }
  const found = known[textOf(source) ?? '']
  return {
    name,
    id: source === 'clawhub' ? at.replace(/^clawhub:/, '') : name,
    ...(found === undefined ? {} : { source: found }),
  }
}

function apmSkill({
  repo_url: repo,
  resolved_commit: commit,
  resolved_ref: ref,
  virtual_path: path,
}: Entry): ForeignSkill {
  const url = textOf(repo) ?? ''
  const folder = folderOf(textOf(path))
  const tail = [textOf(commit) ?? textOf(ref), folder === undefined ? undefined : `path:${folder}`]
    .filter((part) => part !== undefined)
    .join('&')
  const name = basename(folder ?? url).replace(/\.git$/, '')
  const address = /^[\w-]+:\/\//.test(url) ? url : `https://${/^[^/]+\.[^/]+\//.test(url) ? url : `github.com/${url}`}`
  return { name, id: name, ...(url === '' ? {} : { source: `git+${address}${tail === '' ? '' : `#${tail}`}` }) }
}

function entriesOf(value: unknown, key: string): [string, Entry][] {
  const held = isObject(value) ? value[key] : undefined
  const pairs = Array.isArray(held)
    ? held.map((entry, i): [string, unknown] => [String(i), entry])
    : Object.entries(isObject(held) ? held : {})
  return pairs.filter((pair): pair is [string, Entry] => isObject(pair[1]))
}

function parsed(text: string, file: string): unknown {
  try {
    return /\.ya?ml$/.test(file) ? parse(text) : JSON.parse(text)
  } catch (cause) {
    throw new SkillError(
      'INVALID_INPUT',
      `${file} cannot be read: ${cause instanceof Error ? cause.message.split('\n')[0] : ''}`,
      { cause },
    )
  }
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined
}

/** The folder of a path to SKILL.md. */
function folderOf(path: string | undefined): string | undefined {
  const folder = path?.replace(/(?:^|\/)SKILL\.md$/i, '').replace(/^\.?\/+|\/+$/g, '')
  return folder === '' ? undefined : folder
}

/** The site of an address of discovery. */
function siteOf(text: string): string {
  const address = /^https?:\/\//.test(text) ? text : `https://${text}`
  return address.replace(/\/\.well-known\/.*$/, '').replace(/\/+$/, '')
}
