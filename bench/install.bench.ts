import { fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { copyFile, mkdir, readFile, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { checkReceipt, createHubClient, READ_LOG_KEY, READ_RECEIPTS, readLogKey } from '@skillwright/hub-api'
import {
  createDownload,
  findProject,
  type Installer,
  installSkills,
  openSources,
  openStore,
  solve,
} from '@skillwright/install'
import { packFiles } from '@skillwright/skill'
import { unpackTar } from 'modern-tar'
import { type Measure, measure, median, milliseconds } from './measure.ts'

const SKILLS = 200
const ROUNDS = 5
const AT_ONCE = 16

/** What installing must show: little more than downloading and unpacking, and next to nothing when all is there. */
export async function run(): Promise<Measure[]> {
  const dir = mkdtempSync(join(tmpdir(), 'bench-install-'))
  process.env.SKILLWRIGHT_DATA = join(dir, 'data')
  const server = fork(join(import.meta.dirname, 'hub-process.ts'), ['hub', join(dir, 'hub')], {
    execArgv: ['--conditions=@skillwright/source'],
  })
  try {
    const [{ url, adminToken }] = (await once(server, 'message')) as [{ url: string; adminToken: string }]
    for (let i = 0; i < SKILLS; i++) await publish(url, adminToken, i)
    const rounds: { bare: number; cold: number; warm: number; same: number }[] = []
    for (let i = 0; i <= ROUNDS; i++) {
      const bare = await ms(() => bareLoop(url, join(dir, `bare-${i}`)))
      const store = join(dir, `store-${i}`)
      const cold = await ms(() => install(url, join(dir, `cold-${i}`), store))
      const warm = await ms(() => install(url, join(dir, `warm-${i}`), store, join(dir, `cold-${i}`)))
      const same = await ms(() => install(url, join(dir, `cold-${i}`), store))
      // The first round warms everything up.
      if (i > 0) rounds.push({ bare, cold, warm, same })
    }
    const ratio = (of: (round: (typeof rounds)[number]) => number) => median(rounds.map(of))
    return [
      measure({
        name: 'install: 200 skills, cold',
        value: ratio(({ bare, cold }) => cold / bare),
        unit: 'times the time',
        baseline: 'downloading and unpacking the same archives in a bare parallel loop',
        better: 'lower',
        target: 2.5,
      }),
      measure({
        name: 'install: 200 skills, warm',
        value: ratio(({ cold, warm }) => warm / cold),
        unit: 'times the time',
        baseline: 'cold',
        better: 'lower',
        target: 0.3,
      }),
      measure({
        name: 'install: 200 skills, nothing to do',
        value: ratio(({ cold, same }) => same / cold),
        unit: 'times the time',
        baseline: 'cold',
        better: 'lower',
        target: 0.1,
      }),
      measure({
        name: 'install: 500 skills with ranges solved',
        value: solverMs(),
        unit: 'ms',
        baseline: 'nothing',
        better: 'lower',
        target: 100,
      }),
    ]
  } finally {
    server.kill()
    rmSync(dir, { recursive: true, force: true })
  }
}

async function publish(url: string, token: string, i: number): Promise<void> {
  const name = `skill-${i}`
  const files = new Map([
    [
      'SKILL.md',
      `---\nname: ${name}\ndescription: Does thing number ${i}. Use when thing ${i} is wanted.\n---\n# ${name}\n${'Some words of a guide.\n'.repeat(60)}`,
    ],
    ['skill.json', JSON.stringify({ id: name, version: '1.0.0', name })],
    ...Array.from({ length: 6 }, (_, n): [string, string] => [
      `references/part-${n}.md`,
      `# Part ${n} of ${i}\n${'More words.\n'.repeat(80)}`,
    ]),
  ])
  const { archive } = await packFiles(new Map([...files].map(([path, text]) => [path, Buffer.from(text)])))
  const answer = await fetch(`${url}/v1/skills/@admin/${name}/versions/1.0.0`, {
    method: 'PUT',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/gzip' },
    body: Buffer.from(archive),
  })
  if (!answer.ok) throw new Error(await answer.text())
  await answer.arrayBuffer()
}

async function bareLoop(url: string, dir: string): Promise<void> {
  const numbers = Array.from({ length: SKILLS }, (_, i) => i).values()
  const lane = async () => {
    for (const i of numbers) {
      const answer = await fetch(`${url}/v1/skills/@admin/skill-${i}/versions/1.0.0/package`)
      for (const { header, data } of await unpackTar(gunzipSync(await answer.arrayBuffer()))) {
        const file = join(dir, `skill-${i}`, header.name)
        await mkdir(dirname(file), { recursive: true })
        await writeFile(file, data ?? '')
      }
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, lane))
}

async function install(url: string, dir: string, store: string, like?: string): Promise<void> {
  await mkdir(dir, { recursive: true })
  const client = createHubClient({ url })
  if (like !== undefined)
    for (const file of ['skillwright.yaml', 'skillwright.lock']) await copyFile(join(like, file), join(dir, file))
  const installer: Installer = {
    project: findProject({ cwd: dir, home: dirname(dir) }),
    store: openStore(store),
    scanDir: store,
    sourcesOf: (manifest) =>
      openSources({ manifest, defaultHub: url, base: dir, download: createDownload({ dir: store }) }),
    async checkLog(_, versions) {
      const key = await readLogKey(await client.call(READ_LOG_KEY))
      for (let i = 0; i < versions.length; i += 100) {
        const indexes = versions.slice(i, i + 100).map(({ index }) => index)
        const { checkpoint, receipts } = await client.call(READ_RECEIPTS, { query: { indexes: indexes.join() } })
        await Promise.all(receipts.map((receipt) => checkReceipt({ checkpoint, ...receipt }, key)))
      }
    },
    env: { SKILLWRIGHT_CONFIG: join(dir, 'config') },
  }
  const add = Array.from({ length: SKILLS }, (_, i) => ({ id: `@admin/skill-${i}`, version: '^1' }))
  const isFirst = (await findLock(dir)) === undefined
  await installSkills(installer, { title: 'bench', ...(isFirst ? { add } : {}) }, async () => true)
}

async function findLock(dir: string): Promise<string | undefined> {
  return readFile(join(dir, 'skillwright.lock'), 'utf8').catch(() => undefined)
}

async function ms(work: () => Promise<void>): Promise<number> {
  const start = performance.now()
  await work()
  return performance.now() - start
}

/** 500 skills of 10 versions that need each other in ranges; the first choice is not always the right one. */
function solverMs(): number {
  const universe = new Map(
    Array.from({ length: 500 }, (_, i) => [
      `p${i}`,
      Array.from({ length: 10 }, (__, v) => ({
        version: `${10 - v}.0.0`,
        dependencies: new Map(
          [i + 1, i + 7, i + 31]
            .filter((to) => to < 500)
            .map((to) => [`p${to}`, `>=${Math.max(1, 9 - v - (to % 3))}.0.0`]),
        ),
      })),
    ]),
  )
  const wanted = Array.from({ length: 500 }, (_, i) => ({ key: `p${i}`, range: i % 50 === 0 ? '<=8.0.0' : '*' }))
  return milliseconds(() => solve({ universe, wanted }), { rounds: 5 })
}
