import { expect, test } from 'vitest'
import { judgeSourceHost, npmSource, packageSource } from './package-source.ts'

test.each([
  ['git+https://github.com/a/b.git@v1', 'https://github.com/a/b.git@v1'],
  ['b @ git+https://github.com/a/b', 'https://github.com/a/b'],
  ['b[extra] @ https://files.example/b.whl', 'https://files.example/b.whl'],
  ['git+ssh://git@github.com/a/b.git', 'https://github.com/a/b.git'],
  ['git@gitlab.com:a/b.git', 'https://gitlab.com/a/b.git'],
  ['git://codeberg.org/a/b', 'https://codeberg.org/a/b'],
  ['github:a/b#main', 'https://github.com/a/b#main'],
  ['gist:abc', 'https://gist.github.com/abc'],
])('the address of a package is read: %s', (stated, url) => {
  expect(packageSource(stated)).toBe(url)
})

test.each([
  'requests==2.32.0',
  'a/b',
  '^5.3.0',
  'workspace:*',
  'file:../y',
  'npm:left-pad@1.3.0',
  './x',
  '-r more.txt',
])('a package by its name has no address: %s', (stated) => {
  expect(packageSource(stated)).toBeUndefined()
})

test('only npm takes a short name for an address', () => {
  expect(npmSource('a/b#main')).toBe('https://github.com/a/b#main')
  for (const name of ['@a/b', 'left-pad', '^1.0.0', './a/b', '~/a']) expect(npmSource(name)).toBeUndefined()
})

test('a place is strange unless it is a known one or the homepage of the skill, whatever it is called', () => {
  const about = (words: readonly string[], ...hosts: string[]) => ({ hosts: new Set(hosts), words: new Set(words) })
  const url = 'https://github.com/stranger/fastnotes'
  expect(judgeSourceHost(url, about([]))).toBe('strange')
  expect(judgeSourceHost(url, about(['fastnotes', 'stranger']))).toBe('strange')
  expect(judgeSourceHost(url, about([], 'github.com/stranger'))).toBeUndefined()
  expect(judgeSourceHost('https://github.com/huggingface/x', about([]))).toBeUndefined()
  expect(judgeSourceHost('http://files.sync-edge.net/x', about([]))).toBe('poisoned')
})
