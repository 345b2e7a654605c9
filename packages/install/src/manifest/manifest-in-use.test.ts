import { join } from 'node:path'
import { PUBLISH_COLLECTION } from '@skillwright/hub-api'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type SkillHub, skillFiles, startSkillHub } from '../fixtures/skill-hub.ts'
import { openProject } from '../fixtures/test-project.ts'
import {
  findProject,
  installSkills,
  listAllAgents,
  listInstalled,
  listOutdated,
  readState,
  writeSbom,
} from '../index.ts'

let hub: SkillHub

beforeAll(async () => {
  hub = await startSkillHub()
  await hub.publish({ name: 'reader', version: '1.0.0', manifest: { license: 'MIT' } })
  await hub.publish({ name: 'reader', version: '1.1.0', manifest: { license: 'MIT' } })
  await hub.publish({
    name: 'digest',
    manifest: {
      license: 'MIT OR Apache-2.0',
      dependencies: { '@acme/reader': '^1' },
      permissions: { network: ['api.example.com'] },
      config_schema: {
        type: 'object',
        properties: { max_sources: { type: 'integer', maximum: 9 } },
        additionalProperties: false,
      },
    },
  })
  const skills = ['reader', 'digest'].map((name) => ({ name: `@acme/${name}`, range: '^1.0' }))
  await hub.admin.call(PUBLISH_COLLECTION, {
    params: { scope: 'acme', collection: 'suite', version: '1.0.0' },
    body: { description: 'Both.', skills },
  })
})
afterAll(() => hub[Symbol.asyncDispose]())

const HERMES = `# what the host reads
model: some-model
skills:
  - id: "@acme/digest"   # the news
    version: "^1.0"
    config:
      max_sources: 5
skillwright:
  agents: [hermes]
`

describe('hermes.yaml', () => {
  test('is installed from, into the folder of Hermes, and keeps what is not ours', async () => {
    await using made = await openProject({ hub: hub.url })
    await made.write('hermes.yaml', HERMES)
    const installer = { ...made.installer, project: findProject({ cwd: made.dir }) }
    await installSkills(installer, { title: 'x' }, async () => true)
    expect(await made.read('.hermes/skills/digest/SKILL.md')).toContain('name: digest')
    expect(await made.read('hermes.yaml')).toBe(HERMES)
    await installSkills(installer, { title: 'x', pins: [{ name: 'digest', version: '1.0.0' }] }, async () => true)
    expect(await made.read('hermes.yaml')).toBe(`${HERMES}  pins:\n    digest: 1.0.0\n`)
  })

  test.each([
    ['max_sources: 5', 'max_sources: 10', '/max_sources'],
    ['max_sources: 5', 'max_sources: many', '/max_sources'],
    ['max_sources: 5', 'depth: 1', 'depth'],
  ])('%s is checked by the schema of the skill: %s is not', async (right, wrong, place) => {
    await using made = await openProject({ hub: hub.url })
    await made.write('hermes.yaml', HERMES.replace(right, wrong))
    const installer = { ...made.installer, project: findProject({ cwd: made.dir }) }
    await expect(installSkills(installer, { title: 'x' }, async () => true)).rejects.toMatchObject({
      code: 'INVALID_INPUT',
      message: expect.stringContaining(place),
    })
    expect(Object.keys(await made.tree())).toEqual(['hermes.yaml'])
  })
})

test('what is locked for another host is chosen anew, and refused by ci', async () => {
  await hub.publish({ name: 'hosted', standard: true })
  await using made = await openProject({ hub: hub.url })
  for (const source of ['', ', source: ./hosted']) {
    for (const [path, bytes] of skillFiles({ name: 'hosted', standard: true, manifest: { tools_required: ['look'] } }))
      await made.write(`hosted/${path}`, bytes.toString())
    const skills = `skills: [{ id: hosted${source} }]\n`
    await made.write('skillwright.yaml', skills)
    await made.install()
    await made.write('skillwright.yaml', `host: 2.1.0\n${skills}`)
    const why = 'hosted 1.0.0 needs a host of version >=3.0.0, and yours is 2.1.0'
    for (const frozen of [true, false])
      await expect(made.install({ frozen })).rejects.toMatchObject({
        code: 'CONFLICT',
        message: expect.stringContaining(why),
      })
  }
  await made.write('skillwright.yaml', 'host: 3.1.0\ntools: []\nskills: [{ id: hosted, source: ./hosted }]\n')
  await expect(made.install()).rejects.toMatchObject({ message: expect.stringContaining('needs look, which the host') })
})

test('a policy is asked about the members of a collection, not about the collection', async () => {
  await using made = await openProject({ hub: hub.url })
  await made.write('policy.yaml', 'sources: ["hub+http://127.0.0.1:*"]\ntiers: [community]\nminimum_age_days: 0\n')
  await made.write('skillwright.yaml', 'policy: policy.yaml\ncollections: [{ id: "@acme/suite" }]\n')
  await made.install()
  expect((await listInstalled(made.installer.project)).map(({ name }) => name)).toEqual(['digest', 'reader'])
  await made.write('policy.yaml', 'tiers: [official]\n')
  await expect(made.install({ update: 'all' })).rejects.toMatchObject({
    message: expect.stringContaining('its tier is community'),
  })
})

test('a collection is one wish: its members come and go together', async () => {
  await using made = await openProject({ hub: hub.url })
  await made.install({ addCollections: [{ id: '@acme/suite', version: '^1' }] })
  const { lock } = await readState(made.installer.project)
  expect(lock.roots).toEqual([{ asked: 'collection @acme/suite ^1', names: ['digest', 'reader'] }])
  await made.install({ frozen: true })
  await expect(made.install({ remove: ['reader'] })).rejects.toMatchObject({ code: 'DATA_NOT_FOUND' })
  await made.install({ remove: ['acme/suite'] })
  expect(Object.keys(await made.tree())).toEqual(['skillwright.lock', 'skillwright.yaml'])
})

test('the bill of materials has every skill with licence, hash, source and needs, and is the same each time', async () => {
  await using made = await openProject({ hub: hub.url })
  await made.install({ add: [{ id: '@acme/digest', version: '*' }] })
  const text = await writeSbom(made.installer.project)
  const { lock } = await readState(made.installer.project)
  const archive = lock.skills.find(({ name }) => name === 'reader')?.archive
  expect(JSON.parse(text)).toMatchObject({
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    components: [
      {
        'bom-ref': 'digest@1.0.0',
        group: 'acme',
        licenses: [{ expression: 'MIT OR Apache-2.0' }],
        properties: expect.arrayContaining([{ name: 'skillwright:permission:network', value: 'api.example.com' }]),
      },
      {
        type: 'library',
        name: 'reader',
        version: '1.1.0',
        licenses: [{ license: { id: 'MIT' } }],
        hashes: [{ alg: 'SHA-256', content: archive }],
        externalReferences: [{ type: 'distribution', url: `${hub.url}/v1/skills/@acme/reader/versions/1.1.0/package` }],
      },
    ],
    dependencies: expect.arrayContaining([
      { ref: 'skills', dependsOn: ['digest@1.0.0'] },
      { ref: 'digest@1.0.0', dependsOn: ['reader@1.1.0'] },
    ]),
  })
  expect(await writeSbom(made.installer.project)).toBe(text)
})

test('the list of all agents says what is outdated', async () => {
  await using made = await openProject({ hub: hub.url })
  await made.install({ add: [{ id: '@acme/reader', version: '1.0.0' }] })
  const [{ name, latest } = { name: '', latest: '' }] = await listOutdated(made.installer)
  const home = join(made.dir, '..')
  const [skill] = await listAllAgents(made.installer.project, findProject({ user: true, home }), {
    env: { HOME: home },
    newest: { project: new Map([[name, latest]]), user: new Map() },
  })
  expect(skill).toMatchObject({ name: 'reader', version: '1.0.0', newest: '1.1.0', isUnused: false })
})
