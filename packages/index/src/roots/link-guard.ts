import { readlinkSync, realpathSync, statSync } from 'node:fs'
import { dirname, sep } from 'node:path'
import type { Finding } from '@skillwright/contract'

/** Where links may lead: real paths of folders. */
export type LinkAreas = readonly string[]

/** Decides which links of one search are followed. */
export interface LinkGuard {
  /** True for a link to a folder that may be searched; `isLinked` says that it stands in a folder reached by a link. */
  mayFollow(path: string, isLinked: boolean): boolean
}

/**
 * Makes the guard of one search. Installers keep one copy of a skill and link to it from every client's folder, so a link
 * usually leads out of its root. It is followed when it ends inside an area (the roots, the project, the home folder), and
 * never elsewhere: a project that was cloned must not make the index read the whole disk. It is followed once: a link in a
 * linked folder is not, nor one to a folder that holds the search itself, so there are no loops.
 */
export function linkGuard(start: string, areas: LinkAreas, note: (finding: Finding) => void): LinkGuard {
  const realStart = realFolder(start) ?? start
  const taken = new Set(withAncestors(realStart))
  return {
    mayFollow(path, isLinked) {
      const real = realFolder(path)
      if (real === undefined) {
        const problem = brokenLink(path)
        if (problem !== undefined) note(leftOut(path, problem, 'Mend the link or remove it.'))
        return false
      }
      const reason = isLinked
        ? 'is a link in a folder that was itself reached by a link'
        : taken.has(real)
          ? `leads to ${real}, which is searched already`
          : ![realStart, ...areas].some((area) => isInside(real, area))
            ? `leads to ${real}, outside the roots, the project and the home folder`
            : undefined
      if (reason === undefined) taken.add(real)
      else note(leftOut(path, reason))
      return reason === undefined
    },
  }
}

/** True when a path is a folder or lies below it. */
export function isInside(path: string, folder: string): boolean {
  return path === folder || path.startsWith(folder.endsWith(sep) ? folder : folder + sep)
}

function withAncestors(path: string): string[] {
  const parent = dirname(path)
  return parent === path ? [path] : [path, ...withAncestors(parent)]
}

function realFolder(path: string): string | undefined {
  try {
    const real = realpathSync.native(path)
    return statSync(real).isDirectory() ? real : undefined
  } catch {
    return undefined
  }
}

/** What is wrong with a link that leads to nothing; undefined for one that leads to a file, which is no folder of skills. */
function brokenLink(path: string): string | undefined {
  try {
    statSync(path)
    return undefined
  } catch (cause) {
    const { code = 'EIO' } = cause as NodeJS.ErrnoException
    return code === 'ELOOP'
      ? 'is a link that leads to itself'
      : `is a link to ${targetOf(path)}, which ${WHY[code] ?? `cannot be read (${code})`}`
  }
}

const WHY: Readonly<Record<string, string>> = { ENOENT: 'is not there', ENOTDIR: 'is not there' }

function targetOf(path: string): string {
  try {
    return readlinkSync(path)
  } catch {
    return 'something unreadable'
  }
}

function leftOut(file: string, what: string, fix = 'Name the folder it leads to as a root.'): Finding {
  return { rule: 'index/link', severity: 'warning', file, message: `${file} ${what}; it is not followed`, fix }
}
