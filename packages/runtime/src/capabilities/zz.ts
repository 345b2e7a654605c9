import { readSkill } from '@skillwright/skill'
import { createRuntime } from '../create-runtime.ts'
import { testSkill } from '../test-skill/test-skill.ts'
const skill = await readSkill('skills/unit-converter')
for (let round = 0; round < 30; round++) {
  await using runtime = await createRuntime({ contain: process.argv[2] === 'contain' })
  for (const { case: c, response, problems } of (await testSkill(skill, runtime)).results) if (problems.length) console.log(round, c.name, JSON.stringify(response))
}
