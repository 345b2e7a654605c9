import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { digestFiles, readFiles, readSkill, type Skill } from '@skillwright/skill'
import { afterEach, expect, test, vi } from 'vitest'
import { createRuntime } from '../call/create-runtime.ts'
import { containedTest, tempFolder } from '../launch/fixtures/try-program.ts'
import { approvedPaths, type GrantRequest } from './granted-paths.ts'
import { rememberedGrants } from './remembered-grants.ts'

afterEach(() => vi.unstubAllEnvs())

/** A home folder with notes and keys, and a skill with these permissions. */
function homeFolder() {
  const folder = tempFolder()
  const home = folder.path
  for (const name of ['notes', 'reports', '.ssh', 'skill', 'tools']) mkdirSync(join(home, name))
  vi.stubEnv('PATH', `${join(home, 'tools')}:${process.env.PATH}`)
  writeFileSync(join(home, 'notes', 'today.md'), 'buy milk')
  writeFileSync(join(home, '.ssh', 'id_rsa'), 'canary')
  symlinkSync(join(home, '.ssh'), join(home, 'innocent'))
  vi.stubEnv('HOME', home)
  vi.stubEnv('XDG_CONFIG_HOME', '')
  vi.stubEnv('XDG_DATA_HOME', '')
  const skill = async (permissions: object, script = 'cat ~/notes/* 2>/dev/null >&2'): Promise<Skill> => {
    const dir = join(home, 'skill')
    writeFileSync(join(dir, 'SKILL.md'), '---\nname: wanting\ndescription: Wants things.\n---\n')
    writeFileSync(join(dir, 'skill.json'), JSON.stringify({ entry: 'main.sh', permissions }))
    writeFileSync(join(dir, 'main.sh'), `${script}\necho '{"success": true}'`)
    return readSkill(dir)
  }
  return { home, skill, cacheDir: join(home, 'cache'), [Symbol.dispose]: () => folder[Symbol.dispose]() }
}

containedTest.for([
  { read: ['~/.ssh'] },
  { read: ['~/innocent'] },
  { read: ['~'] },
  { read: ['/proc'] },
  { read: ['..'] },
  { write: ['.'] },
  { write: ['..'] },
  { write: ['~/.bashrc'] },
  { write: ['./'] },
  { read: ['$HOME/.ssh'] },
  { network: ['*'] },
  { network: ['api.example.com', '*.com'] },
  { network: ['0.0.0.0/0'] },
  { network: ['169.254.169.254'] },
  { write: ['~/tools'] },
])('%j is refused, even when approved, and nothing runs', async (permissions) => {
  using home = homeFolder()
  const skill = await home.skill(permissions, `touch "$PWD/ran"`)
  await using runtime = await createRuntime({ cacheDir: home.cacheDir, approve: () => 'grant' })
  const { errors } = await runtime.run(skill)
  expect(errors).toMatchObject([{ code: 'PERMISSION_DENIED', message: expect.stringMatching(/^No skill may/) }])
  expect(existsSync(join(home.home, 'skill', 'ran'))).toBe(false)
})

containedTest('a path outside the package needs approval; without, the answer says what to do', async () => {
  using home = homeFolder()
  const skill = await home.skill({ read: ['~/notes'], write: ['~/reports'], network: ['api.example.com'] })
  await using runtime = await createRuntime({ cacheDir: home.cacheDir })
  const { errors } = await runtime.run(skill)
  expect(errors).toMatchObject([
    {
      code: 'PERMISSION_DENIED',
      message: 'wanting has no approval yet to read ~/notes and write ~/reports',
      suggested_action: expect.stringContaining('--yes'),
    },
  ])
})

containedTest('it can be granted, or withheld while the skill runs', async () => {
  using home = homeFolder()
  const skill = await home.skill(
    { read: ['~/notes'] },
    'echo "$(ls ~ | tr "\\\\n" " ")" >&2; test -d ~/notes || exit 9',
  )
  const requests: GrantRequest[] = []
  for (const decision of ['grant', 'withhold'] as const) {
    const approve = (request: GrantRequest) => {
      requests.push(request)
      return decision
    }
    await using runtime = await createRuntime({ cacheDir: home.cacheDir, approve })
    const { status } = await runtime.run(skill)
    expect(status).toBe(decision === 'grant' ? 'success' : 'failed')
  }
  expect(requests).toMatchObject([{ read: ['~/notes'], write: [] }, {}])
})

test('no approval is asked for paths in the package or paths that do not exist', async () => {
  using home = homeFolder()
  const skill = await home.skill({ read: ['docs', '~/missing'], write: ['out', '~/nowhere'] })
  const never = () => expect.unreachable()
  expect(await approvedPaths(skill, never, { home: home.home })).toEqual({
    read: ['docs', '~/missing'],
    write: ['out', '~/nowhere'],
  })
})

test('an approval holds for this version of the skill and what was asked, and is kept where only its owner reads', async () => {
  using home = homeFolder()
  let asked = 0
  const ask = async () => ++asked > 0
  const file = join(home.home, '.config', 'skillwright', 'grants.json')
  const decide = async (permissions: object, options = {}) => {
    const skill = await home.skill(permissions)
    const { read, write } = skill.permissions
    return rememberedGrants(options)({ skill, read, write })
  }
  expect(await decide({ read: ['~/notes'] })).toBe('refuse')
  expect(await decide({ read: ['~/notes'] }, { ask: async () => false })).toBe('refuse')
  expect(existsSync(file)).toBe(false)
  expect(await decide({ read: ['~/notes'] }, { ask })).toBe('grant')
  expect(statSync(file).mode & 0o777).toBe(0o600)
  expect(await decide({ read: ['~/notes'] })).toBe('grant')
  expect(asked).toBe(1)
  // Other content is another skill, though it wants the same.
  writeFileSync(join(home.home, 'skill', 'more.md'), 'more')
  expect(await decide({ read: ['~/notes'] })).toBe('refuse')
  expect(await decide({ read: ['~/notes'], write: ['~/reports'] })).toBe('refuse')
  writeFileSync(file, 'not json')
  expect(await decide({ read: ['~/notes'] })).toBe('refuse')
})

test.each(['file', 'folder'])(
  'an agreement is not believed when others could have written it: the %s',
  async (which) => {
    using home = homeFolder()
    const skill = await home.skill({ read: ['~/notes'] })
    const request = { skill, ...skill.permissions }
    const file = join(home.home, 'agreed/grants.json')
    expect(await rememberedGrants({ file, ask: async () => true })(request)).toBe('grant')
    expect(await rememberedGrants({ file })(request)).toBe('grant')
    chmodSync(which === 'file' ? file : join(home.home, 'agreed'), 0o777)
    expect(await rememberedGrants({ file })(request)).toBe('refuse')
  },
)

containedTest(
  'a skill with a data folder runs by its digest again and again, and its package stays as it was',
  async () => {
    using home = homeFolder()
    const skill = await home.skill(
      { write: ['out'] },
      'echo x >> out/log; wc -l < out/log >&2; [ "$(wc -l < out/log)" = "$1" ] || :',
    )
    const { digest } = digestFiles((await readFiles(skill.dir ?? '')).files)
    await using runtime = await createRuntime({ cacheDir: home.cacheDir })
    for (const options of [{ digest }, {}, { digest }]) {
      const { status, errors } = await runtime.run(skill, {}, options)
      expect({ status, errors }).toEqual({ status: 'success', errors: undefined })
    }
    expect(digestFiles((await readFiles(skill.dir ?? '')).files).digest).toBe(digest)
    const data = join(home.home, '.local', 'share', 'skillwright', 'data')
    const [folder = ''] = readdirSync(data)
    expect(readFileSync(join(data, folder, 'out', 'log'), 'utf8')).toBe('x\nx\nx\n')
  },
)

containedTest('a skill may not write what it is started from', async () => {
  using home = homeFolder()
  for (const write of [['main.sh'], ['./main.sh']]) {
    await using runtime = await createRuntime({ cacheDir: home.cacheDir })
    const { errors } = await runtime.run(await home.skill({ write }))
    expect(errors).toMatchObject([{ code: 'PERMISSION_DENIED' }])
  }
})
