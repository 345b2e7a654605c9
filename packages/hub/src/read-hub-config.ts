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

const FILE = 'skillwright-hub.json'
const PREFIX = 'SKILLWRIGHT_HUB_'
/** What the commands that talk to a hub read, and a hub does not. */
const FOR_CLIENTS = new Set(['SKILLWRIGHT_HUB_URL', 'SKILLWRIGHT_HUB_TOKEN'])
const FILE_VARIABLE = 'SKILLWRIGHT_HUB_CONFIG'

/**
 * Reads the configuration of a hub. A flag counts before the environment, that before the file, that before the default.
 * Whatever is unknown or has the wrong type is an error that names it and where it came from.
 */
export async function readHubConfig({ flags = {}, env = process.env, cwd = process.cwd() }: ConfigSources = {}): Promise<HubConfig> {
  const named = flags.config ?? env[FILE_VARIABLE]
  const file = await readConfigFile(resolve(cwd, typeof named === 'string' ? named : FILE), { required: named !== undefined })
  const problems = [...unknownKeys(file), ...unknownVariables(env), ...unknownFlags(flags)]
  const given = new Map<string, unknown>()
  for (const setting of HUB_SETTINGS) {
    const found = fromFlags(setting, flags) ?? fromEnvironment(setting, env) ?? fromFile(setting, file)
    if (found === undefined) continue
    if ('expected' in found.parsed) problems.push(`${setting.key} must be ${found.parsed.expected} (${found.source})`)
    else given.set(setting.key, setting.key === 'dir' ? resolve(found.base ?? cwd, String(found.parsed.value)) : found.parsed.value)
  }
  if (!given.has('dir')) given.set('dir', resolve(cwd, DEFAULT_CONFIG.dir))
  const config = assemble(given, problems, [...ownKeys(env), ...file.values.keys(), ...flagKeys(flags)])
  if (problems.length > 0)
    throw new SkillError('INVALID_INPUT', `The configuration of the hub is wrong: ${problems.join('; ')}`, {
      hint: 'docs/hub-server.md lists every setting',
      details: { problems },
    })
  return config
}
