import { expect, test } from 'vitest'
import {
  contractOfDescriptor,
  describeSkill,
  descriptorSkill,
  exportSkill,
  importSkill,
  lintFiles,
  readSkill,
} from '../index.ts'
import { parseSkill } from '../parse-skill.ts'

const described = async (id: string) =>
  describeSkill(await readSkill(new URL(`../../../../skills/${id}`, import.meta.url).pathname), {
    endpoint: 'https://api.example.com/call',
  })

test.each(['unit-converter', 'translator'])('the descriptor of %s becomes a skill that states the same', async (id) => {
  const descriptor = await described(id)
  const { folder, files } = descriptorSkill(descriptor)
  const skill = parseSkill(files, { folder })
  expect([folder, skill.id, skill.version, skill.capabilityType]).toEqual([id, id, descriptor.version, 'api'])
  expect(skill.contract?.action().input.schema).toEqual(contractOfDescriptor(descriptor).action().input.schema)
  const own = JSON.parse(Buffer.from(files.get('descriptor.json') ?? []).toString())
  expect(describeSkill(skill, { own })).toEqual(descriptor)
  expect(lintFiles(files).filter(({ severity, rule }) => severity === 'error' && !rule.includes('example'))).toEqual([])
})

test.each(['claude-plugin', 'codex-plugin'] as const)('a descriptor goes into a %s and comes back', async (target) => {
  const descriptor = await described('unit-converter')
  const { folder, files } = descriptorSkill(descriptor)
  const plugin = exportSkill(files, target, { folder, mcpUrl: 'https://hub.example.com/mcp' })
  expect(JSON.parse(Buffer.from(plugin.files.get('.mcp.json') ?? []).toString())).toEqual({
    mcpServers: { 'unit-converter': { type: 'http', url: 'https://hub.example.com/mcp' } },
  })
  const back = importSkill(plugin.files)
  expect(back.findings.map(({ rule }) => rule)).toEqual(['import/mcp-server'])
  expect(JSON.parse(Buffer.from(back.files.get('descriptor.json') ?? []).toString())).toEqual(descriptor)
})
