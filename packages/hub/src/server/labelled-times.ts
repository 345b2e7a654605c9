/** Upper bounds of the buckets, in seconds. */
const BOUNDS: readonly number[] = [0.001, 0.005, 0.02, 0.1, 0.5, 2, 10]
/** Beyond so many subjects the rest are counted as one: each is kept for as long as the process runs. */
const MAX_SUBJECTS = 1_000
const OTHERS = '(others)'

interface Counted {
  /** How many took at most as long as each bound; the last counts all. */
  readonly buckets: number[]
  seconds: number
}

/** How a histogram is called, and how its labels are written. */
export interface TimesOptions {
  readonly name: string
  readonly help: string
  readonly labels: (subject: string, outcome: string) => string
}

/** Counts how long things take, by what they are about and how they end. Not with prom-client, which takes a tenth of a short answer for it. */
export class LabelledTimes {
  readonly #options: TimesOptions
  readonly #subjects = new Map<string, Map<string, Counted>>()

  constructor(options: TimesOptions) {
    this.#options = options
  }

  observe(subject: string, outcome: string, seconds: number): void {
    const counted = this.#countedOf(subject, outcome)
    counted.seconds += seconds
    for (let i = BOUNDS.length; i >= 0 && seconds <= (BOUNDS[i] ?? seconds); i--)
      counted.buckets[i] = (counted.buckets[i] ?? 0) + 1
  }

  /** All of it in the text format of Prometheus. */
  text(): string {
    const { name, help, labels: labelsOf } = this.#options
    const lines = [`# HELP ${name} ${help}`, `# TYPE ${name} histogram`]
    for (const [subject, outcomes] of this.#subjects)
      for (const [outcome, { buckets, seconds }] of outcomes) {
        const labels = labelsOf(subject, outcome)
        for (const [i, count] of buckets.entries())
          lines.push(`${name}_bucket{le="${BOUNDS[i] ?? '+Inf'}",${labels}} ${count}`)
        lines.push(`${name}_sum{${labels}} ${seconds}`, `${name}_count{${labels}} ${buckets.at(-1)}`)
      }
    return `${lines.join('\n')}\n`
  }

  #countedOf(wanted: string, outcome: string): Counted {
    const known = this.#subjects.get(wanted)?.get(outcome)
    if (known !== undefined) return known
    const subject = this.#subjects.has(wanted) || this.#subjects.size < MAX_SUBJECTS ? wanted : OTHERS
    const outcomes = this.#subjects.get(subject) ?? new Map<string, Counted>()
    this.#subjects.set(subject, outcomes)
    const counted = outcomes.get(outcome) ?? { buckets: [...BOUNDS, 0].fill(0), seconds: 0 }
    outcomes.set(outcome, counted)
    return counted
  }
}
