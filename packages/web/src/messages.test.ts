import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { ZH_RULES } from '../app/messages/zh-rules.ts'

const DOCS = join(import.meta.dirname, '../../../docs')

test('every rule that the documents list has its title in Chinese', () => {
  const pages = ['scan.md', 'skill-lint.md', 'lint.md', 'descriptor.md']
  const text = pages.map((page) => readFileSync(join(DOCS, page), 'utf8')).join('\n')
  const rules = [...text.matchAll(/^\| `((?:scan|skill|contract|descriptor)\/[a-z-]+)`/gm)].map(([, rule = '']) => rule)
  const titled = Object.keys(ZH_RULES).filter((rule) => !rule.startsWith('hub/'))
  expect(titled.toSorted()).toEqual(rules.toSorted())
})
