import { join, relative } from 'node:path'
import { SkillError } from '@skillwright/contract'

/** One agent that reads skills, and where it looks for them. */
export interface Client {
  readonly id: string
  readonly name: string
  /** Folders of a project, the one that wins first. */
  readonly project: readonly string[]
  /** Folders of the user, the one that wins first; `~` is the home folder. */
  readonly user: readonly string[]
  /** Where its own settings are: there when it is installed. */
  readonly detect: string
  /** The environment variable that moves its settings elsewhere. */
  readonly homeVariable?: string
  /** Which form of SKILL.md it reads best. */
  readonly dialect: 'agentskills' | 'clawhub' | 'hermes'
}

/** Where every client looks besides its own folders: the place the Agent Skills standard names, and Claude Code's, which many read. */
const SHARED = '.agents/skills'
const CLAUDE = '.claude/skills'

/** Every known client, in the order in which their folders are looked into: one table for finding skills and for installing them. */
export const CLIENTS: readonly Client[] = [
  // The standard's own place, and its older singular form.
  {
    id: 'agents',
    name: 'Agent Skills',
    project: [SHARED, '.agent/skills'],
    user: ['~/.agents/skills', '~/.agent/skills'],
    detect: '~/.agents',
    dialect: 'agentskills',
  },
  {
    id: 'claude-code',
    name: 'Claude Code',
    project: [CLAUDE],
    user: ['~/.claude/skills'],
    detect: '~/.claude',
    homeVariable: 'CLAUDE_CONFIG_DIR',
    dialect: 'agentskills',
  },
  // A plain `skills` folder is OpenClaw's workspace, and what document C calls the configured folder.
  {
    id: 'openclaw',
    name: 'OpenClaw',
    project: ['skills', SHARED],
    user: ['~/.agents/skills', '~/.openclaw/skills'],
    detect: '~/.openclaw',
    dialect: 'clawhub',
  },
  {
    id: 'hermes',
    name: 'Hermes',
    project: ['.hermes/skills', SHARED],
    user: ['~/.hermes/skills'],
    detect: '~/.hermes',
    homeVariable: 'HERMES_HOME',
    dialect: 'hermes',
  },
  {
    id: 'codex',
    name: 'Codex',
    project: [SHARED, '.codex/skills'],
    user: ['~/.codex/skills'],
    detect: '~/.codex',
    homeVariable: 'CODEX_HOME',
    dialect: 'agentskills',
  },
  // Document B: agents/{role}/agent.yaml, with flat scripts below.
  {
    id: 'skill-protocol',
    name: 'Skill protocol',
    project: ['agents'],
    user: [],
    detect: 'agents',
    dialect: 'agentskills',
  },
  client('cursor', 'Cursor', { project: [SHARED, '.cursor/skills'] }),
  client('gemini', 'Gemini CLI', { project: [SHARED, '.gemini/skills'] }),
  client('copilot', 'GitHub Copilot', { project: ['.github/skills', SHARED] }),
  client('opencode', 'OpenCode', {
    project: ['.opencode/skills', CLAUDE, SHARED],
    home: '~/.config/opencode',
    user: ['~/.config/opencode/skills', '~/.claude/skills', '~/.agents/skills'],
  }),
  client('windsurf', 'Windsurf', { home: '~/.codeium/windsurf' }),
  client('goose', 'Goose', { home: '~/.config/goose' }),
  client('amp', 'Amp', { project: [SHARED], home: '~/.config/agents' }),
  client('replit', 'Replit', { project: [SHARED], home: '~/.config/agents' }),
  client('factory', 'Factory', { project: [SHARED] }),
  client('antigravity', 'Antigravity', { project: [SHARED], home: '~/.gemini/antigravity' }),
  client('kilo', 'Kilo', { project: [SHARED] }),
  client('crush', 'Crush', { home: '~/.config/crush' }),
  client('devin', 'Devin', { home: '~/.config/devin' }),
  client('pi', 'Pi', { home: '~/.pi/agent' }),
  client('vibe', 'Mistral Vibe'),
  client('astrbot', 'AstrBot', { project: ['data/skills'], home: '~/.astrbot/data' }),
  client('cline', 'Cline', { project: [SHARED], user: ['~/.agents/skills'] }),
  client('warp', 'Warp', { project: [SHARED], user: ['~/.agents/skills'] }),
  client('zed', 'Zed', { project: [SHARED], user: ['~/.agents/skills'], home: '~/.config/zed' }),
  client('kiro', 'Kiro'),
  client('roo', 'Roo Code'),
  client('qwen', 'Qwen Code'),
  client('trae', 'Trae'),
  client('qoder', 'Qoder'),
  client('continue', 'Continue'),
  client('junie', 'Junie'),
  client('iflow', 'iFlow CLI'),
  client('codebuddy', 'CodeBuddy'),
  client('openhands', 'OpenHands'),
  client('zencoder', 'Zencoder'),
  client('augment', 'Augment'),
  client('lingma', 'Lingma'),
  client('adal', 'AdaL'),
  client('aider-desk', 'AiderDesk'),
  client('antigravity-cli', 'Antigravity CLI', { project: [SHARED], home: '~/.gemini/antigravity-cli' }),
  client('autohand', 'Autohand Code CLI'),
  client('bob', 'IBM Bob'),
  client('codeartsdoer', 'CodeArts Agent'),
  client('codemaker', 'Codemaker'),
  client('codestudio', 'Code Studio'),
  client('commandcode', 'Command Code'),
  client('cortex', 'Cortex Code', { home: '~/.snowflake/cortex' }),
  client('deepagents', 'Deep Agents', { project: [SHARED], user: ['~/.deepagents/agent/skills'] }),
  client('dexto', 'Dexto', { project: [SHARED], user: ['~/.agents/skills'] }),
  client('eve', 'Eve', { project: ['agent/skills'], user: [] }),
  client('firebender', 'Firebender', { project: [SHARED] }),
  client('forge', 'ForgeCode'),
  client('fx', 'fx', { project: [SHARED], user: ['~/.agents/skills'] }),
  client('grok', 'Grok Build'),
  client('inferencesh', 'inference.sh'),
  client('jazz', 'Jazz'),
  client('kimchi', 'Kimchi', { home: '~/.config/kimchi', user: ['~/.config/kimchi/harness/skills'] }),
  client('kimi-code', 'Kimi Code CLI', { project: [SHARED], user: ['~/.agents/skills'] }),
  client('kode', 'Kode'),
  client('loaf', 'Loaf', { project: [SHARED], user: ['~/.agents/skills'] }),
  client('mcpjam', 'MCPJam'),
  client('minimax', 'MiniMax Code'),
  client('moxby', 'Moxby'),
  client('mux', 'Mux'),
  client('neovate', 'Neovate'),
  client('ona', 'Ona'),
  client('pochi', 'Pochi'),
  client('posit', 'Posit Assistant', { project: ['.posit/assistant/skills'], home: '~/.posit/assistant' }),
  client('promptscript', 'PromptScript', { project: [SHARED], user: [] }),
  client('qoder-cn', 'Qoder CN', { project: ['.qoder/skills'] }),
  client('reasonix', 'Reasonix'),
  client('rovodev', 'Rovo Dev'),
  client('sarvam', 'Sarvam Code', { project: [SHARED], user: ['~/.agents/skills'] }),
  client('tabnine', 'Tabnine CLI', { project: ['.tabnine/agent/skills'], user: ['~/.tabnine/agent/skills'] }),
  client('terramind', 'Terramind'),
  client('tinycloud', 'Tinycloud'),
  client('trae-cn', 'Trae CN', { project: ['.trae/skills'] }),
  client('zcode', 'ZCode'),
  client('zenflow', 'Zenflow', { project: ['.zencoder/skills'], home: '~/.zencoder' }),
]

/** A client that keeps to the custom: `.<id>/skills` in a project, `~/.<id>/skills` for the user. */
function client(
  id: string,
  name: string,
  {
    home = `~/.${id}`,
    project = [`.${id}/skills`],
    user = [`${home}/skills`],
  }: { home?: string; project?: readonly string[]; user?: readonly string[] } = {},
): Client {
  return { id, name, project, user, detect: home, dialect: 'agentskills' }
}

/** The client of an id. Throws INVALID_INPUT that names them all. */
export function clientNamed(id: string): Client {
  const client = CLIENTS.find((known) => known.id === id)
  if (client) return client
  throw new SkillError('INVALID_INPUT', `There is no client ${JSON.stringify(id)}`, {
    hint: `Name one of ${CLIENTS.map((known) => known.id).join(', ')}.`,
  })
}

/** A folder of the user, where the client looks for it: `~` is the home folder, and a variable may have moved the client's own. */
export function userClientFolder(
  path: string,
  { detect, homeVariable }: Client,
  home: string,
  env: Readonly<Record<string, string | undefined>>,
): string {
  const moved = homeVariable === undefined ? undefined : env[homeVariable]?.trim()
  const own = detect.replace(/^~/, home)
  const folder = path.replace(/^~/, home)
  const inside = relative(own, folder)
  return moved && !inside.startsWith('..') ? join(moved, inside) : folder
}
