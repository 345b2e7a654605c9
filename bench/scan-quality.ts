import { lintFiles, scanFiles } from '@skillwright/skill'
import { type KindSample, kindSamples } from '../packages/skill/src/scan/fixtures/kinds/all-kinds.ts'
import { halfOf } from '../packages/skill/src/scan/fixtures/kinds/kind.ts'
import { type Measure, measure } from './measure.ts'
import { realPackages, writtenPackages } from './scan-corpus.ts'

interface Tally {
  total: number
  block: number
  review: number
}

/** How many attacks of each group are blocked or sent to a reviewer, and how many honest skills with them. */
export async function scanQuality(): Promise<Measure[]> {
  const groups = Map.groupBy(kindSamples(), ({ group }) => group)
  const generated: Measure[] = []
  for (const [group, samples] of groups) generated.push(...(await measureGroup(group, samples)))
  return [...generated, ...(await measureWritten()), ...(await measureReal())]
}

async function measureGroup(group: string, samples: readonly KindSample[]): Promise<Measure[]> {
  const halves = { tuned: newTally(), judged: newTally() }
  for (const { half, files } of samples) count(halves[half], (await scanFiles(files)).verdict)
  const isAttack = samples.some((sample) => sample.isAttack)
  const said = (tally: Tally) =>
    `${tally.total}: ${percent(tally.block, tally.total).toFixed(1)} % blocked, ${percent(tally.review, tally.total).toFixed(1)} % review`
  const { judged } = halves
  return [
    measure({
      name: `scan: ${group}, ${isAttack ? 'blocked or reviewed' : 'blocked'}`,
      value: percent(judged.block + (isAttack ? judged.review : 0), judged.total),
      unit: '%',
      baseline: `all of them (tuned half ${said(halves.tuned)}; judged half ${said(judged)})`,
      better: isAttack ? 'higher' : 'lower',
      target: isAttack ? 85 : 0,
    }),
  ]
}

/** Packages of authors who had not seen the scanner, and that nothing was learnt from. */
async function measureWritten(): Promise<Measure[]> {
  const tallies = { attacks: newTally(), honest: newTally() }
  for (const { isAttack, files } of writtenPackages('judge'))
    count(isAttack ? tallies.attacks : tallies.honest, (await scanFiles(files)).verdict)
  const { attacks, honest } = tallies
  return [
    measure({
      name: 'scan: attacks by other authors, blocked or reviewed',
      value: percent(attacks.block + attacks.review, attacks.total),
      unit: '%',
      baseline: `${attacks.total}, of which ${percent(attacks.block, attacks.total).toFixed(1)} % are blocked`,
      better: 'higher',
      target: 85,
    }),
    measure({
      name: 'scan: their honest twins, blocked',
      value: percent(honest.block, honest.total),
      unit: '%',
      baseline: `${honest.total}, of which ${percent(honest.review, honest.total).toFixed(1)} % are reviewed`,
      better: 'lower',
      target: 0.5,
    }),
  ]
}

/** Real skills, most of them honest: what is blocked or held is mostly a mistake, and each finding costs its author time. */
async function measureReal(): Promise<Measure[]> {
  const tally = newTally()
  const costs: number[] = []
  const findings: number[] = []
  for await (const { id, files } of realPackages()) {
    if (halfOf(id) !== 'judged') continue
    const start = process.cpuUsage()
    count(tally, (await scanFiles(files)).verdict)
    const { user, system } = process.cpuUsage(start)
    costs.push((user + system) / 1_000)
    // The files that links lead to are not part of the corpus.
    const found = lintFiles(files, { folder: id.slice(id.lastIndexOf('/') + 1) })
    findings.push(found.filter(({ rule }) => rule !== 'skill/broken-link').length)
  }
  if (tally.total === 0) return []
  const baseline = `${tally.total} real skills`
  return [
    measure({
      name: 'scan: real skills blocked',
      value: percent(tally.block, tally.total),
      unit: '%',
      baseline,
      better: 'lower',
      target: 0.5,
    }),
    measure({
      name: 'scan: real skills sent to a reviewer',
      value: percent(tally.review, tally.total),
      unit: '%',
      baseline,
      better: 'lower',
      target: 6,
    }),
    measure({
      name: 'scan: p95 of a real skill',
      value: quantile(costs, 0.95),
      unit: 'ms of CPU',
      baseline,
      better: 'lower',
      target: 50,
    }),
    measure({
      name: 'lint: p95 of findings a real skill',
      value: quantile(findings, 0.95),
      unit: 'findings',
      baseline: `${baseline}, median ${quantile(findings, 0.5)}`,
      better: 'lower',
      target: 5,
    }),
  ]
}

function newTally(): Tally {
  return { total: 0, block: 0, review: 0 }
}

function count(tally: Tally, verdict: 'pass' | 'review' | 'block'): void {
  tally.total++
  if (verdict !== 'pass') tally[verdict]++
}

function percent(part: number, whole: number): number {
  return whole === 0 ? 0 : (part / whole) * 100
}

function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0
}
