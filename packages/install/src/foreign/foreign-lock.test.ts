import { execFile } from 'node:child_process'
import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type SkillHub, startSkillHub } from '../fixtures/skill-hub.ts'
import { openProject } from '../fixtures/test-project.ts'
import { diffInstalled, exportLock, findProject, listAllAgents, readForeignLock, readGhFolder } from '../index.ts'

const MODULES = fileURLToPath(new URL('../../../../node_modules/', import.meta.url))
let hub: SkillHub

beforeAll(async () => {
  hub = await startSkillHub()
  await hub.publish({ name: 'reader', version: '1.0.0' })
  await hub.publish({
    name: 'reader',
    version: '1.1.0',
    files: { 'more.md': 'more\n' },
    manifest: { permissions: { env: ['HOME'] } },
  })
  await hub.publish({ name: 'writer', version: '1.0.0' })
  await hub.publish({ name: 'painter', version: '1.0.0' })
})
afterAll(() => hub[Symbol.asyncDispose]())

describe('the locks of other tools', () => {
  const registry = 'https://registry.example.com'
  test.each<[string, string, unknown, object[]]>([
    [
      'skills-lock.json',
      'skills',
      {
        version: 1,
        skills: {
          pdf: {
            source: 'acme/skills',
            ref: 'v1',
            sourceType: 'github',
            computedHash: 'x',
            skillPath: 'skills/pdf/SKILL.md',
          },
          own: { source: './own', sourceType: 'local', computedHash: 'x' },
          site: { source: 'skills.example.com', sourceType: 'well-known', computedHash: 'x' },
          odd: { source: 'x', sourceType: 'node_modules', computedHash: 'x' },
        },
      },
      [
        { id: 'pdf', source: 'git+https://github.com/acme/skills.git#v1&path:skills/pdf' },
        { source: './own' },
        { source: 'well-known+https://skills.example.com' },
        { name: 'odd', id: 'odd' },
      ],
    ],
    [
      '.skill-lock.json',
      'skills',
      {
        version: 3,
        skills: {
          pdf: {
            source: 'acme/skills',
            sourceType: 'github',
            sourceUrl: 'https://github.com/acme/skills.git',
            skillPath: 'SKILL.md',
            skillFolderHash: 'x',
          },
        },
      },
      [{ source: 'git+https://github.com/acme/skills.git' }],
    ],
    [
      'lock.json',
      'clawhub',
      {
        version: 1,
        skills: { pdf: { version: '1.2.0', installedAt: 1 }, held: { version: '2.0.0', installedAt: 1, pinned: true } },
      },
      [{ id: 'pdf', source: `clawhub+${registry}`, version: '^1.2.0' }, { version: '2.0.0' }],
    ],
    [
      'lock.json',
      'hermes',
      {
        version: 1,
        installed: {
          pdf: { source: 'github', identifier: 'acme/skills/tools/pdf' },
          far: { source: 'lobehub', identifier: 'x' },
        },
      },
      [{ source: 'git+https://github.com/acme/skills.git#path:tools/pdf' }, { name: 'far', id: 'far' }],
    ],
    [
      'apm.lock.yaml',
      'apm',
      {
        lockfile_version: '1',
        dependencies: [
          { repo_url: 'github.com/acme/skills', resolved_commit: 'a'.repeat(40), virtual_path: 'skills/pdf' },
        ],
      },
      [{ name: 'pdf', source: `git+https://github.com/acme/skills#${'a'.repeat(40)}&path:skills/pdf` }],
    ],
  ])('%s of %s is understood', (file, tool, value, skills) => {
    const lock = readForeignLock(JSON.stringify(value), file, { registry })
    expect(lock).toMatchObject({ tool, skills })
  })

  test('and something else is not', () => {
    for (const text of ['{}', '[]', 'x', '{"skills":[]}'])
      expect(() => readForeignLock(text, 'a.json', { registry })).toThrow(
        expect.objectContaining({ code: 'INVALID_INPUT' }),
      )
  })
})

test('what gh put into a folder is understood by what it wrote into the skills', async () => {
  await using project = await openProject()
  const front = (more: string) => `---\nname: pdf\ndescription: Reads PDFs.\n${more}---\nhello\n`
  const metadata =
    'metadata:\n  github-repo: https://github.com/acme/skills\n  github-path: skills/pdf\n  github-ref: refs/tags/v1\n'
  await project.write('.agents/skills/pdf/SKILL.md', front(metadata))
  await project.write('.agents/skills/own/SKILL.md', front(''))
  expect(await readGhFolder(join(project.dir, '.agents/skills'))).toEqual({
    tool: 'gh',
    skills: [{ name: 'pdf', id: 'pdf', source: 'git+https://github.com/acme/skills.git#v1&path:skills/pdf' }],
  })
  await expect(readGhFolder(project.dir)).rejects.toMatchObject({ code: 'DATA_NOT_FOUND' })
})

test("Hermes' lock says what is installed, and reads back as the same", async () => {
  await using project = await openProject({ hub: hub.url })
  await project.install({ add: [{ id: '@acme/reader', version: '1.0.0' }] })
  await project.write('own/SKILL.md', '---\nname: own\ndescription: My own.\n---\nhello\n')
  await project.install({ add: [{ id: 'own', version: '*', source: './own' }] })
  const { text, leftOut } = await exportLock(project.installer, 'hermes')
  expect(leftOut).toEqual(['own'])
  expect(JSON.parse(text)).toMatchObject({
    version: 1,
    installed: {
      reader: {
        source: 'clawhub',
        identifier: 'reader',
        scan_verdict: 'safe',
        content_hash: expect.stringMatching(/^sha256:[0-9a-f]{16}$/),
        files: ['SKILL.md', 'skill.json'],
      },
    },
  })
  const { skills } = readForeignLock(text, 'lock.json', { registry: hub.url })
  expect(skills).toEqual([{ name: 'reader', id: 'reader', source: `clawhub+${hub.url}` }])
})

test('diff shows what a user changed, and what another version would change', async () => {
  await using project = await openProject({ hub: hub.url })
  await project.install({ add: [{ id: '@acme/reader', version: '1.0.0' }] })
  expect(await diffInstalled(project.installer, 'reader')).toEqual({ files: [] })
  const file = '.agents/skills/reader/SKILL.md'
  await project.write(file, (await project.read(file)).replace('Version 1.0.0.', 'My version.'))
  const { files } = await diffInstalled(project.installer, 'reader')
  expect(files).toMatchObject([{ path: 'SKILL.md', what: 'changed' }])
  expect(files[0]?.lines).toEqual(expect.arrayContaining(['-Version 1.0.0.', '+My version.']))
  const { files: other, change } = await diffInstalled(project.installer, 'reader', '1.1.0')
  expect(other.map(({ path, what }) => `${what} ${path}`)).toEqual([
    'changed SKILL.md',
    'added more.md',
    'changed skill.json',
  ])
  expect(other[1]?.lines[0]).toBe('@@ -0,0 +1,1 @@')
  expect(change?.permissions).toEqual([{ permission: 'env', added: ['HOME'], removed: [] }])
})

test('the skills and clawhub commands see what we installed, and we see what they installed', async () => {
  await using project = await openProject({ hub: hub.url })
  const home = join(project.dir, '..')
  const run = (script: string, ...args: string[]) =>
    new Promise<string>((resolve) => {
      const env = {
        PATH: process.env.PATH ?? '',
        HOME: home,
        CLAWHUB_CONFIG_PATH: join(home, 'clawhub.json'),
        CLAWHUB_DISABLE_TELEMETRY: '1',
        DISABLE_TELEMETRY: '1',
        NO_COLOR: '1',
        CI: '1',
      }
      execFile(process.execPath, [join(MODULES, script), ...args], { cwd: project.dir, env }, (_, out, err) =>
        resolve(out + err),
      )
    })
  const skills = (...args: string[]) => run('skills/bin/cli.mjs', ...args)
  const clawhub = (...args: string[]) =>
    run(
      'clawhub/bin/clawdhub.js',
      '--registry',
      hub.url,
      '--site',
      hub.url,
      '--no-input',
      '--workdir',
      project.dir,
      ...args,
    )
  await project.install({ add: [{ id: '@acme/reader', version: '1.0.0' }], agents: ['agents', 'openclaw'] })
  expect(await skills('list')).toContain('reader')
  const { text } = await exportLock(project.installer, 'clawhub')
  await mkdir(dirname(join(project.dir, '.clawhub/lock.json')), { recursive: true })
  await writeFile(join(project.dir, '.clawhub/lock.json'), text)
  expect(await clawhub('list')).toMatch(/reader.*1\.0\.0/)
  await skills('add', `${hub.url}/@acme/writer`, '-y')
  const said = await clawhub('install', 'painter')
  // OpenClaw looks into its own folder first.
  await project.write('.agents/skills/painter/SKILL.md', '---\nname: painter\ndescription: Another one.\n---\n')
  const found = await listAllAgents(project.installer.project, findProject({ user: true, home }), {
    env: { HOME: home },
  })
  const byPath = new Map(found.map((skill) => [skill.path.slice(project.dir.length + 1), skill]))
  expect(byPath.get('.agents/skills/reader')).toMatchObject({
    installedBy: 'skillwright',
    isModified: false,
    agents: expect.arrayContaining(['agents', 'codex']),
  })
  expect(byPath.get('.agents/skills/writer')).toMatchObject({ name: 'writer', installedBy: 'unknown' })
  expect(byPath.get('skills/painter'), said).toMatchObject({
    installedBy: 'clawhub',
    from: expect.stringContaining('painter from clawhub+'),
  })
  expect(byPath.get('.agents/skills/painter')?.shadowedFor).toContain('openclaw')
  const imported = readForeignLock(await project.read('skills-lock.json'), 'skills-lock.json', { registry: hub.url })
  expect(imported.skills.map(({ name }) => name)).toContain('writer')
})
