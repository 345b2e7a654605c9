import { isObject, SkillError } from '@skillwright/contract'
import { parseSkillHead } from '../parse-skill.ts'
import type { SkillFiles } from '../skill-files.ts'

/** What a package is published or installed as. */
export interface Identity {
  readonly name: string
  /** The version it states already when absent. */
  readonly version?: string | undefined
}

/**
 * The files with SKILL.md at their root, stating the name and version they are published under. Other registries go by what the
 * publisher says and not by what the files say; files that agree with it stay as their author wrote them, byte for
 * byte. Throws PUBLISH_REFUSED when the front matter cannot be made to say it.
 */
export function restateSkill(source: SkillFiles, identity: Identity): SkillFiles {
  const files = withSkillFile(source)
  if (states(files, identity)) return files
  const { name: title, frontMatter, id } = parseSkillHead(files, { folder: identity.name })
  const key = Object.hasOwn(frontMatter, 'id') ? 'id' : 'name'
  const markdown = new TextDecoder().decode(files.get('SKILL.md'))
  const named = id === identity.name ? markdown : setField(markdown, key, identity.name)
  const versioned = identity.version === undefined ? named : setField(named, 'version', identity.version)
  const restated = new Map(files).set('SKILL.md', Buffer.from(versioned))
  // The title that stood where the name stands now has its place there.
  if (files.has('skill.json') || named !== markdown)
    restated.set('skill.json', manifest(files.get('skill.json'), title, identity))
  if (states(restated, identity)) return restated
  throw new SkillError('PUBLISH_REFUSED', `SKILL.md cannot be made to say that it is ${identity.name}`, {
    hint: `Write name: ${identity.name}${identity.version === undefined ? '' : ` and version: ${identity.version}`} into its front matter`,
  })
}

/** Some call it skill.md or skills.md. */
function withSkillFile(source: SkillFiles): SkillFiles {
  if (source.has('SKILL.md')) return source
  const paths = [...source.keys()]
  const found = ['skill.md', 'skills.md']
    .map((name) => paths.find((path) => path.toLowerCase() === name))
    .find((path) => path !== undefined)
  if (found === undefined)
    throw new SkillError('PUBLISH_REFUSED', 'There is no SKILL.md among the files', { hint: 'Add one at the root' })
  return new Map([...source].map(([path, bytes]) => [path === found ? 'SKILL.md' : path, bytes]))
}

function states(files: SkillFiles, { name, version }: Identity): boolean {
  const skill = parseSkillHead(files, { folder: name })
  return skill.id === name && (version === undefined || skill.version === undefined || skill.version === version)
}

/** Sets a field at the top of the front matter, whatever its value looked like, and leaves every other line alone. */
function setField(markdown: string, key: string, value: string): string {
  const [, open, yaml, close] = /^(\uFEFF?---[ \t]*\r?\n)([\s\S]*?)(\r?\n---[ \t]*(?:\r?\n|$))/.exec(markdown) ?? []
  const line = `${key}: ${JSON.stringify(value)}`
  if (open === undefined || yaml === undefined || close === undefined) return `---\n${line}\n---\n${markdown}`
  const lines = yaml.split('\n')
  const start = lines.findIndex((text) => new RegExp(`^(["']?)${key}\\1[ \\t]*:`).test(text))
  if (start === -1) lines.push(line)
  else lines.splice(start, valueLines(lines, start), line)
  return open + lines.join('\n') + close + markdown.slice(open.length + yaml.length + close.length)
}

/** How many lines a field takes: what is indented belongs to it. */
function valueLines(lines: readonly string[], start: number): number {
  const next = lines.findIndex((text, index) => index > start && !/^\s+\S|^\s*$/.test(text))
  return (next === -1 ? lines.length : next) - start
}

/** skill.json that states the same. */
function manifest(bytes: Uint8Array | undefined, title: string, { name, version }: Identity): Uint8Array {
  const stated = bytes === undefined ? {} : readObject(bytes)
  // What cannot be read is left for the lint to say.
  if (bytes !== undefined && stated === undefined) return bytes
  return Buffer.from(
    `${JSON.stringify({ name: title, ...stated, id: name, ...(version === undefined ? {} : { version }) }, null, 2)}\n`,
  )
}

function readObject(bytes: Uint8Array): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(new TextDecoder().decode(bytes))
    return isObject(value) ? value : undefined
  } catch {
    return undefined
  }
}
