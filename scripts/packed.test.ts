import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, symlinkSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'

interface Manifest {
  readonly name: string
  readonly dependencies?: Readonly<Record<string, string>>
}

let project: string
beforeAll(() => {
  project = mkdtempSync(join(tmpdir(), 'skillwright-packed-'))
  installPacked(project)
}, 120_000)
afterAll(() => rmSync(project, { recursive: true, force: true }))

test('what is packed works in an empty project: new, lint, scan, contract check, find, run and the hub', () => {
  expect(skillwright('--version')).toMatch(/^\d+\.\d+\.\d+\n$/)
  skillwright('new', 'counter', '--out', 'skills/counter')
  expect(skillwright('lint', 'counter')).toMatch(/^(?:ok|skills\/counter: 0 errors)/m)
  expect(skillwright('scan', 'counter')).toMatch(/^pass /)
  expect(skillwright('contract', 'check', 'skills/counter')).toMatch(/^ok /)
  expect(skillwright('find', '--root', 'skills', 'counter')).toMatch(/^counter /)
  expect(
    JSON.parse(skillwright('run', 'counter', '--param', 'text=hello', '--unsafe-no-sandbox', '--json')),
  ).toMatchObject({ status: 'success' })
  expect(skillwright('hub', 'check', '--help')).toContain('check what a hub keeps')
  expect(skillwright('completion', 'bash')).toContain('complete -o bashdefault')
})

function skillwright(...words: readonly string[]): string {
  const program = join(project, 'node_modules/skillwright/bin/skillwright.js')
  const env = { ...process.env, NO_COLOR: '1', SKILLWRIGHT_CACHE: join(project, 'cache') }
  return execFileSync(process.execPath, [program, ...words], {
    cwd: project,
    env,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe'],
  })
}

/** Unpacks every room as npm would, and gives each the dependencies that it declares and no others. */
function installPacked(dir: string): void {
  const packs = join(dir, 'packs')
  mkdirSync(packs)
  execFileSync('npm', ['pack', '--workspaces', '--ignore-scripts', '--pack-destination', packs], { stdio: 'ignore' })
  for (const pack of readdirSync(packs)) {
    const list = execFileSync('tar', ['-xzOf', join(packs, pack), 'package/package.json'], { encoding: 'utf8' })
    const { name, dependencies = {} } = JSON.parse(list) as Manifest
    const room = join(dir, 'node_modules', name)
    mkdirSync(room, { recursive: true })
    execFileSync('tar', ['-xzf', join(packs, pack), '-C', room, '--strip-components=1'])
    for (const dependency of Object.keys(dependencies)) {
      if (dependency.startsWith('@skillwright/')) continue
      const link = join(room, 'node_modules', dependency)
      mkdirSync(dirname(link), { recursive: true })
      symlinkSync(installedFolder(dependency, sourceOf(name)), link)
    }
  }
}

function sourceOf(name: string): string {
  return join('packages', name === 'skillwright' ? 'cli' : name.replace('@skillwright/', ''))
}

function installedFolder(name: string, from: string): string {
  const folders = createRequire(join(process.cwd(), from, 'x.js')).resolve.paths(name) ?? []
  const found = folders
    .map((folder) => join(folder, name))
    .find((folder) => statSync(join(folder, 'package.json'), { throwIfNoEntry: false }) !== undefined)
  if (found === undefined) throw new Error(`${name}, which ${from} depends on, is not installed`)
  return found
}
