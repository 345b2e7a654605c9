import { chmodSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { tempFolder } from '../launch/fixtures/try-program.ts'
import { rememberFiles } from './program-mounts.ts'

/** A program with a library and a folder of modules; `ask` says what it needs and whether that had to be found. */
function installed() {
  const folder = tempFolder()
  const cacheDir = join(folder.path, 'cache')
  const files = ['bin/python3', 'lib/libpython.so', 'lib/python3'].map((name) => join(folder.path, name))
  const [program = '', library = '', modules = ''] = files
  mkdirSync(join(modules, 'lib-dynload'), { recursive: true })
  mkdirSync(join(folder.path, 'bin'))
  for (const file of [program, library]) writeFileSync(file, 'one')
  const ask = (of = program) => {
    let isFound = false
    const given = rememberFiles(cacheDir, of, () => {
      isFound = true
      return files
    })
    return { given, isFound }
  }
  const memory = join(cacheDir, 'program-files.json')
  return { program, library, modules, files, memory, ask, [Symbol.dispose]: () => folder[Symbol.dispose]() }
}

test('what a program needs is found once', () => {
  using python = installed()
  expect(python.ask()).toEqual({ given: python.files, isFound: true })
  expect(python.ask()).toEqual({ given: python.files, isFound: false })
})

describe('is found again when', () => {
  type Python = ReturnType<typeof installed>
  test.each<[string, (python: Python) => void]>([
    ['the program is another', ({ program }) => writeFileSync(program, 'another')],
    ['a library is another', ({ library }) => writeFileSync(library, 'another')],
    ['a library is gone', ({ library }) => rmSync(library)],
    ['a module was added', ({ modules }) => writeFileSync(join(modules, 'lib-dynload/new.so'), '')],
    ['a library was added beside another', ({ library }) => writeFileSync(`${library}.1`, '')],
    ['others may write the memory', ({ memory }) => chmodSync(memory, 0o666)],
    ['the memory is damaged', ({ memory }) => writeFileSync(memory, '[{"program":')],
    ['the memory is of another shape', ({ memory }) => writeFileSync(memory, '[null, 7, {"files": "all"}]')],
  ])('%s', (_, change) => {
    using python = installed()
    python.ask()
    change(python)
    expect(python.ask().isFound).toBe(true)
  })
})

test('the programs that were asked for last are remembered, and no more than a few', () => {
  using python = installed()
  for (let i = 0; i < 20; i++) python.ask(`/other/${i}`)
  expect(python.ask('/other/19').isFound).toBe(false)
  expect(JSON.parse(readFileSync(python.memory, 'utf8'))).toHaveLength(8)
})
