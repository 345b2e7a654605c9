import { execFile } from 'node:child_process'
import { mkdir, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { RunningHub } from '@skillwright/hub'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { cliProgram } from '../fixtures/call-cli.ts'
import { openDesk, startQuietHub, type TestDesk } from '../hub/fixtures/test-desk.ts'

let desk: TestDesk
let hub: RunningHub
beforeAll(async () => {
  desk = await openDesk()
  hub = await startQuietHub({ dir: join(desk.dir, 'hub') })
  await desk.type('admin', `login ${hub.url}`, `${hub.adminToken}\n`)
  await desk.skill('digest', { version: '1.0.0' })
  expect(await desk.type('admin', 'publish {digest}')).toMatchObject({ code: 0 })
})
afterAll(async () => {
  await hub[Symbol.asyncDispose]()
  await desk[Symbol.asyncDispose]()
})

test('an operator checks, backs up and restores a hub that runs', async () => {
  const type = (line: string) => desk.type('operator', line)
  const sound = 'ok: 1 version, 1 export, 1 entry of the log\n'
  // What was published is made in the form of the standard a little later.
  await expect.poll(() => type('hub check --dir {hub}')).toMatchObject({ code: 0, stdout: sound })
  expect((await type('hub backup {backup} --dir {hub}')).stdout).toContain('1 version, 2 packages (2 new), 1 entry')
  const again = await type('hub backup {backup} --dir {hub} --json')
  expect(JSON.parse(again.stdout)).toMatchObject({ packages: 2, copied: 0, problems: [] })
  expect((await type('hub restore {backup} --dir {restored}')).stdout).toContain('restored the hub of ')
  expect(await type('hub check --dir {restored}')).toMatchObject({ code: 0, stdout: sound })
  expect(await type('hub restore {backup} --dir {hub}')).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('CONFLICT'),
  })
  expect(await type('hub restore {nothing} --dir {other}')).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('no finished backup'),
  })
})

test('what is wrong is named, and ends with 1', async () => {
  const packages = join(desk.dir, 'restored/packages')
  for (const name of await readdir(packages)) if (name.length === 2) await rm(join(packages, name), { recursive: true })
  const answer = await desk.type('operator', 'hub check --dir {restored}')
  expect(answer.code).toBe(1)
  expect(answer.stdout).toMatch(
    /^wrong: @admin\/digest@1\.0\.0: its package \w+ is not in the store\nwrong: the export of digest: its package \w+ is not in the store; it is made again when it is requested\n2 problems: /,
  )
  const json = await desk.type('operator', 'hub check --dir {restored} --json')
  expect(JSON.parse(json.stdout)).toMatchObject({ ok: false, problems: [{ subject: '@admin/digest@1.0.0' }, {}] })
  expect(await desk.type('operator', 'hub check --dir {nowhere}')).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('There is no hub here'),
  })
})

const run = promisify(execFile)
const mayMount = await run('unshare', ['-rm', 'mount', '-t', 'tmpfs', 'none', '/mnt']).then(
  () => true,
  () => false,
)
if (!mayMount) process.stderr.write('\nNO FILE SYSTEM CAN BE MOUNTED HERE: A BACKUP TO A FULL DISK IS NOT TRIED\n\n')

test.skipIf(!mayMount)('a backup for which there is no room says so, and leaves nothing half', async () => {
  const place = join(desk.dir, 'small')
  await mkdir(place)
  const { file, env } = await cliProgram()
  const mount = `mount -t tmpfs -o size=64k none "$1" && { "$0" "$2" hub backup "$1/bk" --dir "$3"; echo "ended $?"; ls "$1/bk"; } 2>&1`
  const { stdout } = await run(
    'unshare',
    ['-rm', 'sh', '-c', mount, process.execPath, place, file, join(desk.dir, 'hub')],
    { env: { ...process.env, ...env, NO_COLOR: '1' } },
  )
  expect(stdout).toMatch(
    /error SERVICE_UNAVAILABLE: \S+\/bk\/hub-\S+ cannot be written: database or disk is full\nhint Free/,
  )
  expect(stdout).toMatch(/\nended 1\npackages\n$/)
})
