import { execFile } from 'node:child_process'
import { chmod, mkdtemp, readdir, readFile, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { cliProgram, spawnCli } from './fixtures/call-cli.ts'

const SKILL = resolve(import.meta.dirname, '../../../skills/translator')
const WORDS = ['lint', SKILL, '--json']

let dir: string
beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'skillwright-compiled-'))
})
afterEach(() => rm(dir, { recursive: true, force: true }))

const lint = () => spawnCli(WORDS, { env: { NODE_COMPILE_CACHE: dir } })

/** The file in which the compiled functions of a verb are kept. */
async function keptFile(verb = 'lint'): Promise<string> {
  const files = await readdir(dir, { recursive: true })
  return join(dir, files.find((file) => file.includes(`verb-${verb}.cjs`)) ?? 'none')
}

/** How many functions of the verb's file V8 had to compile in a run. */
async function compiledInRun(): Promise<number> {
  const log = join(dir, 'v8.log')
  const flags = ['--log-function-events', '--no-logfile-per-isolate', `--logfile=${log}`]
  const { file } = await cliProgram()
  const env = { ...process.env, NODE_COMPILE_CACHE: dir }
  await promisify(execFile)(process.execPath, [...flags, file, ...WORDS], { env })
  const lines = (await readFile(log, 'utf8')).split('\n')
  await rm(log)
  const id = lines.find((line) => /^script-details,.*verb-lint\.cjs/.test(line))?.split(',')[1]
  return lines.filter((line) => line.startsWith(`function,full-parse,${id},`)).length
}

test('a run compiles no function that the run before it called', async () => {
  const first = await compiledInRun()
  expect(first).toBeGreaterThan(200)
  expect(await compiledInRun()).toBeLessThan(first / 20)
})

test('what scan keeps fits the next run, although scan sets flags of V8', async () => {
  const scan = () => spawnCli(['scan', SKILL], { env: { NODE_COMPILE_CACHE: dir } })
  await scan()
  const { ino } = await stat(await keptFile('scan'))
  await scan()
  expect((await stat(await keptFile('scan'))).ino).toBe(ino)
})

test('what is kept and cannot be read as compiled code changes no answer, and is replaced', async () => {
  const { stdout } = await lint()
  const kept = await keptFile()
  const { size } = await stat(kept)
  await writeFile(kept, 'x'.repeat(size))
  expect(await lint()).toMatchObject({ code: 0, stdout, stderr: '' })
  expect(await readFile(kept, 'latin1')).not.toMatch(/^x/)
})

test('what others may write is not run, and is replaced', async () => {
  await lint()
  const kept = await keptFile()
  await chmod(kept, 0o666)
  expect(await lint()).toMatchObject({ code: 0, stderr: '' })
  expect((await stat(kept)).mode & 0o777).toBe(0o600)
})

test('what is old is renewed, with what this run compiled as well', async () => {
  await spawnCli(['lint', '--help'], { env: { NODE_COMPILE_CACHE: dir } })
  const kept = await keptFile()
  const { size } = await stat(kept)
  await lint()
  expect((await stat(kept)).size).toBe(size)
  await utimes(kept, 0, 0)
  await lint()
  expect((await stat(kept)).size).toBeGreaterThan(size * 2)
})

test('nothing is kept for who wants nothing kept', async () => {
  const env = { NODE_COMPILE_CACHE: dir, NODE_DISABLE_COMPILE_CACHE: '1' }
  expect(await spawnCli(WORDS, { env })).toMatchObject({ code: 0, stderr: '' })
  expect(await readdir(dir)).toEqual([])
})

test('a kept file loads a library of its own when it needs one, and without a warning', async () => {
  const script = join(dir, 'large.py')
  await writeFile(script, 'import json\nprint(json.dumps({"success": True, "data": {"text": "x" * 400_000}}))\n')
  const run = () => spawnCli(['run', script, '--json', '--unsafe-no-sandbox'], { env: { NODE_COMPILE_CACHE: dir } })
  await run()
  const { code, stdout, stderr } = await run()
  expect(code).toBe(0)
  expect(JSON.parse(stdout).data.text).toHaveLength(400_000)
  expect(stderr).not.toMatch(/Warning/)
})
