import { expect, test } from 'vitest'
import { readPackages } from './read-packages.ts'

const REGISTRY = `https://${['registry', 'npmjs', 'org'].join('.')}/`
const HASH = `sha512-${Buffer.alloc(64).toString('base64')}`
const GOOD = { version: '1.0.0', resolved: `${REGISTRY}a/-/a-1.0.0.tgz`, integrity: HASH }
const MANIFEST = JSON.stringify({ dependencies: { a: '^1' } })
const read = (packages: object, more: object = {}) =>
  readPackages(
    MANIFEST,
    JSON.stringify({ lockfileVersion: 3, packages: { '': {}, 'node_modules/a': GOOD, ...packages }, ...more }),
  )
const refused = ({ foreign, local }: ReturnType<typeof readPackages>) => foreign.length + local.length

test.for(['dev', 'devOptional', 'optional', 'peer', 'inBundle', 'extraneous'])(
  'a foreign source is seen though the lock says %s',
  (flag) => {
    const resolved = 'https://evil.example/b.tgz'
    expect(refused(read({ 'node_modules/b': { ...GOOD, resolved, [flag]: true } }))).toBe(1)
    expect(
      refused(read({ 'node_modules/b': { ...GOOD, resolved: 'git+ssh://git@evil.example/b.git', [flag]: true } })),
    ).toBe(1)
    expect(refused(read({ 'node_modules/b': { link: true, resolved: '../b', [flag]: true } }))).toBe(1)
  },
)

test('what is in the archive of another package needs no source, what only says so does', () => {
  expect(refused(read({ 'node_modules/a/node_modules/b': { version: '1.0.0', inBundle: true } }))).toBe(0)
  expect(refused(read({ 'node_modules/b': { version: '1.0.0', inBundle: true } }))).toBe(1)
})

test.for([1, undefined, '3', 0])('a lock file of version %s is refused, whatever is allowed', (lockfileVersion) => {
  const dependencies = { b: { version: 'https://evil.example/b.tgz' } }
  expect(readPackages(MANIFEST, JSON.stringify({ lockfileVersion, dependencies })).local).toHaveLength(1)
})

test.for(['dependencies', 'optionalDependencies', 'peerDependencies'])(
  'what the %s of a locked package ask for is judged: npm fetches what the lock file lacks',
  (kind) => {
    const asking = (range: unknown) =>
      read({ 'node_modules/a': { ...GOOD, [kind]: { b: range, c: '^1 || >=2.0.0-beta' } } })
    expect(asking('https://evil.example/b.tgz').foreign).toEqual(['node_modules/a: b: https://evil.example/b.tgz'])
    expect(refused(asking('git+file:///etc'))).toBe(1)
    expect(refused(asking('file:../b'))).toBe(1)
    expect(refused(asking('npm:other@^1'))).toBe(0)
  },
)

test.for(['node_modules/../../b', 'node_modules/a/../../b', 'node_modules/a/node_modules/..', 'node_modules/.bin'])(
  'nothing is installed at %s',
  (path) => expect(refused(read({ [path]: GOOD }))).toBe(1),
)

test('dependencies that are not listed by name are not asked for', () => {
  const manifest = { dependencies: { a: '^1' }, optionalDependencies: ['b@https://evil.example/b.tgz'] }
  expect(readPackages(JSON.stringify(manifest), undefined).manifest).not.toContain('evil.example')
})

test('what is installed from is what was judged', () => {
  const { lock } = read({}, { dependencies: { b: { version: 'https://evil.example/b.tgz' } } })
  expect(lock).not.toContain('evil.example')
})

test.for([
  ['the archive of another package', { resolved: `${REGISTRY}b/-/b-1.0.0.tgz` }],
  ['another package under its name', { name: 'b', resolved: `${REGISTRY}b/-/b-1.0.0.tgz` }],
  ['what is not an archive of it', { resolved: `${REGISTRY}a/-/../../b/-/b-1.0.0.tgz` }],
  ['no hash', { integrity: '' }],
  ['a hash that no one checks', { integrity: 'md5-AAAA' }],
] as const)('a lock file must not put %s in the place of a package', ([, entry]) => {
  expect(refused(read({ 'node_modules/a': GOOD }))).toBe(0)
  expect(refused(read({ 'node_modules/a': { ...GOOD, ...entry } }))).toBe(1)
})

test('another name for a package has to be asked for', () => {
  const b = { version: '1.0.0', name: '@x/b', resolved: `${REGISTRY}@x/b/-/b-1.0.0.tgz`, integrity: HASH }
  const lock = JSON.stringify({ lockfileVersion: 3, packages: { 'node_modules/a': b } })
  const judge = (manifest: object) => refused(readPackages(JSON.stringify(manifest), lock))
  expect(judge({ dependencies: { a: 'npm:@x/b@^1' } })).toBe(0)
  expect(judge({ dependencies: { a: '^1' }, overrides: { c: { a: 'npm:@x/b@1.0.0' } } })).toBe(0)
  expect(judge({ dependencies: { a: '^1' } })).toBe(1)
  const above = { version: '1.0.0', resolved: `${REGISTRY}c/-/c-1.0.0.tgz`, integrity: HASH }
  const asking = { ...above, dependencies: { a: 'npm:@x/b@^1' } }
  const nested = JSON.stringify({ lockfileVersion: 3, packages: { 'node_modules/c': asking, 'node_modules/a': b } })
  expect(refused(readPackages(JSON.stringify({ dependencies: { c: '^1' } }), nested))).toBe(0)
})

test.for(['..', '.', '.x', 'x.tgz', 'x.tar.gz', 'npm:x@y.tar'])('the range %s names a place', (range) => {
  expect(refused(readPackages(JSON.stringify({ dependencies: { a: range } }), undefined))).toBe(1)
})

test('an override is judged like a dependency', () => {
  const manifest = (overrides: object) =>
    readPackages(JSON.stringify({ dependencies: { a: '^1' }, overrides }), undefined)
  expect(manifest({ b: { c: 'git+https://evil.example/c.git' } }).foreign).toEqual([
    'c: git+https://evil.example/c.git',
  ])
  expect(refused(manifest({ b: '1.2.3', c: { '.': '^2' }, d: '$a' }))).toBe(0)
})
