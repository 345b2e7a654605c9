import { openTestRegistry } from './src/registry/registry-under-test.ts'
import { readSkillDocument } from './src/registry/read-skill.ts'
import { findSkill } from './src/registry/find-skill.ts'
import { openSqlite } from './src/store/open-sqlite.ts'
import { ANONYMOUS } from './src/principal.ts'
import { join } from 'node:path'
const registry = await openTestRegistry()
const { hub } = registry
const ann = await registry.person('ann'); 
await registry.publish(ann, { name: 'model-words' })
let sqlText = ''; let params: readonly unknown[] = []
const orig = hub.db.executeQuery.bind(hub.db)
;(hub.db as any).executeQuery = (q: any) => { sqlText = q.sql; params = q.parameters; return orig(q) }
await findSkill(hub, ANONYMOUS, { scope: 'ann', name: 'model-words' })
delete (hub.db as any).executeQuery
console.log(sqlText, params)
const cpu = async (name: string, f: () => unknown, n = 20000) => { for (let i=0;i<3000;i++) await f(); const c = process.cpuUsage(); for (let i=0;i<n;i++) await f(); const d = process.cpuUsage(c); console.log(name, ((d.user+d.system)/n).toFixed(1), 'us') }
const raw = await openSqlite(join(hub.config.dir,'hub.sqlite'))
const st = raw.prepare(sqlText)
await cpu('readSkillDocument', () => readSkillDocument(hub, ANONYMOUS, { scope: 'ann', name: 'model-words' }))
await cpu('raw statement all', () => st.all(...params as any))
const st2 = raw.prepare("select document, downloads from skills where scope=? and name=?")
await cpu('raw simple', () => st2.all('ann','model-words'))
const c = { sql: sqlText, parameters: params, query: { kind: 'RawNode' }, queryId: { queryId: '1' } }
await cpu('executeQuery', () => hub.db.executeQuery(c as any))

import { findVersion } from './src/registry/find-version.ts'
import { openPackage } from './src/registry/open-package.ts'
await cpu('findVersion', () => findVersion(hub, ANONYMOUS, { scope: 'ann', name: 'model-words', version: '1.0.0' }))
await cpu('openPackage', () => openPackage(hub, ANONYMOUS, { scope: 'ann', name: 'model-words', version: '1.0.0' }))
await registry[Symbol.asyncDispose]()
