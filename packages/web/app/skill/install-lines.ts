/** What brings a version to one client. */
interface InstallLine {
  readonly client: string
  readonly text: string
}

interface InstalledVersion {
  readonly scope: string
  readonly skill: string
  readonly version: string
  readonly access: 'public' | 'restricted' | 'private'
}

/** Agents whose folders skills are most often put into; the command knows many more. */
const AGENTS = ['claude-code', 'codex', 'cursor', 'gemini', 'copilot', 'opencode']

/** The shell lines that bring a version to each client. Names come from the hub, which allows letters, digits, dots, plus and minus in them. */
export function installLines(url: string, { scope, skill, version, access }: InstalledVersion): readonly InstallLine[] {
  const address = `${url}/v1/skills/@${scope}/${skill}/versions/${version}/package`
  const name = `@${scope}/${skill}@${version}`
  // What everybody may see needs no account.
  const install =
    access === 'public'
      ? `skillwright install ${name} --hub ${url}`
      : `skillwright login ${url}\nskillwright install ${name}`
  return [
    { client: 'skillwright', text: install },
    ...AGENTS.map((client) => ({ client, text: `${install} --agent ${client}` })),
    { client: 'skills', text: `npx skills add ${url} --skill ${skill}` },
    {
      client: 'mcp',
      text: `claude mcp add --transport http skillwright ${url}/mcp --header "Authorization: Bearer $SKILLWRIGHT_HUB_TOKEN"`,
    },
    { client: 'shell', text: `mkdir ${skill} && curl -fsSL '${address}' | tar xz -C ${skill}` },
  ]
}
