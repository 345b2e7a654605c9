// Opens, changes and saves one index over and over, and prints what went wrong with its snapshots: node busy-store-under-test.ts <root> <cache> <name>
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { openSkillStore } from './open-skill-store.ts'
import { PLAIN_WORDS } from './words-under-test.ts'

const [, , root = '', cacheDir = '', name = ''] = process.argv
const problems: unknown[] = []
mkdirSync(join(root, name), { recursive: true })
for (let i = 0; i < 8; i++) {
  writeFileSync(join(root, name, 'SKILL.md'), `---\nname: ${name}\ndescription: Round ${i}.\n---\n`)
  await using store = await openSkillStore({
    roots: [{ path: root, kind: 'named', clients: [] }],
    words: PLAIN_WORDS,
    cacheDir,
  })
  const own = store.lookUp(name)
  if (own.state === 'absent' || own.description !== `Round ${i}.`) problems.push(own)
  const { snapshot } = store.status()
  if (snapshot.origin !== 'found' || snapshot.problem !== undefined) problems.push(snapshot)
}
process.stdout.write(JSON.stringify(problems))
