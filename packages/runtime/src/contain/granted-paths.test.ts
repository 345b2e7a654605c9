import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { tempFolder } from '../launch/fixtures/try-program.ts'
import { grantedPaths } from './granted-paths.ts'

const HOME = '/home/ann'

test.for([
  '/',
  '//',
  '/proc',
  '/proc/1/root',
  '/sys',
  '/dev/sda',
  '/etc',
  '/etc/shadow',
  '/home',
  HOME,
  '~',
  '~/',
  '~/.config',
  '~/.ssh',
  '~/.ssh/id_rsa',
  '/run/docker.sock',
  '/var/run/docker.sock',
  '/run',
  '/var',
  '/tmp',
  '/etc/../',
  '/srv/../proc/self',
  'relative/path',
  './x',
  '',
])('reading %s is refused', (path) => {
  expect(() => grantedPaths([path], 'read', { home: HOME })).toThrow(
    expect.objectContaining({ code: 'PERMISSION_DENIED' }),
  )
})

test.for([
  '~/.ssh',
  '~/.ssh/authorized_keys',
  '~/.bashrc',
  '~/.local/bin',
  '~/.config/autostart/x',
  '/usr/local/bin',
  '/etc/cron.d',
  '/bin',
])('writing %s is refused', (path) => {
  expect(() => grantedPaths([path], 'write', { home: HOME })).toThrow(
    expect.objectContaining({ code: 'PERMISSION_DENIED' }),
  )
})

test('~ is the home folder', () => {
  using home = tempFolder()
  mkdirSync(join(home.path, 'notes'))
  expect(grantedPaths(['~/notes/'], 'read', { home: home.path })).toEqual([
    { path: join(home.path, 'notes'), source: join(home.path, 'notes') },
  ])
})

test('a link that leads to a forbidden place is refused, an honest one is resolved', () => {
  using home = tempFolder()
  symlinkSync('/proc', join(home.path, 'harmless'))
  expect(() => grantedPaths(['~/harmless'], 'read', { home: home.path })).toThrow(/leads to \/proc/)
  writeFileSync(join(home.path, 'real'), '')
  symlinkSync(join(home.path, 'real'), join(home.path, 'link'))
  expect(grantedPaths(['~/link'], 'read', { home: home.path })).toEqual([
    { path: join(home.path, 'link'), source: join(home.path, 'real') },
  ])
})

test('what is not there is left out of reading, and named when it should be written', () => {
  expect(grantedPaths(['/srv/nothing/here'], 'read', { home: HOME })).toEqual([])
  expect(() => grantedPaths(['/srv/nothing/here'], 'write', { home: HOME })).toThrow(/does not exist/)
})
