import { openTestRegistry } from './src/registry/registry-under-test.ts'
import { makePackage } from './src/registry/package-under-test.ts'
import { publishSkill } from './src/registry/publish-skill.ts'
import { readSkillDocument } from './src/registry/read-skill.ts'
import { findVersion } from './src/registry/find-version.ts'
import { openPackage } from './src/registry/open-package.ts'
import { nameSkeleton } from './src/registry/name-skeleton.ts'
import { neighboursOf } from './src/registry/check-lookalikes.ts'
import { registryWrite } from './src/store/registry-write.ts'
import { readPublishFacts } from './src/registry/publish-facts.ts'
import { ANONYMOUS } from './src/principal.ts'
import { randomUUID } from 'node:crypto'
const registry = await openTestRegistry()
const { hub } = registry
const ann = await registry.person('ann'); 
const other = await registry.person('other-owner')
await registry.publish(ann, { name: 'model-words' })
const model = await hub.db.selectFrom('skills').selectAll().where('name','=','model-words').executeTakeFirstOrThrow()
const mv = await hub.db.selectFrom('versions').selectAll().where('skill_id','=',model.id).executeTakeFirstOrThrow()
const WORDS = 'alpha beta gamma delta report parser web scraper tool reader writer pdf mail image video table chart query log event cloud data file text code test build deploy'.split(' ')
let made = 0
async function fill(n: number) {
  while (made < n) await registryWrite(hub.db, async (t) => {
    for (let i=0;i<200 && made<n;i++) {
      const name = `${WORDS[made%WORDS.length]}-${WORDS[Math.floor(made/WORDS.length)%WORDS.length]}-${made.toString(36)}`
      const id = randomUUID(); const sk = nameSkeleton(name)
      await t.insertInto('skills').values({ ...model, id, scope: 'other-owner', name, skeleton: sk, updated_at: made }).execute()
      await t.insertInto('name_neighbours').values(neighboursOf(sk).map(neighbour=>({neighbour, skill_id:id}))).execute()
      await t.insertInto('skill_facets').values(['tag:text','type:plugin'].map(facet=>({facet, skill_id:id}))).execute()
      await t.insertInto('versions').values({ ...mv, id: randomUUID(), skill_id: id, log_index: null }).execute()
      made++
    }
  })
}
const median = (x: number[]) => x.sort((a,b)=>a-b)[Math.floor(x.length/2)] ?? 0
async function measure(k: string) {
  const whole: number[] = [], facts: number[] = [], first: number[] = [], look: number[] = []
  for (let i=0;i<30;i++) {
    const name = `measured-${k}-${i}`
    const { archive } = await makePackage({ name })
    let t = performance.now(); await publishSkill(hub, ann, { scope:'ann', name, version:'1.0.0', archive }); whole.push(performance.now()-t)
    t = performance.now(); await readPublishFacts(hub.db, { scope:'ann', name: `other-${name}`, version:'1.0.0', isPrivate:false }); look.push(performance.now()-t)
  }
  const cpu = process.cpuUsage(); 
  const N = 5000; let t = performance.now()
  for (let i=0;i<N;i++) await readSkillDocument(hub, ANONYMOUS, { scope: 'ann', name: `measured-${k}-${i%30}` })
  const read = (performance.now()-t)/N*1000
  t = performance.now()
  for (let i=0;i<N;i++) await findVersion(hub, ANONYMOUS, { scope: 'ann', name: `measured-${k}-${i%30}`, version: '1.0.0' })
  const ver = (performance.now()-t)/N*1000
  t = performance.now()
  for (let i=0;i<N;i++) await openPackage(hub, ANONYMOUS, { scope: 'ann', name: `measured-${k}-${i%30}`, version: '1.0.0' })
  const pack = (performance.now()-t)/N*1000
  const c = process.cpuUsage(cpu)
  console.log(k, 'publish median ms', median(whole).toFixed(1), 'facts incl. lookalikes ms', median(look).toFixed(2), 'read us', read.toFixed(1), 'version us', ver.toFixed(1), 'package us', pack.toFixed(1), 'cpu us each', ((c.user+c.system)/N/3).toFixed(1))
}
await fill(100); await measure('100'); await measure('100b')
await fill(10000); await measure('10000'); await measure('10000b')
await registry[Symbol.asyncDispose]()
