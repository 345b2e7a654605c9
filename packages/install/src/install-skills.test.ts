import { lstat, readlink, rm, symlink } from 'node:fs/promises'
import { join } from 'node:path'
import { YANK_VERSION } from '@skillwright/hub-api'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type SkillHub, startSkillHub } from './fixtures/skill-hub.ts'
import { openProject, treeOf } from './fixtures/test-project.ts'
import { listInstalled, listOutdated, readState, rollback, verifyInstalled, whyInstalled } from './index.ts'

let hub: SkillHub

beforeAll(async () => {
  hub = await startSkillHub()
  await hub.publish({ name: 'reader', version: '1.0.0' })
  await hub.publish({ name: 'reader', version: '1.1.0' })
  await hub.publish({ name: 'reader', version: '2.0.0' })
  await hub.publish({ name: 'digest', version: '1.0.0', manifest: { dependencies: { '@acme/reader': '^1.0.0' } } })
  await hub.publish({ name: 'digest', version: '1.2.0', manifest: { dependencies: { reader: '^1' } } })
  await hub.publish({ name: 'reader', version: '1.0.0', scope: 'other' })
  await hub.publish({ name: 'classic', version: '1.0.0', standard: true })
})
afterAll(() => hub[Symbol.asyncDispose]())

describe('installing', () => {
  test('a skill comes with what it needs, and manifest, lock and folder say the same', async () => {
    await using project = await openProject({ hub: hub.url })
    await project.write('skillwright.yaml', '# what we use\nskills: []\n')
    const { plan } = await project.install({ add: [{ id: '@acme/digest', version: '^1.0' }] })
    expect(plan.changes.map(({ kind, id, to }) => [kind, id, to])).toEqual([
      ['add', '@acme/digest', '1.2.0'],
      ['add', '@acme/reader', '1.1.0'],
    ])
    expect(await project.read('skillwright.yaml')).toBe(
      '# what we use\nskills:\n  - id: "@acme/digest"\n    version: ^1.0\n',
    )
    expect(await project.read('.agents/skills/reader/SKILL.md')).toContain('Version 1.1.0.')
    const { lock } = await readState(project.installer.project)
    expect(lock.skills.map(({ name, version }) => `${name} ${version}`)).toEqual(['digest 1.2.0', 'reader 1.1.0'])
    expect(await verifyInstalled(project.installer.project)).toEqual([])
    expect(whyInstalled(lock, 'reader')).toEqual([
      {
        asked: '@acme/digest ^1.0',
        steps: [
          { name: 'digest', version: '1.2.0' },
          { name: 'reader', version: '1.1.0', range: '^1' },
        ],
      },
    ])
  })

  test('the same again changes nothing, and needs no hub', async () => {
    await using project = await openProject({ hub: hub.url })
    await project.install({ add: [{ id: '@acme/digest', version: '*' }] })
    const before = await project.tree()
    const offline = { ...project.installer, sourcesOf: () => expect.fail('asked a source') as never }
    const { installSkills } = await import('./index.ts')
    const sourcesOf: typeof project.installer.sourcesOf = (manifest) => ({
      ...project.installer.sourcesOf(manifest),
      open: () => offline.sourcesOf(),
    })
    const { plan } = await installSkills({ ...project.installer, sourcesOf }, { title: 'again' }, async () => true)
    expect(plan.changes).toEqual([])
    expect(plan.folders.changes).toEqual([])
    expect(await project.tree()).toEqual(before)
  })

  test('a locked version stays while there is a newer one, until it is updated', async () => {
    await using project = await openProject({ hub: hub.url })
    await project.install({ add: [{ id: '@acme/reader', version: '1.0.0' }] })
    await project.write('skillwright.yaml', 'skills:\n  - id: "@acme/reader"\n    version: ^1\n')
    await project.install()
    expect((await listInstalled(project.installer.project)).map(({ version }) => version)).toEqual(['1.0.0'])
    expect(await listOutdated(project.installer)).toMatchObject([
      { name: 'reader', current: '1.0.0', wanted: '1.1.0', latest: '2.0.0' },
    ])
    await project.install({ update: 'all' })
    expect((await listInstalled(project.installer.project)).map(({ version }) => version)).toEqual(['1.1.0'])
  })

  test('what others need is wanted in the newest version that all of them allow', async () => {
    await using project = await openProject({ hub: hub.url })
    await project.write('skillwright.yaml', 'pins: { reader: 1.0.0 }\nskills: [{ id: "@acme/digest" }]\n')
    await project.install()
    await project.write('skillwright.yaml', 'skills: [{ id: "@acme/digest" }]\n')
    await project.install()
    expect(await listOutdated(project.installer)).toMatchObject([
      { name: 'reader', current: '1.0.0', wanted: '1.1.0', latest: '2.0.0' },
    ])
  })

  test('two skills of one name live side by side under names of their own', async () => {
    await using project = await openProject({ hub: hub.url })
    await project.install({ add: [{ id: '@acme/reader', version: '*' }] })
    const clash = project.install({ add: [{ id: '@other/reader', version: '*' }] })
    await expect(clash).rejects.toMatchObject({
      code: 'CONFLICT',
      message: expect.stringContaining('the folder reader'),
    })
    await project.install({ add: [{ id: '@other/reader', version: '*', as: 'other-reader' }] })
    expect(await project.read('.agents/skills/other-reader/SKILL.md')).toMatch(/^name: "?other-reader"?$/m)
    expect(await project.read('.agents/skills/reader/SKILL.md')).toContain('name: reader')
  })

  test('what was removed from the manifest goes, with what only it needed', async () => {
    await using project = await openProject({ hub: hub.url })
    await project.install({
      add: [
        { id: '@acme/digest', version: '*' },
        { id: '@acme/classic', version: '*' },
      ],
    })
    await expect(project.install({ remove: ['reader'] })).rejects.toMatchObject({
      message: 'reader is needed by digest',
    })
    await project.install({ remove: ['digest'] })
    expect((await listInstalled(project.installer.project)).map(({ name }) => name)).toEqual(['classic'])
    expect(Object.keys(await project.tree()).filter((path) => path.includes('digest'))).toEqual([])
  })

  test('what does not fit together is explained, and nothing changes', async () => {
    await using project = await openProject({ hub: hub.url })
    await project.install({ add: [{ id: '@acme/digest', version: '*' }] })
    const before = await project.tree()
    await expect(project.install({ add: [{ id: '@acme/reader', version: '^2' }] })).rejects.toMatchObject({
      code: 'CONFLICT',
      message: expect.stringMatching(/@acme\/digest .*needs @acme\/reader \^1/),
    })
    await expect(project.install({ add: [{ id: '@acme/absent', version: '*' }] })).rejects.toMatchObject({
      message: expect.stringContaining('of which there is no version'),
    })
    expect(await project.tree()).toEqual(before)
  })

  test('each agent gets its own form: links where it is the same, a copy where it is not', async () => {
    await using project = await openProject({ hub: hub.url })
    await project.install({ add: [{ id: '@acme/classic', version: '*' }], agents: ['agents', 'claude-code', 'hermes'] })
    expect(await readlink(join(project.dir, '.claude/skills/classic'))).toBe('../../.agents/skills/classic')
    expect(await project.read('.agents/skills/classic/SKILL.md')).toMatch(/^name: classic$/m)
    expect((await lstat(join(project.dir, '.hermes/skills/classic'))).isDirectory()).toBe(true)
    expect(await project.read('.hermes/skills/classic/SKILL.md')).toContain('hermes:')
    expect(await verifyInstalled(project.installer.project)).toEqual([])
    await project.install({ remove: ['classic'] })
    expect(Object.keys(await project.tree())).toEqual(['skillwright.lock', 'skillwright.yaml'])
  })
})

describe('agents', () => {
  test('one that is added gets the skills too, and those that have them keep them', async () => {
    await using project = await openProject({ hub: hub.url })
    await project.install({ add: [{ id: '@acme/reader', version: '*' }] })
    await project.install({ agents: ['claude-code'] })
    expect((await readState(project.installer.project)).manifest.agents).toEqual(['agents', 'claude-code'])
    expect(await verifyInstalled(project.installer.project)).toEqual([])
    expect(await project.read('.agents/skills/reader/SKILL.md')).toBe(
      await project.read('.claude/skills/reader/SKILL.md'),
    )
  })

  test('a folder that is reached by two ways is one, with what its user changed', async () => {
    await using project = await openProject({ hub: hub.url })
    await project.write('skillwright.yaml', 'agents: [agents]\nskills: [{ id: "@acme/reader", version: 1.0.0 }]\n')
    await project.install()
    await project.write('.agents/skills/reader/notes.txt', 'mine')
    await symlink('.agents', join(project.dir, '.claude'))
    await project.write('skillwright.yaml', 'agents: [claude-code]\nskills: [{ id: "@acme/reader", version: 1.1.0 }]\n')
    await project.install()
    expect(await project.read('.claude/skills/reader/SKILL.md')).toContain('Version 1.1.0.')
    expect(await project.read('.claude/skills/reader/notes.txt')).toBe('mine')
    expect((await listInstalled(project.installer.project))[0]?.paths).toEqual(['.claude/skills/reader'])
    await project.write('skillwright.yaml', 'agents: [claude-code, agents]\nskills: []\n')
    await project.install({ force: true })
    expect(Object.keys(await project.tree())).toEqual(['skillwright.lock', 'skillwright.yaml'])
  })
})

describe('ci', () => {
  test('installs exactly the lock, on another machine byte for byte the same', async () => {
    await using one = await openProject({ hub: hub.url })
    await one.install({ add: [{ id: '@acme/digest', version: '1.0.0' }] })
    await using two = await openProject({ hub: hub.url })
    for (const file of ['skillwright.yaml', 'skillwright.lock']) await two.write(file, await one.read(file))
    await two.install({ frozen: true })
    expect(await two.tree()).toEqual(await one.tree())
  })

  test('fails without a lock, and when the manifest asks for something else', async () => {
    await using project = await openProject({ hub: hub.url })
    await project.write('skillwright.yaml', 'skills: [{ id: "@acme/reader", version: ^1 }]\n')
    await expect(project.install({ frozen: true })).rejects.toMatchObject({ code: 'DATA_NOT_FOUND' })
    await project.install()
    await project.write('skillwright.yaml', 'skills: [{ id: "@acme/reader", version: ^2 }]\n')
    await expect(project.install({ frozen: true })).rejects.toMatchObject({
      code: 'CONFLICT',
      message: expect.stringContaining('@acme/reader ^2'),
    })
  })
})

test('a yanked version stays where it is locked, and no range leads to it', async () => {
  await hub.publish({ name: 'fading', version: '1.0.0' })
  await hub.publish({ name: 'fading', version: '1.1.0' })
  await using has = await openProject({ hub: hub.url })
  await has.install({ add: [{ id: '@acme/fading', version: '^1' }] })
  await hub.admin.call(YANK_VERSION, {
    params: { scope: 'acme', skill: 'fading', version: '1.1.0' },
    body: { reason: 'wrong' },
  })
  await has.install({ add: [{ id: '@acme/reader', version: '1.0.0' }] })
  expect((await readState(has.installer.project)).lock.skills[0]).toMatchObject({ name: 'fading', version: '1.1.0' })
  await using comes = await openProject({ hub: hub.url })
  await comes.install({ add: [{ id: '@acme/fading', version: '^1' }] })
  expect((await readState(comes.installer.project)).lock.skills[0]).toMatchObject({ version: '1.0.0' })
})

describe('changes of the user', () => {
  test('survive an update: joined where they can be, beside the new version where not', async () => {
    const body = (first: string, last: string) => `# notes\n${first}\n\nkeep\nthis\napart\n\n${last}\n`
    await hub.publish({
      name: 'notes',
      version: '1.0.0',
      body: body('first', 'last'),
      files: { 'a.txt': 'one\n', 'b.txt': 'one\n' },
    })
    await hub.publish({
      name: 'notes',
      version: '1.1.0',
      body: body('first', 'last, better'),
      files: { 'a.txt': 'two\n', 'b.txt': 'one\n' },
    })
    await using project = await openProject({ hub: hub.url })
    await project.install({ add: [{ id: '@acme/notes', version: '1.0.0' }] })
    const folder = '.agents/skills/notes'
    await project.write(
      `${folder}/SKILL.md`,
      (await project.read(`${folder}/SKILL.md`)).replace('first', 'first, mine'),
    )
    await project.write(`${folder}/a.txt`, 'mine\n')
    await project.write(`${folder}/b.txt`, 'mine too\n')
    await project.write(`${folder}/own.txt`, 'my own\n')
    const edited = await treeOf(project.dir)
    expect((await verifyInstalled(project.installer.project)).map(({ what, path }) => `${what} ${path}`)).toEqual([
      `changed ${folder}/SKILL.md`,
      `changed ${folder}/a.txt`,
      `changed ${folder}/b.txt`,
      `added ${folder}/own.txt`,
    ])
    await project.write('skillwright.yaml', 'skills: [{ id: "@acme/notes", version: ^1 }]\n')
    const { plan } = await project.install({ update: 'all' })
    expect(plan.folders.merges).toMatchObject([
      {
        merged: ['SKILL.md'],
        kept: expect.arrayContaining(['b.txt', 'own.txt']),
        conflicts: [{ path: 'a.txt', beside: 'a.txt.new' }],
      },
    ])
    expect(await project.read(`${folder}/SKILL.md`)).toContain(body('first, mine', 'last, better'))
    expect([await project.read(`${folder}/a.txt`), await project.read(`${folder}/a.txt.new`)]).toEqual([
      'mine\n',
      'two\n',
    ])
    expect(await project.read(`${folder}/own.txt`)).toBe('my own\n')
    await project.write(`${folder}/own.txt`, 'after the update\n')
    await rollback(project.installer)
    expect(await treeOf(project.dir)).toEqual({
      ...edited,
      'skillwright.yaml': 'skills: [{ id: "@acme/notes", version: ^1 }]\n',
    })
  })

  test('keep a skill from being removed, unless they may be kept in the history', async () => {
    await using project = await openProject({ hub: hub.url })
    await project.install({ add: [{ id: '@acme/reader', version: '1.0.0' }] })
    await project.write('.agents/skills/reader/mine.txt', 'mine')
    await expect(project.install({ remove: ['reader'] })).rejects.toMatchObject({
      code: 'CONFLICT',
      message: expect.stringContaining('mine.txt'),
    })
    await project.install({ remove: ['reader'], force: true })
    await rollback(project.installer)
    expect(await project.read('.agents/skills/reader/mine.txt')).toBe('mine')
  })

  test('what was there before is not touched', async () => {
    await using project = await openProject({ hub: hub.url })
    await project.write('.agents/skills/reader/SKILL.md', 'mine')
    await expect(project.install({ add: [{ id: '@acme/reader', version: '*' }] })).rejects.toMatchObject({
      code: 'CONFLICT',
    })
    expect(await project.tree()).toEqual({ '.agents/skills/reader/SKILL.md': 'mine' })
  })

  test('a folder that was deleted comes back', async () => {
    await using project = await openProject({ hub: hub.url })
    await project.install({ add: [{ id: '@acme/reader', version: '1.0.0' }] })
    const before = await project.tree()
    await rm(join(project.dir, '.agents/skills/reader'), { recursive: true })
    expect((await listInstalled(project.installer.project))[0]?.state).toBe('missing')
    await project.install()
    expect(await project.tree()).toEqual(before)
  })
})
