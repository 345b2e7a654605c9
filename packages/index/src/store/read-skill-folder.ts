import { existsSync } from 'node:fs'
import { basename } from 'node:path'
import { crc32 } from 'node:zlib'
import type { Finding } from '@skillwright/contract'
import { parseSkillHead } from '@skillwright/skill'
import type { SkillDocument } from '../skill-document.ts'
import { type Needs, needsOf } from './needs.ts'
import { type FileBytes, readBytes } from './read-bytes.ts'
import { keptId, type SkillRecord, skillRecord } from './skill-record.ts'
import { combineStamps, isFresh, type Stamp } from './stamp.ts'
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

/** The part of a SKILL.md that is searched, in bytes: far more than people write, and little enough that a hostile one costs little. */
const MAX_SEARCHED = 262_144
const NEWLINE = 10

// One each: both are in use together, and free before the next skill is read.
const HEAD_SCRATCH = Buffer.allocUnsafeSlow(MAX_SEARCHED)
const MANIFEST_SCRATCH = Buffer.allocUnsafeSlow(65_536)

/** Reads a skill folder far enough to find and judge it. Never throws: what cannot be read gives a reading that says why. */
export function readSkillFolder(dir: string, file: string, atMs: number): SkillReading {
  const findings: Finding[] = []
  const files = new Map<string, Uint8Array>()
  let checksum = 0
  const read = (name: string, scratch: Uint8Array): FileBytes => {
    const found = readBytes(`${dir}/${name}`, scratch)
    if (found.bytes) {
      checksum = crc32(found.bytes, checksum)
      files.set(name, name === file ? beginning(found.bytes, name, findings) : found.bytes)
    }
    if (found.problem !== undefined) findings.push(problem(name, found.problem))
    return found
  }
  const head = read(file, HEAD_SCRATCH)
  const hasManifest = file !== 'skill.json' && existsSync(`${dir}/skill.json`)
  const stamp = hasManifest ? combineStamps(head.stamp, read('skill.json', MANIFEST_SCRATCH).stamp) : head.stamp
  const skill = parseSkillHead(files, { folder: basename(dir), paths: [file, 'skill.json'], findings })
  const id = keptId(skill.id)
  return {
    id,
    record: skillRecord(skill, head.bytes ? undefined : `${file} ${head.problem}`),
    needs: needsOf(skill),
    document: toDocument(skill, id),
    stamp,
    isFresh: isFresh(stamp, atMs),
    checksum,
    hasManifest,
  }
}

/** The part of a file that is searched, up to the end of a line. */
function beginning(bytes: Uint8Array, file: string, findings: Finding[]): Uint8Array {
  if (bytes.length <= MAX_SEARCHED) return bytes
  const message = `${file} is larger than ${MAX_SEARCHED} bytes; only its beginning is searched`
  findings.push({ rule: 'index/too-large', severity: 'info', file, message, fix: 'Move details to other files.' })
  const end = bytes.lastIndexOf(NEWLINE, MAX_SEARCHED)
  return bytes.subarray(0, end < 0 ? MAX_SEARCHED : end)
}

function problem(file: string, what: string): Finding {
  return { rule: 'index/unreadable', severity: 'error', file, message: `${file} ${what}` }
}
