import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readSkill } from '@skillwright/skill'
import { expect, test } from 'vitest'
import { createRuntime } from './create-runtime.ts'

test('a refusal says what was repaired, and names only what is really wrong', async () => {
  const dir = await mkdtemp(join(tmpdir(), 'repaired-'))
  try {
    await mkdir(join(dir, 'tools'))
    await writeFile(
      join(dir, 'SKILL.md'),
      '---\nid: notes\nname: Notes\nversion: 1.0.0\ndescription: Takes notes.\n---\n# Notes\n',
    )
    await writeFile(join(dir, 'tools/main.py'), 'print("{}")\n')
    const input = {
      type: 'object',
      required: ['limit', 'mode'],
      properties: { limit: { type: 'integer' }, mode: { enum: ['a', 'b'] } },
      additionalProperties: false,
    }
    await writeFile(
      join(dir, 'contract.json'),
      JSON.stringify({ version: '1.0.0', description: 'Notes.', input, output: { type: 'object' } }),
    )
    await using runtime = await createRuntime()
    const { status, errors, metadata } = await runtime.run(await readSkill(dir), { params: { limit: '5', mode: 'c' } })
    expect(status).toBe('failed')
    expect(JSON.stringify(errors)).toContain('mode')
    expect(JSON.stringify(errors)).not.toContain('limit')
    expect(metadata?.coercions).toMatchObject([{ path: '/limit', from: '5', to: 5 }])
  } finally {
    await rm(dir, { recursive: true, force: true })
  }
})
