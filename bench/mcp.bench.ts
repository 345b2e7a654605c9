import { existsSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { countTokens, openIndex } from '@skillwright/index'
import { createSkillHandler, type SkillCatalog } from '@skillwright/mcp'
import { type Measure, measure, median } from './measure.ts'
import { PYTHON_WORKER, WORKER_CONTRACT } from './python-worker.ts'

/** What serving skills to MCP clients costs, against the SDK alone, and what a large catalog costs a model. */
export async function run(): Promise<Measure[]> {
  const dir = realpathSync(mkdtempSync(join(tmpdir(), 'bench-mcp-')))
  try {
    return [await callMeasure(dir), ...(await listMeasures(dir)), ...(await findMeasures())]
  } finally {
    rmSync(dir, { recursive: true, force: true })
  }
}

/** A client of a server that is a program. */
async function connect(words: readonly string[]): Promise<{ readonly client: Client; readonly pid: number }> {
  const client = new Client({ name: 'bench', version: '1.0.0' })
  const args = ['--conditions=@skillwright/source', ...words]
  const transport = new StdioClientTransport({ command: process.execPath, args, stderr: 'inherit' })
  await client.connect(transport)
  return { client, pid: transport.pid ?? 0 }
}

const CLI = join(import.meta.dirname, '../packages/cli/src/main.ts')

async function callMeasure(dir: string): Promise<Measure> {
  const root = join(dir, 'one')
  writeSkill(root, 'analysis', PYTHON_WORKER, { runtime: { tier: 'worker' } })
  const bare = await connect([join(import.meta.dirname, 'mcp-bare-server.ts')])
  const ours = await connect([CLI, 'mcp', root])
  const call = async ({ client }: typeof bare) => {
    const { structuredContent } = await client.callTool({ name: 'analysis', arguments: { days: 7 } })
    if (structuredContent === undefined) throw new Error('the tool gave no answer')
  }
  try {
    // From here on both clients know the tool's output schema, and check every answer against it.
    for (const one of [bare, ours]) await one.client.listTools()
    for (let i = 0; i < 200; i++) for (const one of [bare, ours]) await call(one)
    const ratios: number[] = []
    for (let round = 0; round < 15; round++) {
      const before = await medianMs(() => call(bare), 200)
      ratios.push((await medianMs(() => call(ours), 200)) / before)
    }
    return measure({
      name: 'mcp: tool call over a warm worker skill, median',
      value: median(ratios),
      unit: 'of the time',
      baseline: 'the same worker behind a tool of the bare SDK 2.4, both over stdio',
      better: 'lower',
      target: 1.3,
    })
  } finally {
    await Promise.all([bare.client.close(), ours.client.close()])
  }
}

async function medianMs(call: () => Promise<void>, calls: number): Promise<number> {
  const times: number[] = []
  for (let i = 0; i < calls; i++) {
    const start = performance.now()
    await call()
    times.push(performance.now() - start)
  }
  return median(times)
}

const MANY = 1_000
const LISTS = 20

async function listMeasures(dir: string): Promise<Measure[]> {
  const root = join(dir, 'many')
  for (let i = 0; i < MANY; i++) writeSkill(root, `analysis-${i}`, PYTHON_WORKER)
  const each = await connect([CLI, 'mcp', root, '--tools', 'each'])
  const compact = await connect([CLI, 'mcp', root])
  try {
    const { tools } = await each.client.listTools()
    if (tools.length !== MANY) throw new Error(`there are ${tools.length} tools`)
    const before = cpuMs(each.pid)
    for (let i = 0; i < LISTS; i++) await each.client.listTools()
    const cost = (cpuMs(each.pid) - before) / LISTS
    const three = await compact.client.listTools()
    return [
      measure({
        name: `mcp: tools/list of ${MANY} skills`,
        value: cost,
        unit: 'ms of CPU of the server',
        baseline: `nothing (${LISTS} lists in a row)`,
        better: 'lower',
        target: 50,
      }),
      measure({
        name: `mcp: compact tool list of ${MANY} skills`,
        value: countTokens(JSON.stringify(three.tools)).tokens,
        unit: 'tokens',
        baseline: `${countTokens(JSON.stringify(tools)).tokens} for a tool each`,
        better: 'lower',
        target: 1_500,
      }),
    ]
  } finally {
    await Promise.all([each.client.close(), compact.client.close()])
  }
}

/** Milliseconds of CPU that a process has taken; Linux counts them in hundredths of a second. */
function cpuMs(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
    .replace(/^.*\) /, '')
    .split(' ')
  return (Number(fields[11]) + Number(fields[12])) * 10
}

function writeSkill(root: string, id: string, source: string, manifest: object = {}): void {
  const folder = join(root, id)
  mkdirSync(folder, { recursive: true })
  writeFileSync(
    join(folder, 'SKILL.md'),
    `---\nid: ${id}\nname: Analysis\nversion: 1.0.0\ndescription: Analyses days.\n---\n`,
  )
  writeFileSync(join(folder, 'skill.json'), JSON.stringify({ id, version: '1.0.0', entry: 'main.py', ...manifest }))
  writeFileSync(join(folder, 'main.py'), source)
  writeFileSync(join(folder, 'contract.json'), JSON.stringify(WORKER_CONTRACT))
}

const CASES = new URL('../../shared/cases/retrieval/', import.meta.url)

async function findMeasures(): Promise<Measure[]> {
  if (!existsSync(CASES)) return []
  const measures: Measure[] = []
  for (const name of ['tools-en', 'skills-zh-to-en', 'skills-real']) measures.push(await findMeasure(name))
  return measures
}

/** How often the right skill is among what find_skills gives, and among what `find` gives. */
async function findMeasure(name: string): Promise<Measure> {
  await using index = await openIndex({ skills: readLines(`${name}/corpus.jsonl`) })
  const handler = createSkillHandler({ version: '1' })
  const skills = [...index.entries()].map(({ id, name: title, description }) => ({ id, name: title, description }))
  const catalog: SkillCatalog = {
    asksForTasks: false,
    list: async () => skills,
    read: () => Promise.reject(new Error('nothing is read here')),
    find: (message, options) => index.find(message, options),
    run: () => Promise.reject(new Error('nothing is run here')),
    onChange: () => ({ [Symbol.dispose]: () => undefined }),
  }
  const client = new Client({ name: 'bench', version: '1.0.0' }, { versionNegotiation: { mode: 'auto' } })
  const asked = { catalog, watch: catalog.onChange }
  const fetch = (url: string | URL | Request, init?: RequestInit) => handler.answer(new Request(url, init), asked)
  await client.connect(new StreamableHTTPClientTransport(new URL('http://127.0.0.1/mcp'), { fetch }))
  const queries: readonly { query: string; relevant: readonly string[] }[] = readLines(`${name}/queries.jsonl`)
  const hits = { find: 0, tool: 0 }
  for (const { query, relevant } of queries) {
    const found = await index.find(query, { topK: 5 })
    if (found.some(({ id }) => relevant.includes(id))) hits.find++
    const { structuredContent } = await client.callTool({ name: 'find_skills', arguments: { query } })
    const { skills: given = [] } = (structuredContent ?? {}) as { skills?: readonly { skill: string }[] }
    if (given.some(({ skill }) => relevant.includes(skill))) hits.tool++
  }
  await handler.close()
  return measure({
    name: `mcp: ${name}, right skill among what find_skills gives`,
    value: hits.tool / hits.find,
    unit: 'times as often',
    baseline: `find itself, ${hits.find} of ${queries.length}`,
    better: 'higher',
    target: 1,
  })
}

function readLines<Line>(file: string): Line[] {
  const plain = new URL(file, CASES)
  const text = existsSync(plain) ? readFileSync(plain) : gunzipSync(readFileSync(new URL(`${file}.gz`, CASES)))
  return text
    .toString('utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Line)
}
