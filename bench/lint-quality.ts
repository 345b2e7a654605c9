import type { Finding } from '@skillwright/contract'
import { lintFiles, type SkillFiles } from '@skillwright/skill'
import { type Contradiction, listContradictions } from './lint-contradictions.ts'
import { type Measure, measure } from './measure.ts'

const RULES = /^skill\/(?:notation-differs|example-contract|manifest-differs|manifest-wording)$/

/** How many contradictions between two files of a package are a finding that names both places, and how many are found where there are none. */
export async function lintQuality(): Promise<Measure[]> {
  const known = new Map<SkillFiles, ReadonlySet<string>>()
  const counts = { tuned: { all: 0, found: 0 }, judged: { all: 0, found: 0 } }
  let complaints = 0
  for (const contradiction of await listContradictions()) {
    const { before, after, half } = contradiction
    const seen = known.get(before)
    const first = seen === undefined ? lintFiles(before).filter(({ rule }) => RULES.test(rule)) : []
    const old = seen ?? new Set(first.map(keyOf))
    known.set(before, old)
    complaints += first.length
    counts[half].all++
    if (lintFiles(after).some((finding) => !old.has(keyOf(finding)) && namesBoth(finding, contradiction)))
      counts[half].found++
  }
  const { tuned, judged } = counts
  return [
    measure({
      name: 'lint: contradictions between two files of a package, found with both places',
      value: (100 * judged.found) / judged.all,
      unit: '%',
      baseline: `all (judged half ${judged.found} of ${judged.all}, tuned half ${tuned.found} of ${tuned.all})`,
      better: 'higher',
      target: 95,
    }),
    measure({
      name: 'lint: contradictions found where there are none',
      value: complaints,
      unit: 'findings',
      baseline: `none in ${known.size} packages`,
      better: 'lower',
      target: 0,
    }),
  ]
}

function namesBoth({ rule, file = '', line, message }: Finding, { files }: Contradiction): boolean {
  const other = files.find((each) => each !== file)
  return RULES.test(rule) && line !== undefined && files.includes(file) && message.includes(`${other}:`)
}

function keyOf({ rule, file, message }: Finding): string {
  return `${rule} ${file} ${message}`
}
