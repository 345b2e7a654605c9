import { crc32 } from 'node:zlib'
import { readAgent } from '@skillwright/skill'
import { needsOf } from './needs.ts'
import type { SkillReading } from './read-skill-folder.ts'
import { keptId, skillRecord } from './skill-record.ts'
import { isFresh, stampOfFile } from './stamp.ts'
import { toDocument } from './to-document.ts'

/** One flat script of an agent folder. */
export interface ScriptReading {
  /** Path of the script from the agent's folder. */
  readonly name: string
  readonly reading: SkillReading
}

/** Reads the flat scripts of an agent folder; none when it cannot be read. Its skill folders are found like any other. */
export async function readAgentScripts(dir: string, atMs: number): Promise<ScriptReading[]> {
  const agent = await readAgent(dir).catch(() => undefined)
  return (agent?.skills ?? []).flatMap((skill) => {
    if (skill.dialect !== 'script' || skill.entry === undefined) return []
    const stamp = stampOfFile(`${dir}/${skill.entry.path}`)
    const id = keptId(skill.id)
    const reading: SkillReading = {
      id,
      record: skillRecord(skill),
      needs: needsOf(skill),
      document: toDocument(skill, id),
      stamp,
      isFresh: isFresh(stamp, atMs),
      checksum: crc32(JSON.stringify([skill.id, skill.name, skill.description, skill.body])),
      hasManifest: false,
    }
    return [{ name: skill.entry.path, reading }]
  })
}
