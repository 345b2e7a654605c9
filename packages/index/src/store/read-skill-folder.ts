import { existsSync } from 'node:fs'
import { basename } from 'node:path'
import { crc32 } from 'node:zlib'
import type { Finding } from '@skillwright/contract'
import { parseSkill } from '@skillwright/skill'
import type { SkillDocument } from '../skill-document.ts'
import { type Needs, needsOf } from './needs.ts'
import { type FileBytes, readBytes } from './read-bytes.ts'
import { keptId, type SkillRecord, skillRecord } from './skill-record.ts'
import { isFresh, type Stamp, together } from './stamp.ts'
import { toDocument } from './to-document.ts'

/** One skill as the index keeps it. */
export interface SkillReading {
  readonly id: string
  readonly record: SkillRecord
  readonly needs: Needs | undefined
  /** What is searched. */
  readonly document: SkillDocument
  readonly stamp: Stamp
  /** True when it changed so shortly before it was read that its stamp proves nothing. */
  readonly isFresh: boolean
  /** Checksum of the bytes that were read. */
  readonly checksum: number
  readonly hasManifest: boolean
}

// One each: both are looked at together, and gone before the next skill is read.
const HEAD_SCRATCH = Buffer.allocUnsafeSlow(262_144)
const MANIFEST_SCRATCH = Buffer.allocUnsafeSlow(65_536)

/** Reads a skill folder far enough to find and judge it. Never throws: what cannot be read gives a reading that says why. */
export function readSkillFolder(dir: string, file: string): SkillReading {
  const atMs = Date.now()
  const findings: Finding[] = []
  const files = new Map<string, Uint8Array>()
  const read = (name: string, scratch: Uint8Array): FileBytes => {
    const found = readBytes(`${dir}/${name}`, scratch)
    if (found.bytes) files.set(name, found.bytes)
    if (found.problem !== undefined) findings.push(problem(name, found.problem))
    return found
  }
  const head = read(file, HEAD_SCRATCH)
  const hasManifest = file !== 'skill.json' && existsSync(`${dir}/skill.json`)
  const stamp = hasManifest ? together(head.stamp, read('skill.json', MANIFEST_SCRATCH).stamp) : head.stamp
  const skill = parseSkill(files, { folder: basename(dir), paths: [file, 'skill.json'], findings })
  const id = keptId(skill.id)
  return {
    id,
    record: skillRecord(skill, head.bytes ? undefined : `${file} ${head.problem}`),
    needs: needsOf(skill),
    document: toDocument(skill, id),
    stamp,
    isFresh: isFresh(stamp, atMs),
    checksum: files.values().reduce((sum, bytes) => crc32(bytes, sum), 0),
    hasManifest,
  }
}

function problem(file: string, what: string): Finding {
  return { rule: 'index/unreadable', severity: 'error', file, message: `${file} ${what}` }
}
