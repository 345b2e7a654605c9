import type { Incompatibility } from './incompatibility.ts'
import type { Question } from './universe.ts'
import { ABSENT, type VersionSet, type VersionSets } from './version-sets.ts'

/** The derivation of an incompatibility as numbered sentences, the conclusion last. */
export function explain(failure: Incompatibility, sets: VersionSets, words: Words): string[] {
  return new Explainer(sets, words).tell(failure)
}

/** How packages are spoken of. */
type Words = Required<Pick<Question, 'nameOf' | 'problemOf'>>

class Explainer {
  readonly #sets: VersionSets
  readonly #nameOf: Words['nameOf']
  readonly #problemOf: Words['problemOf']
  readonly #lines: string[] = []
  readonly #numbers = new Map<Incompatibility, number>()

  constructor(sets: VersionSets, { nameOf, problemOf }: Words) {
    this.#sets = sets
    this.#nameOf = nameOf
    this.#problemOf = problemOf
  }

  tell(incompatibility: Incompatibility): string[] {
    const { cause } = incompatibility
    if (cause.kind !== 'derived') {
      this.#lines.push(`${capital(this.#fact(incompatibility))}.`)
      return this.#lines
    }
    // Deep derivations are told from the leaves up, each once; later sentences name its number.
    for (const from of cause.from) if (from.cause.kind === 'derived' && !this.#numbers.has(from)) this.tell(from)
    const [first, second] = cause.from.map((from) => this.#because(from))
    this.#lines.push(`Because ${first} and ${second}, ${this.#conclusion(incompatibility)}.`)
    this.#numbers.set(incompatibility, this.#lines.length)
    return this.#lines
  }

  #because(from: Incompatibility): string {
    const number = this.#numbers.get(from)
    if (number === undefined) return this.#fact(from)
    return number === this.#lines.length ? this.#conclusion(from) : `${this.#conclusion(from)} (${number})`
  }

  #fact(incompatibility: Incompatibility): string {
    const { cause, terms } = incompatibility
    if (cause.kind === 'derived') return this.#conclusion(incompatibility)
    const name = this.#nameOf(cause.key)
    if (cause.kind === 'wanted') {
      const asked = `${cause.by} ${name} ${cause.range}`.trimEnd()
      return this.#sets.inRange(cause.key, cause.range) === 0n ? `${asked}, ${this.#thereIs(cause.key)}` : asked
    }
    const set = terms.get(cause.key) ?? 0n
    const versions = `${name} ${this.#sets.describe(cause.key, set)}`
    if (cause.kind === 'unusable') return `${versions} ${cause.reason}`
    const needs = `${versions} needs ${this.#nameOf(cause.needs)} ${cause.range}`
    return this.#sets.inRange(cause.needs, cause.range) === 0n ? `${needs}, ${this.#thereIs(cause.needs)}` : needs
  }

  #thereIs(key: string): string {
    const versions = this.#sets.candidates(key).map(({ version }) => version)
    const problem = this.#problemOf(key)
    if (versions.length === 0) return `of which there is no version${problem === undefined ? '' : `: ${problem}`}`
    const shown = versions.slice(0, 5).join(', ')
    return `of which there is only ${shown}${versions.length > 5 ? ` and ${versions.length - 5} more` : ''}`
  }

  #conclusion({ terms }: Incompatibility): string {
    if (terms.size === 0) return 'there is no set of versions that fits together'
    const present = [...terms].filter(([, set]) => (set & ABSENT) === 0n)
    const needed = [...terms].filter(([, set]) => (set & ABSENT) !== 0n)
    const subject = present.map(([key, set]) => this.#versions(key, set)).join(' with ')
    if (needed.length === 0) return `${subject} cannot be installed`
    const wanted = needed.map(([key, set]) => this.#versions(key, this.#sets.not(key, set))).join(' or ')
    return subject === '' ? `${wanted} is needed` : `${subject} needs ${wanted}`
  }

  #versions(key: string, set: VersionSet): string {
    return `${this.#nameOf(key)} ${this.#sets.describe(key, set & ~ABSENT)}`
  }
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}
