import { userInfo } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, test, vi } from 'vitest'
import { userFolder } from './user-folder.ts'

afterEach(() => vi.unstubAllEnvs())

const HOME = () => '/home/ann'
const CASES = [
  ['config', 'SKILLWRIGHT_CONFIG', 'XDG_CONFIG_HOME', '/home/ann/.config/skillwright'],
  ['cache', 'SKILLWRIGHT_CACHE', 'XDG_CACHE_HOME', '/home/ann/.cache/skillwright'],
  ['data', 'SKILLWRIGHT_DATA', 'XDG_DATA_HOME', '/home/ann/.local/share/skillwright'],
  ['state', 'SKILLWRIGHT_STATE', 'XDG_STATE_HOME', '/home/ann/.local/state/skillwright'],
] as const

test.each(CASES)('%s is kept where %s says, else %s, else in the home folder', (kind, own, xdg, otherwise) => {
  expect(userFolder(kind, { [own]: '/own', [xdg]: '/xdg' }, HOME)).toBe('/own')
  expect(userFolder(kind, { [xdg]: '/xdg' }, HOME)).toBe('/xdg/skillwright')
  expect(userFolder(kind, {}, HOME)).toBe(otherwise)
})

test.each(CASES)('%s is never kept in the current folder', (kind, own, xdg, otherwise) => {
  for (const wrong of ['', '.', 'here', './here', '~/here'])
    for (const env of [{ [own]: wrong }, { [xdg]: wrong }, { [own]: wrong, [xdg]: wrong }])
      expect(userFolder(kind, env, HOME), JSON.stringify(env)).toBe(otherwise)
})

test('an empty HOME is not the current folder either', () => {
  vi.stubEnv('HOME', '')
  expect(userFolder('config', {})).toBe(join(userInfo().homedir, '.config/skillwright'))
})
