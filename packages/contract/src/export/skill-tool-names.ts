import { fingerprint } from './tool-name.ts'

/** Which action of which skill a tool stands for. */
export interface ToolTarget {
  /** An id, or `@scope/name` at a hub. */
  readonly skillId: string
  /** Undefined for the only action of a skill. */
  readonly action: string | undefined
}

// What every model's API takes, which is less than MCP allows: clients hand the names on.
const MAX_LENGTH = 64
const FORBIDDEN = /[^A-Za-z0-9_-]/gu

/**
 * A name for each of the tools of several skills, no two the same: the skill's id, and behind two underscores the action where there are
 * several. A name that had to change, or that several would have, ends in a fingerprint of what it stands for, not of its place.
 */
export function skillToolNames(targets: readonly ToolTarget[]): readonly string[] {
  const plain = targets.map(plainName)
  const count = new Map<string, number>()
  for (const name of plain) count.set(clean(name), (count.get(clean(name)) ?? 0) + 1)
  return targets.map((target, i) => {
    const name = plain[i] ?? ''
    const isFit = clean(name) === name && name.length <= MAX_LENGTH && count.get(name) === 1
    return isFit ? name : withFingerprint(clean(name), target)
  })
}

function plainName({ skillId, action }: ToolTarget): string {
  const id = skillId.replace(/^@/, '')
  return action === undefined ? id : `${id}__${action}`
}

function clean(name: string): string {
  return name.replaceAll(FORBIDDEN, '_')
}

function withFingerprint(name: string, { skillId, action }: ToolTarget): string {
  const tail = `_${fingerprint(JSON.stringify([skillId, action ?? null]))}`
  return `${name.slice(0, MAX_LENGTH - tail.length)}${tail}`
}
