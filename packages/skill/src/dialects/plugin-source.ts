import { type Finding, isObject, SkillError } from '@skillwright/contract'
import { decodeText } from '../decode-text.ts'
import type { SkillFiles } from '../skill-files.ts'
import { isSkillFile } from './export-skill.ts'
import { PLUGIN_MANIFESTS } from './plugin-folder.ts'

/** The files of one skill, taken out of a folder that may be a plugin around it. */
export interface SkillSource {
  readonly files: SkillFiles
  /** Name of the folder that holds SKILL.md; undefined when that is the root. */
  readonly folder: string | undefined
  /** What the plugin says of all its skills. */
  readonly facts: PluginFacts
  readonly findings: readonly Finding[]
}

/** The fields of a plugin manifest that its skill may lack. */
export interface PluginFacts {
  readonly version?: string
  readonly author?: string
  readonly homepage?: string
  readonly license?: string
  readonly tags?: readonly string[]
}

const MANIFESTS: readonly string[] = Object.values(PLUGIN_MANIFESTS)
const SERVERS = '.mcp.json'

/** Finds the skill in a folder: at its root, or the one below it that is named. Throws when there is none, or several. */
export function findSkill(source: SkillFiles, name: string | undefined): SkillSource {
  const roots = skillRoots(source)
  if ((name === undefined || roots.length === 0) && [...source.keys()].some(isSkillFile))
    return { files: source, folder: undefined, facts: {}, findings: [] }
  const root = chosenRoot(roots, name)
  const files = new Map<string, Uint8Array>()
  const leftBehind: string[] = []
  for (const [path, bytes] of source) {
    if (path.startsWith(root)) files.set(path.slice(root.length), bytes)
    else if (!MANIFESTS.includes(path) && path !== SERVERS && !roots.some((other) => path.startsWith(other)))
      leftBehind.push(path)
  }
  const manifest = MANIFESTS.map((path) => readObject(source.get(path), path)).find((one) => one !== undefined) ?? {}
  const servers = serverNames(manifest, readObject(source.get(SERVERS), SERVERS) ?? {})
  const findings = [
    ...(leftBehind.length > 0 ? [leftBehindFinding(leftBehind)] : []),
    ...(servers.length > 0 ? [serversFinding(servers)] : []),
  ]
  return { files, folder: root.split('/').at(-2), facts: pluginFacts(manifest), findings }
}

/** Every folder below the root that holds a SKILL.md. */
function skillRoots(files: SkillFiles): readonly string[] {
  return [...files.keys()].flatMap((path) => {
    const end = path.lastIndexOf('/') + 1
    return end > 0 && isSkillFile(path.slice(end)) ? [path.slice(0, end)] : []
  })
}

function chosenRoot(roots: readonly string[], name: string | undefined): string {
  const wanted = name === undefined ? roots : roots.filter((root) => `/${root}`.endsWith(`/${name}/`))
  const [only, ...others] = wanted
  if (only !== undefined && others.length === 0) return only
  const names = roots.map((root) => root.split('/').at(-2)).join(', ')
  const message = `Expected one skill${name === undefined ? '' : ` named ${name}`}, found ${wanted.length}`
  if (roots.length === 0)
    throw new SkillError('DATA_NOT_FOUND', 'There is no SKILL.md to import', {
      hint: 'Name the folder that holds SKILL.md',
    })
  throw new SkillError('DATA_NOT_FOUND', message, { hint: `Say which one with --name: ${names.slice(0, 500)}` })
}

function readObject(bytes: Uint8Array | undefined, path: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const value: unknown = bytes === undefined ? undefined : JSON.parse(decodeText(bytes, path).text)
    return isObject(value) ? value : undefined
  } catch {
    return undefined
  }
}

function pluginFacts(manifest: Readonly<Record<string, unknown>>): PluginFacts {
  const { version, homepage, license, keywords } = manifest
  const author = isObject(manifest.author) ? manifest.author.name : manifest.author
  const tags = Array.isArray(keywords) ? keywords.filter((word) => typeof word === 'string') : []
  return {
    ...(typeof version === 'string' ? { version } : {}),
    ...(typeof author === 'string' ? { author } : {}),
    ...(typeof homepage === 'string' ? { homepage } : {}),
    ...(typeof license === 'string' ? { license } : {}),
    ...(tags.length > 0 ? { tags } : {}),
  }
}

function leftBehindFinding(paths: readonly string[]): Finding {
  const shown = paths.slice(0, 5).join(', ')
  return {
    rule: 'import/left-behind',
    severity: 'warning',
    message: `${paths.length} files beside the skill are not part of it: ${shown}${paths.length > 5 ? ', …' : ''}`,
    fix: 'Copy what the skill needs into its folder.',
  }
}

/** The MCP servers that a plugin starts or names, inline or in the file beside it. */
function serverNames({ mcpServers }: Readonly<Record<string, unknown>>, beside: Readonly<Record<string, unknown>>) {
  // Some write the servers into the file without a word around them.
  const listed = isObject(beside.mcpServers) ? beside.mcpServers : beside
  return Object.keys({ ...(isObject(mcpServers) ? mcpServers : {}), ...listed })
}

function serversFinding(names: readonly string[]): Finding {
  return {
    rule: 'import/mcp-server',
    severity: 'info',
    file: SERVERS,
    message: `The plugin names MCP servers, which are not part of the skill: ${names.slice(0, 10).join(', ')}`,
    fix: `Import them on their own: skillwright import mcp <id> --from ${SERVERS}`,
  }
}
