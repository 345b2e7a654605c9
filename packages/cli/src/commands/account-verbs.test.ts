import { join } from 'node:path'
import type { RunningHub } from '@skillwright/hub'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startChild, type TestChild } from '../fixtures/start-child.ts'
import { openDesk, startQuietHub, type TestDesk } from '../hub/fixtures/test-desk.ts'

const PASSWORD = 'correct horse battery'
const OTHER = 'another horse battery'
let desk: TestDesk
let hub: RunningHub
beforeAll(async () => {
  desk = await openDesk()
  hub = await startQuietHub({ dir: join(desk.dir, 'hub') })
  await desk.type('admin', `login ${hub.url}`, `${hub.adminToken}\n`)
  await desk.type('admin', 'people add ada', PASSWORD)
  expect(await desk.type('ada', `login ${hub.url} --handle ada`, PASSWORD)).toMatchObject({ code: 0 })
})
afterAll(async () => {
  await hub[Symbol.asyncDispose]()
  await desk[Symbol.asyncDispose]()
})

/** A machine without a signed-in user, where `login` was typed. */
function laptop(): Promise<TestChild> {
  return startChild(join(import.meta.dirname, '../main.ts'), ['login', hub.url], {
    cwd: desk.dir,
    env: { XDG_CONFIG_HOME: join(desk.dir, 'config', 'laptop') },
  })
}

const codeOf = async (child: TestChild) =>
  /type ([A-Z]{4}-[A-Z]{4})/.exec(await child.saw(/type [A-Z]{4}-[A-Z]{4}/))?.[1]

test('a machine without a browser is signed in by a code that is approved by a signed-in user elsewhere', async () => {
  await using child = await laptop()
  const code = await codeOf(child)
  expect(child.said()).toContain(`open ${hub.url}/device in a browser`)
  const approved = await desk.type('ada', `login approve ${code}`)
  expect(approved).toMatchObject({
    code: 0,
    stdout: expect.stringMatching(/^signed in skillwright on .*127\.0\.0\.1\n$/),
  })
  await child.saw(`signed in to ${hub.url} as ada (may read, invoke, publish, account)`)
  expect((await desk.type('laptop', 'whoami')).stdout).toContain(`${hub.url}  ada  member`)
  expect((await desk.type('laptop', 'logout')).stdout).toBe(`signed out of ${hub.url}\n`)
})

test('a machine that is refused is not signed in', async () => {
  await using child = await laptop()
  expect((await desk.type('ada', `login approve ${await codeOf(child)} --deny`)).stdout).toMatch(/^refused /)
  await child.saw('PERMISSION_DENIED')
  expect(await desk.type('ada', 'login approve BCDF-GHJK')).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('No program waits with that code'),
  })
})

test('people see their account and change their password', async () => {
  const shown = await desk.type('ada', 'account show')
  expect(shown.stdout).toMatch(/^handle +ada \(member\)\npassword +set\nprovider +not linked\n$/)
  expect(await desk.type('ada', 'account password', `wrong wrong wrong\n${OTHER}\n`)).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('PERMISSION_DENIED'),
  })
  const changed = await desk.type('ada', 'account password --end-others', `${PASSWORD}\n${OTHER}\n`)
  expect(changed).toMatchObject({
    code: 0,
    stdout: 'your password is changed, and you are signed out everywhere else\n',
  })
  expect((await desk.type('ada2', `login ${hub.url} --handle ada`, PASSWORD)).code).toBe(1)
  expect((await desk.type('ada2', `login ${hub.url} --handle ada`, OTHER)).code).toBe(0)
  expect((await desk.type('ada', 'account unlink')).stderr).toContain('CONFLICT')
})

test('an operator gets an administrator back in, on the machine of the hub', async () => {
  const made = await desk.type('operator', 'hub recover --dir {hub}')
  expect(made).toMatchObject({ code: 0, stdout: expect.stringMatching(/^skw_\S+\n$/) })
  expect(made.stderr).toContain('for admin, until ')
  expect(await desk.type('operator', `login ${hub.url} --token`, made.stdout)).toMatchObject({ code: 0 })
  expect(await desk.type('operator', 'account password', `\n${PASSWORD}\n`)).toMatchObject({ code: 0 })
  expect((await desk.type('admin2', `login ${hub.url} --handle admin`, PASSWORD)).stdout).toContain('as admin')
  expect((await desk.type('operator', 'hub recover ada --dir {hub}')).stderr).toContain('no administrator ada')
  expect((await desk.type('operator', 'hub recover --dir {nowhere}')).code).toBe(1)
})
