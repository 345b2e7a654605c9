// npm run bench [names] [-- --json]: runs the benchmarks, prints their figures, exits with 1 when one falls short.
import { readdirSync } from 'node:fs'
import { parseArgs, styleText } from 'node:util'
import type { Measure } from './measure.ts'

const { values: flags, positionals } = parseArgs({
  allowPositionals: true,
  options: { json: { type: 'boolean', default: false } },
})
const known = readdirSync(import.meta.dirname)
  .filter((file) => file.endsWith('.bench.ts'))
  .map((file) => file.slice(0, -'.bench.ts'.length))
  .toSorted()
const unknown = positionals.filter((name) => !known.includes(name))
if (unknown.length > 0) {
  console.error(`There is no benchmark "${unknown.join('", "')}". There are: ${known.join(', ')}`)
  process.exit(2)
}

const measures: Measure[] = []
for (const name of positionals.length > 0 ? positionals : known) {
  if (!flags.json) console.error(`measuring ${name} …`)
  const { run } = (await import(`./${name}.bench.ts`)) as { run: () => Promise<Measure[]> }
  measures.push(...(await run()))
}
console.log(flags.json ? JSON.stringify(measures, null, 2) : table(measures))
process.exitCode = measures.every(({ ok }) => ok) ? 0 : 1

function table(rows: readonly Measure[]): string {
  const width = Math.max(...rows.map(({ name }) => name.length))
  const line = ({ name, value, unit, baseline, better, target, ok }: Measure) => {
    const mark = ok ? styleText('green', 'ok  ') : styleText('red', 'FAIL')
    const bound = `${better === 'higher' ? '≥' : '≤'} ${target}`
    return `${mark} ${name.padEnd(width)}  ${round(value).padStart(8)}  ${bound.padEnd(8)} ${unit}, against ${baseline}`
  }
  return rows.map(line).join('\n')
}

function round(value: number): string {
  return value >= 100 ? value.toFixed(0) : value.toPrecision(3)
}
