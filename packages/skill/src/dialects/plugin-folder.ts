import { cutText } from '../cut-text.ts'
import type { Skill } from '../skill.ts'
import type { SkillFiles } from '../skill-files.ts'
import { jsonFile } from './skill-json.ts'

/** Whose plugin it is, and where that reads its manifest. */
export const PLUGIN_MANIFESTS = {
  'claude-plugin': '.claude-plugin/plugin.json',
  'codex-plugin': '.codex-plugin/plugin.json',
} as const

/** Whose plugin. */
export type PluginKind = keyof typeof PLUGIN_MANIFESTS

const SERVERS = '.mcp.json'
const MAX_SUBTITLE = 64

/** A plugin that holds a skill: a manifest, the skill below `skills/`, and the MCP server that offers it where there is one. */
export function pluginFolder(kind: PluginKind, skill: Skill, files: SkillFiles, mcpUrl?: string): SkillFiles {
  const about = skill.description || skill.name
  const manifest = {
    name: skill.id,
    description: about,
    version: skill.version,
    author: skill.author === undefined ? undefined : { name: skill.author },
    homepage: skill.homepage,
    license: skill.license,
    keywords: skill.tags.length > 0 ? skill.tags : undefined,
    ...(kind === 'codex-plugin' ? codexFields(skill, about) : {}),
    mcpServers: mcpUrl === undefined ? undefined : `./${SERVERS}`,
  }
  const moved = [...files].map(([path, bytes]) => [`skills/${skill.id}/${path}`, bytes] as const)
  const servers = { mcpServers: { [skill.id]: { type: 'http', url: mcpUrl } } }
  return new Map([
    [PLUGIN_MANIFESTS[kind], jsonFile(manifest)],
    ...(mcpUrl === undefined ? [] : ([[SERVERS, jsonFile(servers)]] as const)),
    ...moved,
  ])
}

/** Codex reads skills only from where the manifest says, and shows the rest to people who look for plugins. */
function codexFields(skill: Skill, about: string): Readonly<Record<string, unknown>> {
  return {
    skills: './skills/',
    interface: {
      displayName: skill.name,
      shortDescription: cutText(about, MAX_SUBTITLE),
      longDescription: about,
      developerName: skill.author,
      websiteURL: skill.homepage,
    },
  }
}
