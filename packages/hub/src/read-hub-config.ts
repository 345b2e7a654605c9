import { readFile } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import { isObject, SkillError } from '@skillwright/contract'
import { DEFAULT_CONFIG, type HubConfig } from './hub-config.ts'
import { HUB_SETTINGS, type HubSetting } from './hub-settings.ts'
import { checkSetting, type ParsedSetting, parseSettingText } from './parse-setting.ts'

/** Where the configuration of a hub comes from. */
export interface ConfigSources {
  /** What the command line says, by flag; `config` names the file. */
  readonly flags?: Readonly<Record<string, string | boolean | undefined>>
  readonly env?: Readonly<Record<string, string | undefined>>
  readonly cwd?: string
}

const DEFAULT_FILE = 'skillwright-hub.json'
const FILE_VARIABLE = 'SKILLWRIGHT_HUB_CONFIG'
/** What the commands that talk to a hub read, and a hub does not. */
const FOR_CLIENTS = ['SKILLWRIGHT_HUB_URL', 'SKILLWRIGHT_HUB_TOKEN']

/**
 * Reads the configuration of a hub. A flag counts before the environment, that before the file, that before the default.
 * Whatever is unknown or has the wrong type is an error that names it and where it came from.
 */
export async function readHubConfig({
  flags = {},
  env = process.env,
  cwd = process.cwd(),
}: ConfigSources = {}): Promise<HubConfig> {
  const named = flags.config ?? env[FILE_VARIABLE]
  const path = resolve(cwd, typeof named === 'string' ? named : DEFAULT_FILE)
  const file = flatten(await readJsonFile(path, { required: named !== undefined }))
  const problems = [...unknownKeys(file, path), ...unknownVariables(env), ...unknownFlags(flags)]
  const given = new Map<string, unknown>([['dir', resolve(cwd, DEFAULT_CONFIG.dir)]])
  for (const setting of HUB_SETTINGS) {
    const found = fromFlags(setting, flags) ?? fromEnvironment(setting, env, given) ?? fromFile(setting, file, path)
    if (found === undefined) continue
    if ('expected' in found.parsed) problems.push(`${setting.key} must be ${found.parsed.expected} (${found.source})`)
    else given.set(setting.key, found.parsed.value)
    // A relative folder is meant from where it was written.
    if (setting.key === 'dir')
      given.set('dir', resolve(found.source === path ? dirname(path) : cwd, String(given.get('dir'))))
  }
  problems.push(...missingParts(given))
  if (problems.length === 0) return assemble(given)
  throw new SkillError('INVALID_INPUT', `The configuration of the hub is wrong: ${problems.join('; ')}`, {
    hint: 'docs/hub-server.md lists every setting',
    details: { problems },
  })
}

interface Found {
  readonly parsed: ParsedSetting
  readonly source: string
}

function fromFlags({ flag, kind }: HubSetting, flags: NonNullable<ConfigSources['flags']>): Found | undefined {
  const value = flag === undefined ? undefined : flags[flag]
  if (value === undefined) return undefined
  const parsed = typeof value === 'string' ? parseSettingText(kind, value) : checkSetting(kind, value)
  return { parsed, source: `--${flag}` }
}

function fromEnvironment(
  { key, kind, variables }: HubSetting,
  env: NonNullable<ConfigSources['env']>,
  given: ReadonlyMap<string, unknown>,
): Found | undefined {
  // Many shells have variables for some object store; they count when this hub is configured to use one.
  const counted = key.startsWith('s3.') && !given.has('s3.bucket') ? variables.slice(0, 1) : variables
  const variable = counted.find((name) => env[name] !== undefined && env[name] !== '')
  if (variable === undefined) return undefined
  return { parsed: parseSettingText(kind, env[variable] ?? ''), source: variable }
}

function fromFile({ key, kind }: HubSetting, file: ReadonlyMap<string, unknown>, path: string): Found | undefined {
  return file.has(key) ? { parsed: checkSetting(kind, file.get(key)), source: path } : undefined
}

async function readJsonFile(path: string, { required }: { required: boolean }): Promise<Record<string, unknown>> {
  const text = await readFile(path, 'utf8').catch((cause: Error & { code?: string }) => {
    if (!required && cause.code === 'ENOENT') return '{}'
    throw new SkillError('INVALID_INPUT', `The configuration file ${path} cannot be read: ${cause.message}`, { cause })
  })
  try {
    const value: unknown = JSON.parse(text)
    if (isObject(value)) return value
  } catch (cause) {
    throw new SkillError('INVALID_JSON', `The configuration file ${path} is not JSON: ${String(cause)}`, { cause })
  }
  throw new SkillError('INVALID_INPUT', `The configuration file ${path} must be a JSON object`)
}

/** `{ rate: { read: 1 } }` as `rate.read`, where that is how a setting is called. */
function flatten(document: Record<string, unknown>): Map<string, unknown> {
  const flat = new Map<string, unknown>()
  for (const [key, value] of Object.entries(document)) {
    const isGroup = HUB_SETTINGS.some((setting) => setting.key.startsWith(`${key}.`))
    if (!isGroup || !isObject(value)) flat.set(key, value)
    else for (const [inner, innerValue] of Object.entries(value)) flat.set(`${key}.${inner}`, innerValue)
  }
  return flat
}

function unknownKeys(file: ReadonlyMap<string, unknown>, path: string): string[] {
  const known = new Set(['$schema', ...HUB_SETTINGS.map(({ key }) => key)])
  return [...file.keys()].filter((key) => !known.has(key)).map((key) => `${key} is not a setting (${path})`)
}

function unknownVariables(env: NonNullable<ConfigSources['env']>): string[] {
  const known = new Set([FILE_VARIABLE, ...FOR_CLIENTS, ...HUB_SETTINGS.flatMap(({ variables }) => variables)])
  return Object.keys(env)
    .filter((name) => name.startsWith('SKILLWRIGHT_HUB_') && !known.has(name))
    .map((name) => `${name} is not a setting (environment)`)
}

function unknownFlags(flags: NonNullable<ConfigSources['flags']>): string[] {
  const known = new Set(['config', ...HUB_SETTINGS.map(({ flag }) => flag)])
  return Object.keys(flags)
    .filter((flag) => flags[flag] !== undefined && !known.has(flag))
    .map((flag) => `--${flag} is not a setting (command line)`)
}

const GROUPS = {
  s3: ['bucket', 'endpoint', 'accessKeyId', 'secretAccessKey'],
  oidc: ['issuer', 'clientId', 'clientSecret'],
} as const

function missingParts(given: ReadonlyMap<string, unknown>): string[] {
  return Object.entries(GROUPS).flatMap(([group, parts]) => {
    const isUsed = [...given.keys()].some((key) => key.startsWith(`${group}.`))
    const missing = isUsed ? parts.filter((part) => !given.has(`${group}.${part}`)) : []
    return missing.map((part) => `${group}.${part} is missing, and other parts of ${group} are set`)
  })
}

function assemble(given: ReadonlyMap<string, unknown>): HubConfig {
  const config: Record<string, unknown> = { ...DEFAULT_CONFIG }
  for (const [key, value] of given) {
    const [root = key, inner] = key.split('.')
    const group = config[root] ?? (root === 's3' ? { region: 'us-east-1' } : {})
    config[root] = inner === undefined ? value : { ...(isObject(group) ? group : {}), [inner]: value }
  }
  // Every key was checked against the table of settings.
  return config as unknown as HubConfig
}
