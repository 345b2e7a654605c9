import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { chmod, mkdir, readFile, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test, vi } from 'vitest'
import { makeRepository, serveGit } from '../fixtures/git-server.ts'
import { skillFiles } from '../fixtures/skill-hub.ts'
import { openProject, type TestProject } from '../fixtures/test-project.ts'
import { listInstalled, readState } from '../index.ts'

async function install(project: TestProject, source: string, id = 'notes', version = '*') {
  await project.install({ add: [{ id, version, source }] })
  const [skill] = await listInstalled(project.installer.project)
  return `${skill?.name} ${skill?.version} ${skill?.state}`
}

/** A repository with two versions of a skill. */
async function published(project: TestProject) {
  const root = join(project.dir, '../repos')
  const repo = await makeRepository(join(root, 'team/notes.git'))
  for (const version of ['1.0.0', '2.0.0']) {
    await repo.write(skillFiles({ name: 'notes', version }), 'skills/notes')
    repo.git('tag', `v${version}`)
  }
  return { root, repo }
}

test('over HTTP: a range, a tag, a branch and a commit, and the lock of it on another machine', async () => {
  await using project = await openProject()
  const { root, repo } = await published(project)
  await using server = await serveGit(root)
  const spec = `git+${server.url}/team/notes.git/.git`
  expect(await install(project, `${spec}#path:skills/notes`, 'notes', '^1')).toBe('notes 1.0.0 installed')
  const { lock } = await readState(project.installer.project)
  const first = repo.git('rev-parse', 'v1.0.0').trim()
  expect(lock.skills[0]?.revision).toBe(first)
  for (const ref of ['v2.0.0', 'main', repo.git('rev-parse', 'main').trim()]) {
    await using other = await openProject()
    expect(await install(other, `${spec}#${ref}&path:skills/notes`)).toBe('notes 2.0.0 installed')
  }
  await using again = await openProject()
  for (const file of ['skillwright.yaml', 'skillwright.lock']) await again.write(file, await project.read(file))
  await again.install({ frozen: true })
  expect(await again.read('.agents/skills/notes/SKILL.md')).toContain('Version 1.0.0.')
})

test('over HTTPS, by the certificate that git trusts', async () => {
  await using project = await openProject()
  const { root } = await published(project)
  const [key, cert] = [join(project.dir, '../key.pem'), join(project.dir, '../cert.pem')]
  const subject = ['-subj', '/CN=127.0.0.1', '-addext', 'subjectAltName=IP:127.0.0.1']
  execFileSync(
    'openssl',
    [
      'req',
      '-x509',
      '-newkey',
      'ec',
      '-pkeyopt',
      'ec_paramgen_curve:prime256v1',
      '-nodes',
      '-keyout',
      key,
      '-out',
      cert,
      ...subject,
    ],
    { stdio: 'ignore' },
  )
  await using server = await serveGit(root, {
    tls: { key: await readFile(key, 'utf8'), cert: await readFile(cert, 'utf8') },
  })
  const spec = `git+${server.url}/team/notes.git/.git#path:skills/notes`
  await expect(install(project, spec)).rejects.toMatchObject({ code: 'FETCH_FAILED' })
  vi.stubEnv('GIT_SSL_CAINFO', cert)
  try {
    expect(await install(project, spec)).toBe('notes 2.0.0 installed')
  } finally {
    vi.unstubAllEnvs()
  }
})

test('over SSH, by the command that git is told to use', async () => {
  await using project = await openProject()
  const { root } = await published(project)
  const [ssh, log] = [join(project.dir, '../ssh'), join(project.dir, '../ssh.log')]
  // What a server does: its last word is the command of git.
  await writeFile(ssh, `#!/bin/sh\necho "$@" >> ${log}\nfor last; do :; done\ncd ${root} && exec sh -c "$last"\n`)
  await chmod(ssh, 0o755)
  vi.stubEnv('GIT_SSH_COMMAND', ssh)
  try {
    const source = `git@git.example.com:${root.slice(1)}/team/notes.git/.git#v1.0.0&path:skills/notes`
    expect(await install(project, source)).toBe('notes 1.0.0 installed')
  } finally {
    vi.unstubAllEnvs()
  }
  expect((await readState(project.installer.project)).lock.skills[0]?.source).toMatch(
    /^git\+ssh:\/\/git@git\.example\.com\//,
  )
})

test('a server does not send git into the own network, and within itself it may', async () => {
  await using project = await openProject()
  const { root } = await published(project)
  let inner = 0
  await using secret = await serveGit(root, {
    before: () => {
      inner++
      return false
    },
  })
  const lead = (path: string) => secret.url.replace('127.0.0.1', '127.0.0.2') + path
  await using server = await serveGit(root, {
    before: ({ url = '' }, answer) => {
      const away = url.startsWith('/away/')
      if (!away && !url.startsWith('/old/')) return false
      answer.writeHead(302, { location: away ? lead(url.slice(5)) : url.replace('/old/', '/team/') }).end()
      return true
    },
  })
  await expect(install(project, `git+${server.url}/away/team/notes.git/.git#path:skills/notes`)).rejects.toMatchObject({
    code: 'PERMISSION_DENIED',
  })
  expect(inner).toBe(0)
  expect(await install(project, `git+${server.url}/old/notes.git/.git#path:skills/notes`)).toBe('notes 2.0.0 installed')
})

test('hooks, filters, submodules, links, names of git and twins in a repository come to nothing', async () => {
  await using project = await openProject()
  const canary = join(project.dir, '../canary')
  const cases: readonly [string, (dir: string, git: (...args: string[]) => string) => Promise<void>][] = [
    [
      'link',
      async (dir, git) => {
        await symlink('/etc/passwd', join(dir, 'secret'))
        git('add', '-A')
      },
    ],
    [
      'submodule',
      async (dir, git) => {
        await writeFile(join(dir, '.gitmodules'), `[submodule "x"]\n\tpath = x\n\turl = ext::sh -c touch% ${canary}\n`)
        git('update-index', '--add', '--cacheinfo', `160000,${git('rev-parse', 'HEAD').trim()},x`)
        git('add', '.gitmodules')
      },
    ],
    ['twin', async (_, git) => addBlob(git, 'skill.MD')],
    ['backslash', async (_, git) => addBlob(git, 'a\\..\\b')],
    ['device', async (_, git) => addBlob(git, 'con.txt')],
    ['colon', async (_, git) => addBlob(git, 'c:evil')],
  ]
  for (const [name, spoil] of cases) {
    const dir = join(project.dir, '../bad', name)
    await mkdir(dir, { recursive: true })
    const repo = await makeRepository(dir)
    await repo.write(skillFiles({ name: 'notes', files: { '.gitattributes': '* filter=evil\n' } }))
    await spoil(dir, repo.git)
    repo.git('commit', '-qm', 'spoilt')
    await writeFile(join(dir, '.git/hooks/post-checkout'), `#!/bin/sh\ntouch ${canary}\n`, { mode: 0o755 })
    const failure = await project.install({ add: [{ id: 'notes', version: '*', source: `git+file://${dir}` }] }).then(
      () => 'installed',
      ({ code }: { code: string }) => code,
    )
    expect([name, failure]).toEqual([name, 'INVALID_INPUT'])
  }
  expect(existsSync(canary)).toBe(false)
  expect(await project.tree()).toEqual({})
})

function addBlob(git: (...args: string[]) => string, path: string): void {
  const blob = git('rev-parse', 'HEAD:SKILL.md').trim()
  git('update-index', '--add', '--cacheinfo', `100644,${blob},${path}`)
}
