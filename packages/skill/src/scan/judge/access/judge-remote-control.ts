import type { Purpose } from '../../declared-purpose.ts'
import { type Evidence, fromMatch } from '../../evidence.ts'
import type { TextFile } from '../../package-view.ts'
import { hostRelation } from '../../text/host-relation.ts'
import { anyOf, inTurn } from '../../text/join-patterns.ts'
import { isReservedHost } from '../../text/placeholder-host.ts'
import { findUrls } from '../../text/urls.ts'

const SERVES_SHELL = /(?:^|[\s;&`])(?:ttyd|gotty|wetty|shellinaboxd?)\s+[^\n]{0,80}\b(?:ba|z|da)?sh\b/m
const PUBLIC_TUNNEL =
  /\bcloudflared\s+tunnel\b|\bngrok\s+(?:http|tcp)\b|\b(?:localtunnel|lt)\s+--port\b|\bbore\s+local\b|\bssh\b[^\n]{0,60}\s-R\b/

/** A shell in a page, and a public address for that page. */
export function judgeSharedShell(file: TextFile): Evidence[] {
  const shell = PUBLIC_TUNNEL.test(file.text) ? SERVES_SHELL.exec(file.text) : null
  return shell === null ? [] : [fromMatch('scan/reverse-shell', file, shell, 'serves a shell through a public tunnel')]
}

const RUNS_REQUEST = /\b(?:exec|execSync|spawn|spawnSync|eval)\(\s*\w{1,20}\.(?:query|body|params|headers)\b/
const COMPARES_WORD = /\b(?:headers?|query|get|cookies)\b[^\n]{0,60}={2,3}\s*["'`]/

/** A web shell: a server that runs what comes in, for whoever knows a word. */
export function judgeWebShell(file: TextFile): Evidence[] {
  const run = COMPARES_WORD.test(file.text) ? RUNS_REQUEST.exec(file.text) : null
  return run === null ? [] : [fromMatch('scan/reverse-shell', file, run, 'runs what comes in for who knows a word')]
}

/** An endless loop in which an answer is run. */
const POLLS = anyOf(
  '',
  inTurn(
    /\b(?:while\s+(?:true|:|sleep\s+\d+|\[\s*1\s*\])|until\s+false|for\s*\(\(\s*;;\s*\)\))/,
    /[\s\S]{0,400}?\b(?:curl|wget)\b[^\n|]{0,200}\|\s*(?:sudo\s+)?(?:ba|z|da)?sh\b/,
  ),
  /\bwatch\s+-n[^\n]{0,80}\b(?:curl|wget)\b[^\n|]{0,200}\|\s*(?:ba|z|da)?sh\b/,
)

/** A bot that asks its command server for work, again and again. */
export function judgeCommandPolling(file: TextFile, purpose: Purpose): Evidence[] {
  const loop = POLLS.exec(file.text)
  const from = loop === null ? undefined : findUrls(loop[0])[0]
  if (loop === null || from === undefined || isReservedHost(from.host)) return []
  if (/^(?:local|unknown|vendor)$/.test(hostRelation(from.url, purpose))) return []
  return [fromMatch('scan/remote-code', file, loop, `runs what ${from.host} answers, again and again`)]
}
