import { type ErrorCode, SkillError } from '@skillwright/contract'

const HINT = 'Name the folder that holds SKILL.md or agent.yaml, or a script'
const CODE_OF: Readonly<Record<string, ErrorCode>> = { EACCES: 'PERMISSION_DENIED', EPERM: 'PERMISSION_DENIED' }

/** The error for a path that cannot be read, which says whether it is missing, forbidden or something else. */
export function unreadablePath(path: string, cause: unknown): SkillError {
  const { code = 'EIO' } = cause as NodeJS.ErrnoException
  if (code === 'ENOENT') return new SkillError('DATA_NOT_FOUND', `There is no folder ${path}`, { cause, hint: HINT })
  if (code === 'ENOTDIR')
    return new SkillError('DATA_NOT_FOUND', `${path} is a file, expected a skill folder`, { cause, hint: HINT })
  const known = CODE_OF[code]
  return new SkillError(known ?? 'INVALID_INPUT', `${path} cannot be read: ${known ? 'permission denied' : code}`, {
    cause,
    hint: known ? 'Ask for the permission to read it, or run this as its owner' : HINT,
  })
}
