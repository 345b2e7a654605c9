import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { chmod, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { readSkill, type Skill } from '@skillwright/skill'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createRuntime } from '../index.ts'
import { CONTAINERS } from '../launch/fixtures/try-program.ts'
import { prepareSkill } from './prepare-skill.ts'
import { readPackages } from './read-packages.ts'
import { readRequirements } from './read-requirements.ts'

let temp = ''
let cacheDir = ''
beforeAll(async () => {
  temp = await mkdtemp(join(tmpdir(), 'skillwright-prepare-'))
  cacheDir = join(temp, 'cache')
})
afterAll(() => rm(temp, { recursive: true, force: true }))

async function skillOf(id: string, files: Readonly<Record<string, string>>): Promise<Skill> {
  const dir = join(temp, id)
  for (const [file, content] of Object.entries({ 'SKILL.md': `---\nid: ${id}\n---\n`, ...files })) {
    await mkdir(join(dir, file, '..'), { recursive: true })
    await writeFile(join(dir, file), content)
  }
  return readSkill(dir)
}

/** A server on loopback that serves these bytes by path. */
async function serve(
  files: (base: string) => Readonly<Record<string, string | Buffer>>,
): Promise<AsyncDisposable & { url: string; asked: string[] }> {
  const asked: string[] = []
  const server = createServer((request, response) => {
    asked.push(request.url ?? '')
    const body = files(url)[request.url ?? '']
    if (typeof body === 'string')
      response.setHeader('content-type', body.startsWith('<') ? 'text/html' : 'application/json')
    response.writeHead(body === undefined ? 404 : 200).end(body)
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return { url, asked, [Symbol.asyncDispose]: async () => void server.close() }
}

/** The prepared packages are there inside the sandbox too, where there is one. */
async function expectContained(skill: Skill): Promise<void> {
  if (CONTAINERS.length === 0) return
  await using runtime = await createRuntime({ cacheDir })
  const hello = { status: 'success', data: { text: 'hello from a package' } }
  expect(await runtime.run(skill)).toMatchObject(hello)
  if (skill.entry?.language !== 'python') return
  // And once it is called again and again, they are imported once for many calls.
  let response = await runtime.run(skill)
  while ((response.data as { isImportedAhead: boolean }).isImportedAhead !== true) response = await runtime.run(skill)
  expect(response).toMatchObject(hello)
}

const ANSWER = `import json, os, sys, tiny_greeting
json.load(sys.stdin)
data = {"text": tiny_greeting.hello(), "isImportedAhead": tiny_greeting.importer != os.getpid()}
print(json.dumps({"success": True, "data": data}))
`

const WHEEL_PATH = '/tiny_greeting-1.0.0-py3-none-any.whl'
const WHEEL_LINK = `<a href="${WHEEL_PATH}">tiny_greeting-1.0.0-py3-none-any.whl</a>`

describe('Python', () => {
  test('what requirements.txt asks for is installed outside the skill, and used from then on', async () => {
    await using index = await serve(() => ({
      '/simple/tiny-greeting/': WHEEL_LINK,
      [WHEEL_PATH]: wheel(),
    }))
    const skill = await skillOf('greeter', {
      'tools/main.py': ANSWER,
      'requirements.txt': 'tiny-greeting==1.0.0  # says hello\n',
    })
    await using runtime = await createRuntime({ contain: false, cacheDir })
    expect(await runtime.run(skill)).toMatchObject({
      status: 'failed',
      errors: [{ code: 'TOOL_NOT_AVAILABLE', suggested_action: `skillwright prepare ${skill.dir}` }],
    })
    const said: string[] = []
    const env = { ...process.env, PIP_INDEX_URL: `${index.url}/simple`, PIP_CONFIG_FILE: '/dev/null' }
    const first = await prepareSkill(skill, { cacheDir, env, onProgress: (message) => said.push(message) })
    expect(first).toMatchObject({ packages: ['tiny-greeting==1.0.0'], wasReady: false })
    expect(said.join('\n')).toMatch(
      /making a virtual environment[\s\S]*installing tiny-greeting==1\.0\.0[\s\S]*prepared/,
    )
    expect(await runtime.run(skill)).toMatchObject({ status: 'success', data: { text: 'hello from a package' } })
    await expectContained(skill)
    expect(await readdir(join(temp, 'greeter'))).toEqual(['SKILL.md', 'requirements.txt', 'tools'])
    expect(await prepareSkill(skill, { cacheDir, env })).toEqual({ ...first, wasReady: true })
    expect(await readdir(join(cacheDir, 'prepared'))).toHaveLength(1)
  })

  test('what others could have prepared is not used, and prepared anew', async () => {
    await using index = await serve(() => ({ '/simple/tiny-greeting/': WHEEL_LINK, [WHEEL_PATH]: wheel() }))
    const skill = await skillOf('open', { 'tools/main.py': ANSWER, 'requirements.txt': 'tiny-greeting==1.0.0 # open' })
    const prepare = () =>
      prepareSkill(skill, { cacheDir, env: { ...process.env, PIP_INDEX_URL: `${index.url}/simple` } })
    const { folder = '' } = await prepare()
    await using runtime = await createRuntime({ contain: false, cacheDir })
    for (const path of [folder, join(folder, 'prepared.json')]) {
      await chmod(path, 0o777)
      expect(await runtime.run(skill)).toMatchObject({ errors: [{ code: 'TOOL_NOT_AVAILABLE' }] })
      expect(await prepare()).toMatchObject({ folder, wasReady: false })
      expect(await prepare()).toMatchObject({ folder, wasReady: true })
    }
    await chmod(join(folder, '..'), 0o777)
    await expect(prepare()).rejects.toMatchObject({ code: 'PERMISSION_DENIED' })
    await chmod(join(folder, '..'), 0o700)
  })

  test('nothing of a package runs while it is installed, whatever its requirement says', async () => {
    const canary = join(temp, 'canary')
    const source = join(temp, 'tiny_source-1.0.0')
    await mkdir(source)
    await writeFile(join(source, 'PKG-INFO'), 'Metadata-Version: 2.1\nName: tiny_source\nVersion: 1.0.0\n')
    await writeFile(
      join(source, 'pyproject.toml'),
      '[build-system]\nrequires = []\nbuild-backend = "backend"\nbackend-path = ["."]\n',
    )
    await writeFile(join(source, 'backend.py'), `open(${JSON.stringify(canary)}, "w")\n`)
    const archive = execFileSync('tar', ['-cz', '-C', temp, 'tiny_source-1.0.0'])
    const file = 'tiny_source-1.0.0.tar.gz'
    await using index = await serve(() => ({
      '/simple/tiny-source/': `<a href="/${file}">${file}</a>`,
      [`/${file}`]: archive,
    }))
    const env = { ...process.env, PIP_INDEX_URL: `${index.url}/simple`, PIP_CONFIG_FILE: '/dev/null' }
    for (const more of ['', '; python_version > "2" --global-option=x']) {
      const skill = await skillOf('built', { 'tools/main.py': '', 'requirements.txt': `tiny-source==1.0.0${more}\n` })
      await expect(prepareSkill(skill, { cacheDir, env })).rejects.toThrow()
      expect(await readdir(temp)).not.toContain('canary')
    }
  })

  test('a package that cannot be installed leaves nothing half done, and no password in the message', async () => {
    await using index = await serve(() => ({}))
    const skill = await skillOf('missing', { 'tools/main.py': '', 'requirements.txt': 'no-such-thing\n' })
    const PIP_INDEX_URL = `${index.url.replace('//', '//user:hunter2@')}/simple`
    const env = { ...process.env, PIP_INDEX_URL, PIP_CONFIG_FILE: '/dev/null' }
    const cache = join(temp, 'empty-cache')
    const said: string[] = []
    const failure = await prepareSkill(skill, { cacheDir: cache, env, onProgress: (line) => said.push(line) }).catch(
      (thrown) => thrown,
    )
    expect(failure).toMatchObject({ code: 'TOOL_EXECUTION_FAILED' })
    expect(JSON.stringify([said, failure.message, failure.details])).not.toContain('hunter2')
    expect(await readdir(join(cache, 'prepared'))).toEqual([])
  })

  test('a file without packages needs no preparation', async () => {
    const skill = await skillOf('bare', {
      'tools/main.py': 'print(\'{"success": true, "data": {}}\')',
      'requirements.txt': '# nothing yet\n\n',
    })
    expect(await prepareSkill(skill, { cacheDir })).toEqual({ folder: undefined, packages: [], wasReady: true })
    await using runtime = await createRuntime({ contain: false, cacheDir })
    expect(await runtime.run(skill)).toMatchObject({ status: 'success' })
  })

  test.each([
    'requests',
    'requests==2.32.0',
    'requests[socks] >=2, <3',
    'a~=1.4.2; python_version < "3.13"',
    'a; (sys_platform == "linux" and platform_machine != "arm-64") or extra == "b"',
    'x!=1.0,==1.*',
    `six==1.16.0 --hash=sha256:${'ab'.repeat(32)} --hash=sha256:${'cd'.repeat(32)}`,
    'zope.interface (>=5.0)',
    'a===1.0+local',
  ])('%s is a package of the index', (line) => {
    expect(readRequirements(`${line}  # why\n`)).toMatchObject({ packages: [line], foreign: [], local: [] })
  })

  test.each([
    '--index-url https://evil.example/simple',
    '-i https://evil.example',
    '--extra-index-url=https://evil.example',
    '--find-links https://evil.example',
    '--trusted-host evil.example',
    'git+https://github.com/a/b',
    '-e git+ssh://a/b',
    'requests @ https://evil.example/requests.whl',
    'https://evil.example/x.whl',
    '--no-binary :all:',
    '--pre',
    'a==1 --global-option=x',
    'a \\\n --install-option=x',
    'svn+http://x',
    'evil.whl',
    'a b',
    '$HOME',
    'a;x @ https://b',
    // pip takes options of a package from behind its marker too, and with this one it builds what it was told not to build.
    'a; python_version > "2" --global-option=x',
    'a; python_version > "2"\t--config-settings=x=y',
    `a==1; b --hash=sha256:${'ab'.repeat(32)} --global-option x`,
    "a; os_name == '-' -i https://evil.example",
    `a; os_name == "${'$'}{HOME}"`,
    '# what else \\\n--index-url https://evil.example',
    '# what else\f--index-url https://evil.example',
    '# what else\x85--index-url https://evil.example',
  ])('%s comes from elsewhere and is refused unless it is allowed', async (line) => {
    expect(readRequirements(line)).toMatchObject({ packages: [], local: [] })
    expect(readRequirements(line).foreign).toHaveLength(1)
  })

  test('what is installed from is what was judged: pip ends a line where others do not, and reads in the encoding of a comment', () => {
    const hidden = ['a; b\r-i https://evil.example', '# coding: utf-7', 'c==1  # why', '\u2028d'].join('\n')
    expect(readRequirements(hidden)).toEqual({
      packages: ['a; b', 'c==1', 'd'],
      foreign: ['-i https://evil.example'],
      building: [],
      local: [],
      judged: 'a; b\n-i https://evil.example\nc==1\nd\n',
    })
  })

  test.each([
    '-r other.txt',
    '--constraint=c.txt',
    './package',
    '../x',
    '/etc/x',
    '-e .',
    'file:///x',
    'a @ file:///x',
    '-e ./x',
    'x/',
    '~/x',
    'C:\\x',
  ])('%s names a place on this machine and is always refused', async (line) => {
    const skill = await skillOf('local', { 'tools/main.py': '', 'requirements.txt': `${line}\n` })
    await expect(prepareSkill(skill, { cacheDir, allow: ['sources', 'scripts'] })).rejects.toMatchObject({
      code: 'PERMISSION_DENIED',
    })
  })

  test.each([
    'git+https://example.com/a/b',
    '-e git+ssh://a/b',
    'https://example.com/x.tar.gz',
    'x @ https://example.com/x.zip#egg=x.whl',
    '--no-binary :all:',
    '-i https://example.com --no-binary :all:',
    'x @ https://example.com/x.whl ; os_name != " --global-option=x',
  ])('%s may run something while it is installed', (line) => {
    expect(readRequirements(line)).toMatchObject({ packages: [], foreign: [line], building: [line] })
  })

  test('a source that was allowed may not run anything while it is installed', async () => {
    const skill = await skillOf('building', { 'tools/main.py': '', 'requirements.txt': '--no-binary :all:\n' })
    await expect(prepareSkill(skill, { cacheDir, allow: ['sources'] })).rejects.toMatchObject({
      code: 'PERMISSION_DENIED',
      hint: expect.stringContaining('--allow sources scripts'),
    })
  })

  test.each([
    '--index-url https://example.com/simple',
    '--find-links=https://example.com',
    'https://example.com/x-1-py3-none-any.whl',
    'x[y] @ https://example.com/x-1-py3-none-any.whl#sha256=00 ; python_version > "3"',
  ])('%s is only another source', (line) => {
    expect(readRequirements(line)).toMatchObject({ packages: [], foreign: [line], building: [], local: [] })
  })

  test('a refused line is named, with the way to allow it', async () => {
    const skill = await skillOf('foreign', { 'tools/main.py': '', 'requirements.txt': 'git+https://example.com/a/b\n' })
    await expect(prepareSkill(skill, { cacheDir })).rejects.toMatchObject({
      code: 'PERMISSION_DENIED',
      message: expect.stringContaining('git+https://example.com/a/b'),
      hint: expect.stringContaining('--allow sources'),
    })
  })
})

describe('Node', () => {
  const script = `import { hello } from 'tiny-greeting'
import { createRequire } from 'node:module'
const other = createRequire(import.meta.url)('tiny-greeting')
console.log(JSON.stringify({ success: true, data: { text: hello(), same: other.hello === hello } }))
`
  const manifest = {
    name: 'greeter',
    version: '1.0.0',
    scripts: { preinstall: 'touch /tmp/skillwright-ran' },
    dependencies: { 'tiny-greeting': '1.0.0' },
  }

  test('what package.json asks for is installed by its lock file, without running any script', async () => {
    const ran = join(temp, 'script-ran')
    const archive = tarball({
      'package/package.json': JSON.stringify({
        name: 'tiny-greeting',
        version: '1.0.0',
        main: 'index.js',
        scripts: { install: `touch ${ran}` },
      }),
      'package/index.js': 'exports.hello = () => "hello from a package"',
    })
    await using registry = await serve(() => ({ '/tiny-greeting/-/tiny-greeting-1.0.0.tgz': archive }))
    const resolved = `${registry.url}/tiny-greeting/-/tiny-greeting-1.0.0.tgz`
    const integrity = `sha512-${createHash('sha512').update(archive).digest('base64')}`
    const lock = {
      name: 'greeter',
      version: '1.0.0',
      lockfileVersion: 3,
      requires: true,
      packages: {
        '': { name: 'greeter', version: '1.0.0', dependencies: manifest.dependencies },
        'node_modules/tiny-greeting': { version: '1.0.0', resolved, integrity, hasInstallScript: true },
      },
    }
    const skill = await skillOf('node-greeter', {
      'tools/main.mjs': script,
      'package.json': JSON.stringify(manifest),
      'package-lock.json': JSON.stringify(lock),
    })
    await using runtime = await createRuntime({ contain: false, cacheDir })
    expect(await runtime.run(skill)).toMatchObject({ errors: [{ code: 'TOOL_NOT_AVAILABLE' }] })
    // Not from the public registry, so it has to be allowed.
    await expect(prepareSkill(skill, { cacheDir })).rejects.toMatchObject({ code: 'PERMISSION_DENIED' })
    const env = { ...process.env, npm_config_registry: registry.url, npm_config_cache: join(temp, 'npm-cache') }
    expect(await prepareSkill(skill, { cacheDir, env, allow: ['sources'] })).toMatchObject({ wasReady: false })
    expect(await runtime.run(skill)).toMatchObject({
      status: 'success',
      data: { text: 'hello from a package', same: true },
    })
    await expectContained(skill)
    await expect(readFile(ran)).rejects.toMatchObject({ code: 'ENOENT' })
    expect(await readdir(join(temp, 'node-greeter'))).not.toContain('node_modules')
  })

  test('a lock file is required, since without one the installed versions are unknown', async () => {
    const skill = await skillOf('unlocked', { 'tools/main.mjs': script, 'package.json': JSON.stringify(manifest) })
    await expect(prepareSkill(skill, { cacheDir })).rejects.toMatchObject({
      code: 'INVALID_INPUT',
      hint: expect.stringContaining('--package-lock-only'),
    })
  })

  test('a package.json without dependencies needs no preparation', async () => {
    const skill = await skillOf('plain', {
      'tools/main.mjs': '',
      'package.json': '{"type": "module", "devDependencies": {"a": "1"}}',
    })
    expect(await prepareSkill(skill, { cacheDir })).toMatchObject({ folder: undefined })
  })

  test.each(['file:../x', 'link:../x', './x', '/x', '~/x', 'workspace:*'])(
    'the dependency %s names a place on this machine',
    (range) => {
      expect(readPackages(JSON.stringify({ dependencies: { a: range } }), undefined)).toMatchObject({
        local: [`a: ${range}`],
      })
    },
  )

  test.each(['git+https://x/y', 'github:a/b', 'a/b', 'https://x/y.tgz', 'git@github.com:a/b', 'npm:@a/b@https://x'])(
    'the dependency %s comes from elsewhere',
    (range) =>
      expect(readPackages(JSON.stringify({ dependencies: { a: range } }), undefined)).toMatchObject({
        foreign: [`a: ${range}`],
        local: [],
      }),
  )

  test.each(['^1.2', '>=1 <2 || 3.x', 'latest', '*', '', 'npm:other@^1', 'npm:@scope/other@1.0.0', '1.0.0-beta.1+b'])(
    'the dependency %s is one of the registry',
    (range) => {
      expect(readPackages(JSON.stringify({ dependencies: { a: range } }), undefined)).toMatchObject({
        foreign: [],
        local: [],
      })
    },
  )

  test('the lock file cannot bring in what package.json does not say', () => {
    const judge = (entry: object, path = 'node_modules/a') => {
      const { foreign, local } = readPackages(
        '{"dependencies": {"a": "1"}}',
        JSON.stringify({ lockfileVersion: 3, packages: { '': {}, [path]: entry } }),
      )
      return foreign.length + local.length
    }
    const good = {
      resolved: `https://${REGISTRY_HOST}/a/-/a-1.0.0.tgz`,
      integrity: `sha512-${Buffer.alloc(64).toString('base64')}`,
    }
    expect(judge(good)).toBe(0)
    expect(judge({ ...good, resolved: 'https://evil.example/a.tgz' })).toBe(1)
    expect(judge({ ...good, resolved: `https://${REGISTRY_HOST}.evil.example/a.tgz` })).toBe(1)
    expect(judge({ resolved: good.resolved })).toBe(1)
    expect(judge({ link: true, resolved: '../x' })).toBe(1)
    expect(judge(good, '../x')).toBe(1)
    expect(judge({ version: '1.0.0' })).toBe(1)
  })
})

/** The smallest wheel there is, made by Python's own zip module. */
function wheel(): Buffer {
  const code = `
import io, sys, zipfile
out = io.BytesIO()
info = "tiny_greeting-1.0.0.dist-info/"
with zipfile.ZipFile(out, "w") as z:
    z.writestr("tiny_greeting.py", "import os\\nimporter = os.getpid()\\ndef hello():\\n    return 'hello from a package'\\n")
    z.writestr(info + "METADATA", "Metadata-Version: 2.1\\nName: tiny-greeting\\nVersion: 1.0.0\\n")
    z.writestr(info + "WHEEL", "Wheel-Version: 1.0\\nGenerator: test\\nRoot-Is-Purelib: true\\nTag: py3-none-any\\n")
    z.writestr(info + "RECORD", "tiny_greeting.py,,\\n" + info + "METADATA,,\\n" + info + "WHEEL,,\\n" + info + "RECORD,,\\n")
sys.stdout.buffer.write(out.getvalue())
`
  return execFileSync('python3', ['-c', code])
}

const REGISTRY_HOST = ['registry', 'npmjs', 'org'].join('.')

function tarball(files: Readonly<Record<string, string>>): Buffer {
  const blocks = Object.entries(files).flatMap(([name, text]) => {
    const body = Buffer.from(text)
    const header = Buffer.alloc(512)
    header.write(name, 0)
    header.write('0000644\0', 100)
    header.write(`${body.length.toString(8).padStart(11, '0')}\0`, 124)
    header.write('        ', 148)
    header.write('0', 156)
    header.write('ustar\u000000', 257)
    const sum = header.reduce((total, byte) => total + byte, 0)
    header.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148)
    return [header, body, Buffer.alloc((512 - (body.length % 512)) % 512)]
  })
  return gzipSync(Buffer.concat([...blocks, Buffer.alloc(1024)]))
}
