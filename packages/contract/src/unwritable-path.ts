import type { ErrorCode } from './error-codes.ts'
import { SkillError } from './skill-error.ts'

const ELSEWHERE = 'Free some space there, or name another place'
const OWNER = 'Name another place, or run this as its owner'
const REASONS: Readonly<Record<string, readonly [code: ErrorCode, why: string, hint: string]>> = {
  ENOSPC: ['SERVICE_UNAVAILABLE', 'no space is left on its disk', ELSEWHERE],
  EDQUOT: ['SERVICE_UNAVAILABLE', 'your share of its disk is used up', ELSEWHERE],
  EROFS: ['PERMISSION_DENIED', 'its disk can only be read', 'Name another place'],
  EACCES: ['PERMISSION_DENIED', 'permission denied', OWNER],
  EPERM: ['PERMISSION_DENIED', 'permission denied', OWNER],
  ENOENT: ['DATA_NOT_FOUND', 'its folder is not there', 'Make the folder first, or name another place'],
  ENOTDIR: ['INVALID_INPUT', 'there is a file where a folder should be', 'Name another place'],
  EISDIR: ['INVALID_INPUT', 'it is a folder', 'Name a file in it'],
}

/** The error for a file or folder that cannot be written, which says why and what to do. */
export function unwritablePath(path: string, cause: unknown): SkillError {
  const [code, why, hint] = REASONS[codeOf(cause)] ?? ['SERVICE_UNAVAILABLE', messageOf(cause), ELSEWHERE]
  return new SkillError(code, `${path} cannot be written: ${why}`, { cause, hint })
}

function codeOf(cause: unknown): string {
  return cause instanceof Error && 'code' in cause ? String(cause.code) : ''
}

function messageOf(cause: unknown): string {
  return cause instanceof Error ? cause.message : String(cause)
}
