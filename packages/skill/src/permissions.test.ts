import { expect, test } from 'vitest'
import { NO_PERMISSIONS, type Permissions, unfitPermissions } from './permissions.ts'

const unfit = (given: Partial<Permissions>) =>
  unfitPermissions({ ...NO_PERMISSIONS, ...given }).map(({ permission, item }) => `${permission} ${item}`)

test.each<[keyof Permissions, string]>([
  ['read', '~/.ssh'],
  ['read', '~'],
  ['read', '/'],
  ['read', '/etc'],
  ['read', '..'],
  ['read', '.'],
  ['write', '..'],
  ['write', '.'],
  ['write', '../other'],
  ['write', '~/.config/autostart'],
  ['write', '/usr/local/bin'],
  ['network', '*'],
  ['network', '*:443'],
  ['network', '*.com'],
  ['network', '*.co.uk'],
  ['network', '*.*'],
  ['network', '0.0.0.0/0'],
  ['network', '169.254.169.254'],
  ['network', 'metadata.google.internal'],
  ['network', 'https://*'],
  ['env', '*'],
  ['env', 'AWS_*'],
  ['programs', '*'],
])('permissions.%s: %s is never fit to be granted', (permission, item) => {
  expect(unfit({ [permission]: [item] })).toEqual([`${permission} ${item}`])
})

test.each<[keyof Permissions, string]>([
  ['read', '~/notes'],
  ['read', 'data'],
  ['write', 'out'],
  ['write', '~/Documents/reports'],
  ['network', 'api.example.com'],
  ['network', '*.example.com'],
  ['network', 'api.example.com:8443'],
  ['network', '*.example.co.uk'],
  ['network', 'localhost:11434'],
  ['env', 'NOTES_API_KEY'],
  ['programs', 'ffmpeg'],
])('permissions.%s: %s may be asked for', (permission, item) => {
  expect(unfit({ [permission]: [item] })).toEqual([])
})
