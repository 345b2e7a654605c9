import type { Purpose } from '../../declared-purpose.ts'
import { type Evidence, fromMatch } from '../../evidence.ts'
import type { TextFile } from '../../package-view.ts'
import { anyOf, inTurn } from '../../text/join-patterns.ts'

/** Now, compared with a day that is written out. */
const DAY_GATE = anyOf(
  'i',
  inTurn(
    /(?:today\(\)|now\(\)|Date\.now\(\)|new Date\(\)|time\.time\(\)|time\(\)|date \+%\w+[)`"']*|Get-Date\)?)\s*(?:>=?|-g[te])\s*["']?(?:datetime\.|new Date\(|date\(|Date\.parse\()?/,
    /[^\n]{0,20}\b(?:20[2-4]\d|1[789]\d{8}(?:\d{3})?)\b/,
  ),
)
const DELETES_OR_RUNS =
  /\bDROP (?:SCHEMA|DATABASE|TABLE)\b|\brmtree\(|\brm\s+-\w*[rf]|\brm\(|rmSync\(|unlinkSync\(|\bshred\b|\bexec\(|\beval\(|os\.system\(|\bsubprocess\.|\|\s*(?:ba)?sh\b|child_process/i

/** A time bomb: nothing happens before a certain day, so that nobody sees it when the skill is tried out. */
export function judgeTimeBomb(file: TextFile): Evidence[] {
  const gate = DAY_GATE.exec(file.text)
  const deed = gate === null ? null : DELETES_OR_RUNS.exec(file.text.slice(gate.index, gate.index + 600))
  if (gate === null || deed === null) return []
  return [fromMatch('scan/unexplained-power', file, gate, `waits for a day, then does ${deed[0]}`)]
}

/** A random number of any language. */
const RANDOM_NUMBER = [
  'random\\.random\\(\\)',
  'Math\\.random\\(\\)',
  'rand\\.(?:Float64|Intn?)\\([^)\\n]{0,12}\\)',
  '\\brand\\([^)\\n]{0,12}\\)',
  'Random\\.rand\\b[^\\n]{0,12}',
  'mt_rand\\([^)\\n]{0,12}\\)',
  'random_int\\([^)\\n]{0,12}\\)',
  '\\$RANDOM\\s*%\\s*\\d+',
  'RANDOM\\s*%\\s*\\d+',
  '\\(?Get-Random[^\\n)]{0,40}\\)?',
  'random\\.(?:randint|randrange)\\([^)\\n]{0,16}\\)',
  'secrets\\.randbelow\\([^)\\n]{0,12}\\)',
].join('|')
/** It is compared. */
const CHANCE_GATE = new RegExp(
  `\\b(?:${RANDOM_NUMBER})\\s*(?:\\)\\)|\\)|\\]\\])?\\s*(?:<=?|>=?|={2,3}|-(?:eq|lt|le|gt|ge))\\s*[\\d.]+`,
)
const DESTROYS = anyOf(
  'i',
  /\bdelete\s+from\b|\bdrop\s+(?:table|database|schema|collection)\b|\btruncate\s+(?:table\s+)?\w/,
  /\bupdate\s+\S{1,60}\s+set\b|\bdeleteMany\(|\bdelete_many\(|\bdestroy_all\b|\bdelete_all\b|\.unlink\(/,
  /\bunlink(?:Sync)?\(|\bos\.(?:remove|Remove\w*)\(|\brmtree\(|\brmSync\(|\bFile\.delete\b/,
  /\bRemove-Item\b|\brm\s+-\w*[rf]|\bFLUSHALL\b|\.drop\(\)/,
)

/** A logic bomb that depends on chance: it destroys sometimes, so that it looks like a mistake. */
export function judgeChanceBomb(file: TextFile, purpose: Purpose): Evidence[] {
  if (/chaos|random|fuzz|sampl|seed|test data|cache|game/.test(purpose.said)) return []
  const chance = CHANCE_GATE.exec(file.text)
  const deed = chance === null ? null : DESTROYS.exec(governedBy(file.text, chance.index))
  if (chance === null || deed === null) return []
  return [fromMatch('scan/destructive', file, chance, `does ${deed[0]} by chance`)]
}

// The line of a condition, and what stands deeper below it.
function governedBy(text: string, index: number): string {
  const [line = '', ...below] = text
    .slice(text.lastIndexOf('\n', index) + 1)
    .slice(0, 600)
    .split('\n')
  const depth = line.search(/\S/)
  const end = below.findIndex((each) => each.trim() !== '' && each.search(/\S/) <= depth)
  return [line, ...below.slice(0, end < 0 ? below.length : end)].join('\n')
}
