import { readdirSync, readFileSync, statSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'

const MB = 1_000_000

test('who installs the command line gets less than 80 MB, who installs the contract room less than 15', () => {
  expect(installedBytes('skillwright') / MB).toBeLessThan(80)
  expect(installedBytes('@skillwright/contract') / MB).toBeLessThan(15)
})

interface Manifest {
  readonly name: string
  readonly files?: readonly string[]
  readonly dependencies?: Readonly<Record<string, string>>
}

/** Bytes of a package and of everything it depends on; of our own rooms just what is published. */
function installedBytes(name: string): number {
  const seen = new Map<string, number>()
  const visit = (dir: string): void => {
    if (seen.has(dir)) return
    const manifest = JSON.parse(readFileSync(join(dir, 'package.json'), 'utf8')) as Manifest
    const isOurs = manifest.name.includes('skillwright')
    seen.set(dir, isOurs ? sum((manifest.files ?? []).map((file) => bytesIn(join(dir, file)))) : bytesIn(dir))
    for (const dependency of Object.keys(manifest.dependencies ?? {})) visit(packageFolder(dependency, dir))
  }
  visit(packageFolder(name, process.cwd()))
  return sum([...seen.values()])
}

function packageFolder(name: string, from: string): string {
  for (const folder of createRequire(join(from, 'x.js')).resolve.paths(name) ?? [])
    if (readable(join(folder, name, 'package.json'))) return join(folder, name)
  throw new Error(`${name}, which ${dirname(from)} depends on, is not installed`)
}

function readable(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false }) !== undefined
}

/** Packages of their own below it count for themselves. */
function bytesIn(path: string): number {
  const stats = statSync(path)
  if (!stats.isDirectory()) return stats.size
  return sum(readdirSync(path).map((name) => (name === 'node_modules' ? 0 : bytesIn(join(path, name)))))
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0)
}
