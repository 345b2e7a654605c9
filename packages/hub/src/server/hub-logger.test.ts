import { expect, test } from 'vitest'
import { maskSecrets } from './hub-logger.ts'

test.each([
  ['token skw_abc-DEF_123 was used', 'token skw_*** was used'],
  ['"authorization":"Bearer eyJhbGciOi.J9.x"', '"authorization":"Bearer ***"'],
  ['Basic dXNlcjpwYXNz', 'Basic ***'],
  ['connect to postgres://hub:hunter2@db.test:5432/hub', 'connect to postgres://hub:***@db.test:5432/hub'],
  ['https://hub.test/v1/skills/@scope/name', 'https://hub.test/v1/skills/@scope/name'],
  ['2026-01-01T10:00:00Z a@b.test', '2026-01-01T10:00:00Z a@b.test'],
])('%s is logged as %s', (line, logged) => {
  expect(maskSecrets(line)).toBe(logged)
})
