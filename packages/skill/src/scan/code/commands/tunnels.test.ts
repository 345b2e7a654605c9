import { expect, test } from 'vitest'
import { sshParts } from './tunnels.ts'

const parts = (line: string) => sshParts(line.split(' '))

test.each([
  ['-fN -R 0:localhost:22 a@b.example', [['R', '0:localhost:22']]],
  ['-fNR 0:localhost:22 a@b.example', [['R', '0:localhost:22']]],
  ['-R0:localhost:22 a@b.example', [['R', '0:localhost:22']]],
  ['-i key -p 22 -4 a@b.example', [['i', 'key'], ['p', '22']]], // biome-ignore format: pairs
  ['-M 0 -o RemoteForward=1 a@b.example', [['M', '0'], ['o', 'RemoteForward=1']]], // biome-ignore format: pairs
])('the options of ssh are told from the host: %s', (line, options) => {
  expect(parts(line)).toEqual({ options, rest: ['a@b.example'] })
})

test('what stands behind the host is kept', () => {
  expect(parts('a@b.example -R 1:c:2').rest).toEqual(['a@b.example', '-R', '1:c:2'])
  expect(parts('-N')).toEqual({ options: [], rest: [] })
})
