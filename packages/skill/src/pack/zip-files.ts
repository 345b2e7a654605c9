import { SkillError } from '@skillwright/contract'
import { unzipSync, zipSync } from 'fflate'
import { PACKAGE_LIMITS } from '../read-files.ts'
import type { SkillFiles } from '../skill-files.ts'

/** The same files give the same ZIP, on any machine and in any time zone. */
export function zipFiles(files: SkillFiles): Uint8Array {
  const sorted = [...files].sort(([one], [other]) => (one < other ? -1 : 1))
  // A ZIP holds local time: this is midnight everywhere.
  return zipSync(Object.fromEntries(sorted), { level: 6, mtime: new Date(1980, 0, 1) })
}

/** The files of a ZIP. Refuses what is no ZIP, and what unpacks to more than a package may hold. */
export function unzipFiles(zip: Uint8Array): SkillFiles {
  let count = 0
  let total = 0
  try {
    const files = unzipSync(zip, {
      filter: ({ name, originalSize }) => {
        total += originalSize
        if (++count > PACKAGE_LIMITS.maxFiles) throw refused(`has more than ${PACKAGE_LIMITS.maxFiles} entries`)
        if (originalSize > PACKAGE_LIMITS.maxFileBytes || total > PACKAGE_LIMITS.maxTotalBytes)
          throw refused('unpacks to more than a package may hold')
        return !name.endsWith('/')
      },
    })
    return new Map(Object.entries(files))
  } catch (cause) {
    if (cause instanceof SkillError) throw cause
    throw refused(`cannot be read: ${cause instanceof Error ? cause.message : String(cause)}`, cause)
  }
}

function refused(what: string, cause?: unknown): SkillError {
  return new SkillError('INVALID_INPUT', `The ZIP ${what}`, {
    hint: 'Do not use it; get it again from where it came',
    cause,
  })
}
