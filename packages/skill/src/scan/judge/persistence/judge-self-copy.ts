import { type Evidence, fromMatch } from '../../evidence.ts'
import type { TextFile } from '../../package-view.ts'
import { anyOf, inTurn } from '../../text/join-patterns.ts'

const OWN_FILE =
  /\b(?:copy\w*|cp\w*|readFile\w*|open|symlink\w*|Copy-Item|move|rename\w*)\s*\(?\s*(?:["']?\$0\b|\$\{?BASH_SOURCE|__file(?:name)?__|__filename|__dirname|\$PSCommandPath|sys\.argv\[0\]|process\.argv\[1\])/
const PUBLISHES =
  /\b(?:npm|yarn|pnpm|cargo|gem|twine|clawhub)\s+(?:publish|push|upload)\b|\bgit\s+(?:push|commit)\b|\bscp\b|\.(?:claude|openclaw|codex|cursor|hermes)[/"'\s,]+skills\b/

/** A worm: a script that puts itself into other packages, repositories or machines. */
export function judgeSelfCopy(file: TextFile): Evidence[] {
  const copy = OWN_FILE.exec(file.text)
  const other = PUBLISHES.exec(file.text)
  if (copy === null || other === null) return []
  return [fromMatch('scan/self-copy', file, copy, `copies itself and does ${other[0]}`)]
}

const COPY_ORDER = anyOf(
  'i',
  inTurn(
    /\b(?:copy|add|append|insert|write|install|replicate|propagate)\b/,
    /[^.!?\n]{0,60}\b(?:this (?:folder|skill|file|text|section|block|line)|these (?:lines|instructions)|yourself|itself|the (?:line|following)|a (?:line|reference))\b/,
    /[^.!?\n]{0,80}\b(?:every|each|all|any)\b/,
    /[^.!?\n]{0,40}\b(?:other )?(?:skills?|SKILL\.md|CLAUDE\.md|AGENTS\.md|repositor(?:y|ies)|agents?|director(?:y|ies) under [^\n]{0,30}skills)\b/,
  ),
)

/** The same told to the agent: a prompt that replicates itself. */
export function judgeCopyOrder(file: TextFile): Evidence[] {
  const order = COPY_ORDER.exec(file.text)
  return order === null ? [] : [fromMatch('scan/self-copy', file, order, 'tells the agent to put it into others')]
}
