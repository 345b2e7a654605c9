import { expect, test } from 'vitest'
import { archiveName } from './archive-name.ts'

test.each([
  ['page-digest', '1.2.0', 'page-digest-1.2.0.tgz'],
  ['总结', undefined, '总结.tgz'],
  ['../a b', '1.0.0+x/y', 'a-b-1.0.0-x-y.tgz'],
  ['..', undefined, 'skill.tgz'],
])('the skill %s of version %s is packed into a visible file of its name', (id, version, file) => {
  expect(archiveName({ id, version })).toBe(file)
})
