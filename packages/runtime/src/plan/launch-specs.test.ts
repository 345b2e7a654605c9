import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { readSkill } from '@skillwright/skill'
import { expect, test } from 'vitest'
import { tempFolder } from '../launch/fixtures/try-program.ts'
import { findInterpreters } from './interpreters.ts'
import { launchSpecs } from './launch-specs.ts'
import { openSkillStore } from './skill-store.ts'

test.each([
  [{}, true],
  [{ read: ['./own.txt'] }, true],
  [{ read: ['/srv/notes'] }, false],
  [{ write: ['./data'] }, false],
  [{ network: ['api.example.com'] }, false],
])(
  'a skill that may meet what changes outside of itself is not started before its call: %j',
  async (permissions, is) => {
    using folder = tempFolder()
    const dir = join(folder.path, 'reader')
    const files = {
      'SKILL.md': '---\nname: reader\ndescription: Reads.\n---\n',
      'skill.json': JSON.stringify({ id: 'reader', version: '1.0.0', entry: 'main.mjs', permissions }),
      'main.mjs': 'console.log("{}")',
    }
    mkdirSync(dir)
    for (const [name, text] of Object.entries(files)) writeFileSync(join(dir, name), text)
    const specFor = launchSpecs({
      interpreters: findInterpreters(),
      contain: true,
      limits: {},
      cacheDir: join(folder.path, 'cache'),
      approve: () => 'grant',
      store: async () => openSkillStore(join(folder.path, 'cache')),
    })
    expect((await specFor(await readSkill(dir), {})).pool).toMatchObject({ tier: 'auto', prestart: is })
  },
)
