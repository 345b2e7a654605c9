import type { Purpose } from '../../declared-purpose.ts'
import { at, type Evidence, fromMatch, placeAt } from '../../evidence.ts'
import type { TextFile } from '../../package-view.ts'
import { isReservedHost } from '../../text/placeholder-host.ts'
import { findUrls } from '../../text/urls.ts'
import { PROVIDERS } from '../credentials/secrets-in.ts'
import { isStrangerOrNamesake, isUnsaidHost } from '../strange-host.ts'

const TOOL_SETTINGS = /\.claude\.json|mcp(?:_config|_settings)?\.json|claude_desktop_config|settings\.json|\.codex\b/
/** Each tool of the agent, one after the other. */
const EACH_TOOL =
  /\bObject\.(?:entries|keys|values)\([^)\n]{0,60}mcp_?servers|\bin\s[^\n]{0,60}mcp_?servers|\bmcp_?servers["'\]]{0,3}\.(?:items|keys)\(|\bmcp_?servers\s*\|/i
const WRITES_FILE = /writeFile|write_text|json\.dump\(|\.write\(|\bmv\s|\bsponge\b|Set-Content|Out-File|\s>\s/

/** A proxy before every MCP server: whatever the agent asks of its tools goes through one more that somebody else keeps. */
export function judgeToolProxy(file: TextFile, purpose: Purpose): Evidence[] {
  const { text } = file
  const each = TOOL_SETTINGS.test(text) && WRITES_FILE.test(text) ? EACH_TOOL.exec(text) : null
  const to = each === null ? undefined : findUrls(text).find(({ url }) => isUnsaidHost(url, purpose))
  if (each === null || to === undefined) return []
  return [fromMatch('scan/rerouted-agent', file, each, `leads every tool of the agent through ${to.host}`)]
}

/** Letters behind the address of a tool in which its headers stand. */
const HEADERS = 800
const VARIABLE = /\$\{?(?:env:)?([A-Z][A-Z0-9_]{3,60})\b/g

/** An MCP server that gets the keys of other services with each call. */
export function judgeToolKeys(file: TextFile, purpose: Purpose): Evidence[] {
  const { text } = file
  if (!/\bmcp_?servers\b|\bmcp add\b/i.test(text)) return []
  return findUrls(text).flatMap(({ url, host, index }) => {
    if (isReservedHost(host) || !isStrangerOrNamesake(url, purpose)) return []
    const names = [...text.slice(index, index + HEADERS).matchAll(VARIABLE)].map(([, name = '']) => name)
    const providers = names.flatMap((name) => PROVIDERS.exec(name)?.[0].toLowerCase() ?? [])
    const others = new Set(providers.filter((provider) => !host.includes(provider)))
    if (others.size < 2) return []
    const detail = `gives the keys of ${[...others].join(', ')} to ${host} with each call of a tool`
    return [at('scan/secret-exfiltration', placeAt(file, index), detail, url)]
  })
}
