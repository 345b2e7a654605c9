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
}

/** Where every client looks besides its own folders: the place the Agent Skills standard names, and Claude Code's, which many read. */
const SHARED = '.agents/skills'
const CLAUDE = '.claude/skills'

/** Every known client, in the order in which their folders are looked into. */
export const CLIENTS: readonly Client[] = [
  // The standard's own place, and its older singular form.
  {
    id: 'agents',
    name: 'Agent Skills',
    project: [SHARED, '.agent/skills'],
    user: ['~/.agents/skills', '~/.agent/skills'],
    detect: '~/.agents',
  },
  {
    id: 'claude-code',
    name: 'Claude Code',
    project: [CLAUDE],
    user: ['~/.claude/skills'],
    detect: '~/.claude',
    homeVariable: 'CLAUDE_CONFIG_DIR',
  },
  // A plain `skills` folder is OpenClaw's workspace, and what document C calls the configured folder.
  {
    id: 'openclaw',
    name: 'OpenClaw',
    project: ['skills', SHARED],
    user: ['~/.agents/skills', '~/.openclaw/skills'],
    detect: '~/.openclaw',
  },
  {
    id: 'hermes',
    name: 'Hermes',
    project: ['.hermes/skills', SHARED],
    user: ['~/.hermes/skills'],
    detect: '~/.hermes',
    homeVariable: 'HERMES_HOME',
  },
  {
    id: 'codex',
    name: 'Codex',
    project: [SHARED],
    user: ['~/.codex/skills'],
    detect: '~/.codex',
    homeVariable: 'CODEX_HOME',
  },
  // Document B: agents/{role}/agent.yaml, with flat scripts below.
  { id: 'skill-protocol', name: 'Skill protocol', project: ['agents'], user: [], detect: 'agents' },
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
  return { id, name, project, user, detect: home }
}
