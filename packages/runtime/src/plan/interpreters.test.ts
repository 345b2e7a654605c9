import { chmodSync, existsSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { expect, test } from 'vitest'
import { tempFolder } from '../launch/fixtures/try-program.ts'
import { findInterpreters } from './interpreters.ts'

test.for(['python', 'shell'] as const)(
  '%s is not looked for in the folder that happens to be the current one',
  async (language) => {
    using folder = tempFolder()
    const here = relative(process.cwd(), folder.path)
    for (const name of ['python3', 'bash'])
      writeFileSync(join(folder.path, name), `#!/bin/sh\ntouch ${folder.path}/ran\necho /bin/sh\n`, { mode: 0o755 })
    const { commandFor } = findInterpreters({ path: `${here}:${process.env.PATH}` })
    const [program] = await commandFor(language)
    expect(program).toMatch(/^\//)
    expect(program).not.toContain(folder.path)
    expect(existsSync(join(folder.path, 'ran'))).toBe(false)
  },
)

test.for([
  ['python', 'its folder', '', 0o777],
  ['shell', 'its folder', '', 0o1777],
  ['python', 'it', 'python3', 0o777],
  ['shell', 'it', 'bash', 0o777],
] as const)('%s is not taken from where every user could have put it: %s', async ([language, , open, mode]) => {
  using folder = tempFolder()
  for (const name of ['python3', 'bash'])
    writeFileSync(join(folder.path, name), `#!/bin/sh\ntouch ${folder.path}/ran\necho /bin/sh\n`, { mode: 0o755 })
  chmodSync(join(folder.path, open), mode)
  const [program] = await findInterpreters({ path: `${folder.path}:${process.env.PATH}` }).commandFor(language)
  expect(program).not.toContain(folder.path)
  expect(existsSync(join(folder.path, 'ran'))).toBe(false)
})
