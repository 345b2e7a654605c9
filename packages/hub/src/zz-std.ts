import { makePackage } from './registry/package-under-test.ts'
import { standardisePackage } from './clients/well-known/standardise-package.ts'
import { readArchive, exportSkill, packFiles, parseSkill } from '@skillwright/skill'
import { restateSkill } from './clients/restate-skill.ts'
const { archive } = await makePackage({ name: 'text-shout' })
for (let i = 0; i < 30; i++) await standardisePackage({ archive, name: 'text-shout', version: '1.0.0' })
const time = async (n: string, f: () => unknown) => { const s = performance.now(); for (let i = 0; i < 100; i++) await f(); console.log(n, ((performance.now() - s) / 100).toFixed(2), 'ms') }
const { files } = await readArchive(archive)
await time('all', () => standardisePackage({ archive, name: 'text-shout', version: '1.0.0' }))
await time('readArchive', () => readArchive(archive))
await time('restate', () => restateSkill(files, { name: 'text-shout', version: '1.0.0' }))
await time('export', () => exportSkill(files, 'agentskills', { folder: 'text-shout' }))
const e = exportSkill(files, 'agentskills', { folder: 'text-shout' }).files
await time('pack', () => packFiles(e))
await time('parse', () => parseSkill(e))
