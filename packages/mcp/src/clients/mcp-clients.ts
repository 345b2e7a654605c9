import { join } from 'node:path'

/** How a client starts a server. */
export interface ServerCommand {
  readonly command: string
  readonly args: readonly string[]
}

/** Where things are on this machine. */
export interface Places {
  readonly home: string
  readonly cwd: string
  readonly platform: NodeJS.Platform
  readonly env: Readonly<Record<string, string | undefined>>
}

/** An MCP client whose settings we know. */
export interface McpClient {
  readonly id: string
  readonly name: string
  /** The file that it reads servers from. */
  readonly file: (places: Places) => string
  readonly format: 'json' | 'toml' | 'yaml'
  /** Where in the file servers stand, by name. */
  readonly path: readonly string[]
  /** One server as it writes it. */
  readonly entry: (command: ServerCommand) => Readonly<Record<string, unknown>>
}

const plain = ({ command, args }: ServerCommand) => ({ command, args })
const typed = ({ command, args }: ServerCommand) => ({ type: 'stdio', command, args })

/** The clients that `--config` knows. */
export const MCP_CLIENTS: readonly McpClient[] = [
  json('claude-desktop', 'Claude Desktop', (places) => join(appData(places), 'Claude', 'claude_desktop_config.json')),
  json('claude-code', 'Claude Code', ({ cwd }) => join(cwd, '.mcp.json'), { entry: typed }),
  json('cursor', 'Cursor', ({ home }) => join(home, '.cursor', 'mcp.json')),
  json('vscode', 'VS Code', ({ cwd }) => join(cwd, '.vscode', 'mcp.json'), { path: ['servers'], entry: typed }),
  json('gemini', 'Gemini CLI', ({ home }) => join(home, '.gemini', 'settings.json')),
  json('windsurf', 'Windsurf', ({ home }) => join(home, '.codeium', 'windsurf', 'mcp_config.json')),
  json('zed', 'Zed', (places) => join(config(places), places.platform === 'win32' ? 'Zed' : 'zed', 'settings.json'), {
    path: ['context_servers'],
  }),
  json('copilot', 'GitHub Copilot CLI', ({ home }) => join(home, '.copilot', 'mcp-config.json'), {
    entry: ({ command, args }) => ({ type: 'local', command, args, tools: ['*'] }),
  }),
  json('kiro', 'Kiro', ({ home }) => join(home, '.kiro', 'settings', 'mcp.json')),
  json('lm-studio', 'LM Studio', ({ home }) => join(home, '.lmstudio', 'mcp.json')),
  json('qwen', 'Qwen Code', ({ home }) => join(home, '.qwen', 'settings.json')),
  json('roo', 'Roo Code', ({ cwd }) => join(cwd, '.roo', 'mcp.json')),
  json('amp', 'Amp', ({ home }) => join(home, '.config', 'amp', 'settings.json'), { path: ['amp.mcpServers'] }),
  {
    id: 'codex',
    name: 'Codex',
    file: ({ home, env }) => join(env.CODEX_HOME ?? join(home, '.codex'), 'config.toml'),
    format: 'toml',
    path: ['mcp_servers'],
    entry: plain,
  },
  {
    id: 'goose',
    name: 'Goose',
    file: (places) =>
      places.platform === 'win32'
        ? join(config(places), 'Block', 'goose', 'config', 'config.yaml')
        : join(places.home, '.config', 'goose', 'config.yaml'),
    format: 'yaml',
    path: ['extensions'],
    entry: ({ command, args }) => ({
      name: 'skillwright',
      type: 'stdio',
      cmd: command,
      args,
      enabled: true,
      timeout: 300,
    }),
  },
  {
    id: 'hermes',
    name: 'Hermes',
    file: ({ home }) => join(home, '.hermes', 'config.yaml'),
    format: 'yaml',
    path: ['mcp_servers'],
    entry: plain,
  },
]

function json(
  id: string,
  name: string,
  file: McpClient['file'],
  { path = ['mcpServers'], entry = plain }: Partial<Pick<McpClient, 'path' | 'entry'>> = {},
): McpClient {
  return { id, name, file, format: 'json', path, entry }
}

/** Where programs keep their settings. */
function config({ home, platform, env }: Places): string {
  if (platform === 'win32') return env.APPDATA ?? join(home, 'AppData', 'Roaming')
  return env.XDG_CONFIG_HOME ?? join(home, '.config')
}

/** The same for those that follow the system on macOS too. */
function appData(places: Places): string {
  return places.platform === 'darwin' ? join(places.home, 'Library', 'Application Support') : config(places)
}
