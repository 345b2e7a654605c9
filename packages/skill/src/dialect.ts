import type { Dialect } from './skill.ts'

/** Front matter keys that only Claude Code knows. */
export const CLAUDE_CODE_KEYS = [
  'argument-hint',
  'disable-model-invocation',
  'user-invocable',
  'model',
  'effort',
  'context',
  'agent',
  'hooks',
  'paths',
]
const HERMES_KEYS = ['platforms', 'required_environment_variables', 'required_credential_files', 'prerequisites']
/** Keys that only document C has. */
export const STANDARD_KEYS = ['id', 'hermes_version', 'tools_required', 'tools_optional']

/** Names under which ClawHub metadata stands, the current one first. */
export const CLAWHUB_METADATA = ['openclaw', 'clawdbot', 'clawdis'] as const

/** Tells whose conventions a front matter follows. Document C's own keys win over every extension. */
export function detectDialect(fields: Readonly<Record<string, unknown>>, files: readonly string[]): Dialect {
  const has = (keys: readonly string[]) => keys.some((key) => Object.hasOwn(fields, key))
  if (has(STANDARD_KEYS)) return 'standard'
  const metadata = metadataOf(fields)
  if (CLAWHUB_METADATA.some((name) => Object.hasOwn(metadata, name)) || Object.hasOwn(fields, 'command-dispatch'))
    return 'clawhub'
  if (Object.hasOwn(metadata, 'hermes') || has(HERMES_KEYS)) return 'hermes'
  if (files.includes('agents/openai.yaml')) return 'codex'
  if (has(CLAUDE_CODE_KEYS)) return 'claude-code'
  return 'agentskills'
}

/** The `metadata` map; some write it as JSON text. */
export function metadataOf(fields: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  const { metadata } = fields
  if (typeof metadata === 'object' && metadata !== null && !Array.isArray(metadata))
    return metadata as Record<string, unknown>
  if (typeof metadata !== 'string' || !metadata.trim().startsWith('{')) return {}
  try {
    return JSON.parse(metadata) as Record<string, unknown>
  } catch {
    return {}
  }
}
