import { createReadStream, existsSync, globSync, readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { createInterface } from 'node:readline'
import { createGunzip } from 'node:zlib'
import { readFiles } from '../packages/skill/src/read-files.ts'
import { HONEST_BEHAVIOURS } from '../packages/skill/src/scan/fixtures/behaviours.ts'
import { DEFENCES } from '../packages/skill/src/scan/fixtures/defences.ts'
import { kindSamples } from '../packages/skill/src/scan/fixtures/kinds/all-kinds.ts'
import { LOOKALIKES } from '../packages/skill/src/scan/fixtures/lookalikes.ts'
import { BENIGN } from '../packages/skill/src/scan/fixtures/mutations.ts'
import { BENIGN_PACKAGES } from '../packages/skill/src/scan/fixtures/packages.ts'
import { HONEST_TWINS } from '../packages/skill/src/scan/fixtures/powers/honest-twins.ts'
import { RULE_PAIRS, type Sample } from '../packages/skill/src/scan/fixtures/rule-pairs.ts'

// Packages as several authors wrote them, each for itself and without having seen the scanner: attacks, and honest skills that need the
// same powers. A file holds some packages of one author; `=== attack | kind` begins a package and `--- path` a file of it.
const WRITTEN = new URL('scan-corpus/', import.meta.url)
const SKILLS = new URL('../skills/', import.meta.url)
const REAL = new URL('../../shared/cases/retrieval/skills-real/corpus.jsonl.gz', import.meta.url)

/** A package of which it is known what it is. */
export interface WrittenPackage {
  readonly author: string
  readonly isAttack: boolean
  readonly files: ReadonlyMap<string, Uint8Array>
}

/** Packages to learn from, or those that are only judged by. */
export function writtenPackages(purpose: 'learn' | 'judge'): WrittenPackage[] {
  return globSync(`${purpose}/*.txt`, { cwd: WRITTEN })
    .toSorted()
    .flatMap((file) => {
      const author = basename(file).split('-')[0] ?? ''
      const [, ...packages] = `\n${readFileSync(new URL(file, WRITTEN), 'utf8')}`.split(/\n=== (?=attack|honest)/)
      return packages.map((text) => ({ author, isAttack: text.startsWith('attack'), files: filesOf(text) }))
    })
}

function filesOf(text: string): Map<string, Uint8Array> {
  // A line of three dashes alone is front matter.
  const [, ...parts] = text.split(/\n--- (?=[\w.@-]+(?:[./]|\n)|[\w.-]+file\n)/)
  return new Map(
    parts.map((part) => {
      const end = part.indexOf('\n')
      return [part.slice(0, end).trim(), new TextEncoder().encode(`${part.slice(end + 1).trimEnd()}\n`)]
    }),
  )
}

/** What the scanner's tests hold it to let through, and the example skills. */
export function honestFixtures(): WrittenPackage[] {
  const tables = [LOOKALIKES, HONEST_BEHAVIOURS, HONEST_TWINS, BENIGN, DEFENCES, exampleSkills()]
  const samples = [
    ...tables.flatMap((table) => Object.values(table)),
    ...RULE_PAIRS.map(({ benign }) => benign),
    ...BENIGN_PACKAGES.map(({ files }) => files),
  ]
  const written = samples.map(
    (sample) => new Map(Object.entries(sample).map(([path, text]) => [path, new TextEncoder().encode(text)])),
  )
  const kinds = kindSamples().flatMap(({ isAttack, files }) => (isAttack ? [] : [files]))
  return [...written, ...kinds].map((files) => ({ author: 'fixtures', isAttack: false, files }))
}

function exampleSkills(): Record<string, Sample> {
  const ids = globSync('*/SKILL.md', { cwd: SKILLS }).map((path) => path.split('/')[0] ?? '')
  return Object.fromEntries(
    ids.map((id) => {
      const paths = globSync('**/*.{md,json,py,js,ts,mjs,sh}', { cwd: new URL(`${id}/`, SKILLS) })
      return [
        id,
        Object.fromEntries(paths.map((path) => [path, readFileSync(new URL(`${id}/${path}`, SKILLS), 'utf8')])),
      ]
    }),
  )
}

/** A real skill as a package of one file. */
export interface RealPackage {
  readonly id: string
  readonly files: ReadonlyMap<string, Uint8Array>
}

/** The skills of a folder that holds a folder for each, scripts and all: a public collection, say. */
export async function* collectedPackages(dir: string): AsyncGenerator<RealPackage> {
  for (const id of readdirSync(dir).toSorted()) yield { id, files: (await readFiles(join(dir, id))).files }
}

/** The real skills of the labelled cases, nearly all of them honest; none where the cases are not there. */
export async function* realPackages(): AsyncGenerator<RealPackage> {
  if (!existsSync(REAL)) return
  const lines = createInterface({ input: createReadStream(REAL).pipe(createGunzip()) })
  for await (const line of lines) {
    const { id, name, description, body } = JSON.parse(line) as Record<'id' | 'name' | 'description' | 'body', string>
    const text = `---\nname: ${JSON.stringify(name)}\ndescription: ${JSON.stringify(description)}\n---\n${body}`
    yield { id, files: new Map([['SKILL.md', new TextEncoder().encode(text)]]) }
  }
}
