import { at, type Evidence } from '../../evidence.ts'
import type { TextFile } from '../../package-view.ts'
import { anyOf } from '../../text/join-patterns.ts'

/** What takes an agent's questions away, in its settings or on its command line. */
export const SKIPS_QUESTIONS = anyOf(
  'i',
  // Claude Code.
  /bypassPermissions|dangerously-?skip-?permissions|["']?(?:Bash|Write|Edit|WebFetch)\((?:\*|\*:\*|:\*)\)/,
  // Codex.
  /approval_policy\s*=\s*["']?never|danger-full-access/,
  // Other agents.
  /["']?ask["']?\s*:\s*["']?off|["']?auto_?-?approve["']?\s*[:=]\s*(?:true|["']?all|\[\s*["']\*)/,
  /skip_?permissions["']?\s*[:=]\s*true|enableAllProjectMcpServers["']?\s*:\s*true/,
)

/** Where such a setting takes effect: settings of agents, and what every terminal starts with. */
const SETTINGS =
  /settings(?:\.local)?\.json|\.claude\.json|openclaw\.json|\.codex\/config\.toml|\bmcp\.json|\balias \w+=|\.(?:zshrc|bashrc|profile)\b|\ballow ?list\b|"permissions"/i

/** The setting is shown as what not to do. */
const WARNS = anyOf(
  'i',
  /\b(?:never|do not|don't|avoid|deny|must not|should not|instead of|rather than|dangerous|unsafe|insecure|risky?|only (?:in|inside)(?: of)? (?:a |an )?(?:isolated )?(?:sandbox|container|vm))\b/,
  // Chinese.
  /不要|禁止|切勿|避免|危险/,
)

const AROUND = 5

/** Settings that take an agent's questions away, wherever they are written down: the skill's name is no excuse for them. */
export function judgeAgentPermissions({ path, text }: TextFile): Evidence[] {
  if (!SKIPS_QUESTIONS.test(text)) return []
  const lines = text.split('\n')
  const row = lines.findIndex((line, index) => {
    if (!SKIPS_QUESTIONS.test(line)) return false
    const near = lines.slice(Math.max(0, index - AROUND), index + AROUND + 1).join('\n')
    return (
      (SETTINGS.test(near) || SETTINGS.test(path)) &&
      !WARNS.test(lines.slice(Math.max(0, index - 2), index + 2).join('\n'))
    )
  })
  const place = { file: path, line: row + 1, layers: [] }
  return row < 0 ? [] : [at('scan/weakened-protection', place, 'takes the questions of the agent away', lines[row])]
}
