/** One figure of a benchmark, always next to what it is compared with. */
export interface Measure {
  readonly name: string
  readonly value: number
  readonly unit: string
  /** What the value is relative to, measured in the same run. */
  readonly baseline: string
  readonly better: 'higher' | 'lower'
  readonly target: number
  readonly ok: boolean
}

/** Makes a measure and judges it against its target. */
export function measure(facts: Omit<Measure, 'ok'>): Measure {
  const ok = facts.better === 'higher' ? facts.value >= facts.target : facts.value <= facts.target
  return { ...facts, ok }
}

/**
 * How many times as fast `subject` is as `baseline`, as the median over rounds that take turns: on a noisy machine both
 * halves of a round see the same noise.
 */
export function speedRatio(
  baseline: () => unknown,
  subject: () => unknown,
  { rounds = 31, roundMs = 20 } = {},
): number {
  const calls = callsIn(baseline, roundMs)
  time(subject, calls)
  const ratios = Array.from({ length: rounds }, (_, round) => {
    if (round % 2 === 0) return time(baseline, calls) / time(subject, calls)
    const subjectTime = time(subject, calls)
    return time(baseline, calls) / subjectTime
  })
  return median(ratios)
}

/**
 * The same for work of nanoseconds, where the worst of many figures is looked for. Both are warmed up by the clock first: compiled code is made by
 * another thread, which comes late on a busy machine. A round is then shorter than a turn of another process, and pairs of which
 * one was interrupted are left out.
 */
export function steadyRatio(
  baseline: () => unknown,
  subject: () => unknown,
  { pairs = 200, roundMs = 0.25, warmUpMs = 150 } = {},
): number {
  const end = performance.now() + warmUpMs
  for (let calls = callsIn(baseline, roundMs); performance.now() < end; time(baseline, calls)) time(subject, calls)
  const calls = callsIn(baseline, roundMs)
  const times = Array.from({ length: pairs }, () => [time(baseline, calls), time(subject, calls)] as const)
  const [fastest, fastestSubject] = [Math.min(...times.map(([a]) => a)), Math.min(...times.map(([, b]) => b))]
  const whole = times.filter(([a, b]) => a < 2 * fastest && b < 2 * fastestSubject)
  return median(whole.map(([a, b]) => a / b))
}

/** Milliseconds one call takes, as the median over rounds. */
export function milliseconds(work: () => unknown, { rounds = 7 } = {}): number {
  work()
  return median(Array.from({ length: rounds }, () => time(work, 1)))
}

/** What some work gives, and the processor time it took in milliseconds: on a busy machine steadier than the clock. */
export async function cpuMs<Value>(work: () => Promise<Value>): Promise<{ value: Value; ms: number }> {
  const start = process.cpuUsage()
  const value = await work()
  const { user, system } = process.cpuUsage(start)
  return { value, ms: (user + system) / 1000 }
}

/** Says on stderr what a long benchmark is at, and how long it has been running. */
export function progress(step: string): void {
  console.error(`  ${process.uptime().toFixed(0).padStart(4)} s  ${step} …`)
}

/** The middle one of some numbers. */
export function median(numbers: readonly number[]): number {
  const sorted = numbers.toSorted((a, b) => a - b)
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN
}

function callsIn(work: () => unknown, ms: number): number {
  let calls = 1
  while (time(work, calls) < ms) calls *= 2
  return calls
}

function time(work: () => unknown, calls: number): number {
  const start = performance.now()
  for (let i = 0; i < calls; i++) work()
  return performance.now() - start
}
