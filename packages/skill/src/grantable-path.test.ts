import { describe, expect, test } from 'vitest'
import { whyNeverGranted, whyNeverShown } from './permissions.ts'

const PLACE = { home: '/home/ann', own: ['/srv/skillwright/config'] }
const HOMES = ['~', '/home/ann', '/root', '/home/other', '/Users/other', '/var/home/other', '/mnt/c/Users/other']
const KEYS = [
  ...[
    '.ssh',
    '.ssh/id_rsa',
    '.gnupg',
    '.aws/credentials',
    '.azure',
    '.config/gcloud',
    '.config',
    '.kube/config',
    '.docker',
  ],
  ...['.config/gh/hosts.yml', '.config/skillwright/keys', '.netrc', '.npmrc', '.pypirc', '.git-credentials', '.pgpass'],
  ...[
    '.mozilla/firefox',
    '.config/google-chrome/Default',
    '.config/chromium',
    '.local/share/keyrings',
    '.local/share/kwalletd',
  ],
  ...[
    '.password-store',
    '.bash_history',
    '.zsh_history',
    '.claude',
    '.codex/auth.json',
    '.cargo/credentials.toml',
    '.env',
  ],
  ...[
    '.bitcoin',
    '.config/solana/id.json',
    '.vault-token',
    '.fly',
    '.somethingNew/token',
    '.local',
    '.local/share',
    '.cache',
  ],
  ...['Library', 'Library/Keychains', 'Library/Application Support/Google/Chrome', 'AppData/Roaming', 'snap/firefox'],
  ...[
    '.cache/skillwright',
    '.local/share/skillwright',
    '.var/app',
    '.thunderbird',
    'project/.env',
    'id_ed25519',
    'x.kdbx',
  ],
]

describe('never granted, not even for reading:', () => {
  test.for(HOMES)('what is %s or holds its keys', (home) => {
    const allowed = ['', ...KEYS].filter((path) => whyNeverGranted(`${home}/${path}`, 'read', PLACE) === undefined)
    expect(allowed).toEqual([])
  })

  test.for([
    ...[
      '/',
      '//',
      '/.',
      '/..',
      '/home',
      '/Users',
      '/proc',
      '/proc/1/root',
      '/sys',
      '/dev/sda',
      '/boot',
      '/run/docker.sock',
    ],
    ...[
      '/var/run/docker.sock',
      '/run/user/1000/bus',
      '/etc',
      '/etc/shadow',
      '/etc/ssl/private',
      '/var',
      '/var/lib/docker',
    ],
    ...[
      '/var/spool/cron',
      '/tmp',
      '/tmp/.X11-unix',
      '/tmp/ssh-abc/agent.1',
      '/var/tmp',
      '/opt',
      '/mnt',
      '/mnt/c',
      '/srv',
    ],
    ...[
      '/srv/skillwright',
      '/srv/skillwright/config',
      '/srv/skillwright/config/keys',
      '/private/etc',
      '/Library/Keychains',
    ],
    ...['.', './', 'a/..', '..', '../..', '../other', 'a/../../b', './..', './../x'],
  ])('%s', (path) => {
    expect(whyNeverGranted(path, 'read', PLACE)).toBeTypeOf('string')
  })

  test.for([
    ...[
      '~/./.ssh',
      '~//.ssh/',
      '~/x/../.ssh',
      '/home/ann/../ann/.ssh',
      '/home//ann/.SSH',
      '//home/ann/.ssh',
      '~/.Ssh/.',
    ],
    ...[
      '~root',
      '~root/.ssh',
      '~ann/.ssh',
      '$HOME/.ssh',
      `${'$'}{HOME}/.ssh`,
      '%USERPROFILE%\\.ssh',
      'C:\\Users\\ann\\.ssh',
    ],
    ...[
      '~\\.ssh',
      '~/.s*',
      '~/.ss?',
      '~/notes\0/../.ssh',
      '~/\n.ssh',
      '',
      ' ',
      '`echo ~`/.ssh',
      '/srv/../proc/self',
      '/proc/../etc',
    ],
  ])('the odd spelling %j', (path) => {
    expect(whyNeverGranted(path, 'read', PLACE)).toBeTypeOf('string')
  })
})

test.for([
  ...[
    '~/.bashrc',
    '~/.profile',
    '~/.zshrc',
    '~/.gitconfig',
    '~/.vimrc',
    '~/.config/autostart/x',
    '~/.config/systemd/user',
  ],
  ...[
    '~/bin',
    '~/bin/x',
    '~/.local/bin',
    '~/go/bin',
    '~/.local/share/applications',
    '~/project/.git/hooks',
    '~/project/node_modules',
  ],
  ...[
    '~/.local/lib/python3.11/site-packages',
    '/usr/local/bin',
    '/usr/share/x',
    '/opt/app',
    '/bin',
    '/etc/cron.d',
    '/nix/store/x',
  ],
])('never granted for writing: %s', (path) => {
  expect(whyNeverGranted(path, 'write', PLACE)).toBeTypeOf('string')
})

test.for([
  ...[
    'out',
    './out',
    'data/cache',
    'a/../b',
    '.state',
    '~/notes',
    '~/Documents/reports/',
    '/srv/data',
    '/home/ann/notes',
  ],
  ...[
    '/data',
    '/mnt/disk/books',
    '/tmp/export',
    '/var/tmp/export',
    '/var/www/site',
    '~/.cache/my-tool',
    '~/.local/share/my-tool/db',
  ],
  ...['~/café', '~/笔记', '/home/other/shared'],
])('may be asked for: %s', (path) => {
  for (const mode of ['read', 'write'] as const) expect(whyNeverGranted(path, mode, PLACE)).toBeUndefined()
})

test('an interpreter may lie in a hidden folder, but not among keys, nor be a whole home folder', () => {
  for (const path of [
    '/home/ann/.nvm/versions/node/v24/bin/node',
    '/home/ann/.local/bin/node',
    '/opt/python/lib/python3.12',
  ])
    expect(whyNeverShown(path, PLACE)).toBeUndefined()
  for (const path of ['/', '/home', '/home/ann', '/home/ann/.ssh/node', '/root', '/proc/self/exe', '/srv/skillwright'])
    expect(whyNeverShown(path, PLACE)).toBeTypeOf('string')
})

test('a scan asks without a known home folder', () => {
  expect(whyNeverGranted('~/.ssh', 'read')).toBe('keys are kept in .ssh')
  expect(whyNeverGranted('~', 'read')).toBe('it is or holds a whole home folder')
  expect(whyNeverGranted('~/notes', 'read')).toBeUndefined()
})
