import {
  copyFileSync,
  cpSync,
  existsSync,
  linkSync,
  mkdirSync,
  realpathSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { containedTest, tempFolder, tryProgram } from '../launch/fixtures/try-program.ts'
import { createSpawnLaunch } from '../launch/spawn-launch.ts'
import { findInterpreters } from '../plan/interpreters.ts'
import { programMounts } from './program-mounts.ts'

const SECRETS = [
  '.ssh/id_rsa',
  '.aws/credentials',
  '.local/share/keyrings/login',
  'project/.env',
  'lib/notes',
  'bin/other',
]

/** A home folder full of canaries, and a skill elsewhere. */
function homeWithSecrets() {
  const folder = tempFolder()
  const home = join(folder.path, 'home')
  const dir = join(folder.path, 'skill')
  for (const secret of SECRETS) {
    mkdirSync(dirname(join(home, secret)), { recursive: true })
    writeFileSync(join(home, secret), 'canary')
  }
  mkdirSync(dir)
  return { home, dir, [Symbol.dispose]: () => folder[Symbol.dispose]() }
}

function place(source: string, target: string): string {
  mkdirSync(dirname(target), { recursive: true })
  try {
    linkSync(realpathSync(source), target)
  } catch {
    copyFileSync(realpathSync(source), target)
  }
  return target
}

/** The canaries that a program finds in a folder when it runs contained. */
async function canariesSeen(command: readonly [string, ...string[]], home: string, dir: string): Promise<string> {
  using launch = createSpawnLaunch()
  const { stdout, stderr, exit } = await tryProgram(command, { launch, dir, home, limits: { processes: 64 } })
  expect({ stderr, code: exit.code }).toEqual({ stderr: '', code: 0 })
  return stdout
}

const LOOK = (home: string) => `find '${home}' -type f ! -name node ! -name sh 2>/dev/null || :`
const NODE_LOOK = (home: string) =>
  `console.log(require('fs').readdirSync('${home}', { recursive: true }).filter((file) => !file.endsWith('bin')).join())`

containedTest.for(['bin/node', '.local/bin/node', '.nvm/versions/node/v24/bin/node', '.volta/node', 'node'])(
  'a Node at ~/%s shows a skill nothing else of the home folder',
  async (where) => {
    using home = homeWithSecrets()
    const node = place(process.execPath, join(home.home, where))
    const seen = await canariesSeen([node, '-e', NODE_LOOK(home.home)], home.home, home.dir)
    expect(seen.trim().split(',').at(-1)).toBe(where)
    expect(seen).not.toMatch(/id_rsa|credentials|login|env|notes|other/)
  },
)

containedTest(
  'a program reached through a link brings its own file and not what lies around it or the link',
  async () => {
    using home = homeWithSecrets()
    const real = place('/bin/sh', join(home.home, 'tools', 'v1', 'bin', 'sh'))
    mkdirSync(join(home.home, 'tools', 'v1', 'lib'))
    writeFileSync(join(home.home, 'tools', 'v1', 'lib', 'canary'), 'canary')
    const link = join(home.home, 'bin', 'sh')
    symlinkSync(real, link)
    expect(await canariesSeen([link, '-c', LOOK(home.home)], home.home, home.dir)).toBe('')
  },
)

containedTest.for(['.', '.local', 'opt/python', 'venv'])(
  'a Python installed in ~/%s finds its own library, and no file of the home folder beside it',
  async (prefix) => {
    using home = homeWithSecrets()
    const [python = ''] = await findInterpreters({ path: '/usr/bin' }).commandFor('python')
    const version = /python3\.\d+/.exec(python)?.[0] ?? ''
    const target = join(home.home, prefix)
    place(python, join(target, 'bin', version))
    const library = `/usr/lib/${version}`
    const needed = new Set(['encodings', 'collections', 'importlib', 're', 'json', 'sqlite3', 'lib-dynload'])
    cpSync(library, join(target, 'lib', version), {
      recursive: true,
      filter: (file) => {
        const [first = '', second] = file.slice(library.length + 1).split('/')
        return second === '__pycache__' ? false : first === '' || first.endsWith('.py') || needed.has(first)
      },
    })
    const source = `
import json, os, sys, sqlite3, ssl
seen = [os.path.join(root, f) for root, _, files in os.walk(${JSON.stringify(home.home)}) for f in files]
print(os.__file__, [f for f in seen if "/lib/${version}/" not in f])`
    const program = join(target, 'bin', version)
    const seen = await canariesSeen([program, '-B', '-c', source], home.home, home.dir)
    expect(seen).toBe(`${join(target, 'lib', version, 'os.py')} ['${program}']\n`)
  },
)

containedTest('a virtual environment that is a whole home folder shows its packages only', async () => {
  using home = homeWithSecrets()
  const [python = ''] = await findInterpreters().commandFor('python')
  const version = /python3\.\d+/.exec(python)?.[0] ?? ''
  const packages = join(home.home, 'lib', version, 'site-packages')
  mkdirSync(packages, { recursive: true })
  writeFileSync(join(packages, 'own_package.py'), 'name = "own"')
  writeFileSync(join(home.home, 'pyvenv.cfg'), `home = ${dirname(python)}\n`)
  symlinkSync(python, join(home.home, 'bin', 'python'))
  const source = `
import os, own_package
print(own_package.name, sorted(f for _, _, files in os.walk(${JSON.stringify(home.home)}) for f in files))`
  const program = join(home.home, 'bin', 'python')
  expect(await canariesSeen([program, '-B', '-c', source], home.home, home.dir)).toBe(
    "own ['own_package.py', 'python', 'pyvenv.cfg']\n",
  )
})

containedTest('the Python of this machine starts with all its modules, wherever it is', async () => {
  using folder = tempFolder()
  using launch = createSpawnLaunch()
  const [python = ''] = await findInterpreters().commandFor('python')
  const source = 'import ctypes, sqlite3, ssl, bz2, lzma, zlib, readline, decimal; print(ssl.OPENSSL_VERSION_INFO[0])'
  const { stdout, stderr } = await tryProgram([python, '-c', source], { launch, dir: folder.path })
  expect({ stdout, stderr }).toEqual({ stdout: expect.stringMatching(/^[13]\n$/), stderr: '' })
})

containedTest('a pyvenv.cfg in the package does not put its folder over the verified copy', async () => {
  using folder = tempFolder()
  using launch = createSpawnLaunch()
  const dir = join(folder.path, 'skill')
  const copy = join(folder.path, 'copy')
  for (const [where, word] of [
    [dir, 'swapped'],
    [copy, 'verified'],
  ] as const) {
    mkdirSync(join(where, 'tools', 'bin'), { recursive: true })
    writeFileSync(join(where, 'tools', 'bin', 'run'), `#!/bin/sh\necho ${word}\n`, { mode: 0o755 })
    for (const cfg of ['pyvenv.cfg', 'tools/pyvenv.cfg']) writeFileSync(join(where, cfg), 'home = /usr/bin\n')
  }
  const { stdout } = await tryProgram([join(dir, 'tools', 'bin', 'run')], { launch, dir, skillFrom: copy })
  expect(stdout).toBe('verified\n')
})

test('an interpreter among keys is refused, by name or through a link', () => {
  using home = homeWithSecrets()
  const options = { skillDir: home.dir, home: home.home }
  place('/bin/sh', join(home.home, '.ssh', 'sh'))
  symlinkSync(join(home.home, '.ssh', 'sh'), join(home.home, 'bin', 'sh'))
  expect(existsSync(join(home.home, 'bin', 'sh'))).toBe(true)
  for (const program of ['.ssh/sh', 'bin/sh'])
    expect(() => programMounts(join(home.home, program), options)).toThrow(
      expect.objectContaining({ code: 'PERMISSION_DENIED' }),
    )
})
