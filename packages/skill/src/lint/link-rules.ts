import type { LintContext } from './lint-context.ts'
import { everywhere, type Report, type Rule } from './rule.ts'

/** Where links lead. */
export const LINK_RULES: readonly Rule[] = [
  {
    id: 'skill/broken-link',
    severity: { ...everywhere('warning'), standard: 'error' },
    summary: 'A relative link leads to no file of the package.',
    why: 'A model that follows it reads nothing, and makes up what should be there.',
    fix: 'Correct the path, or add the file.',
    check(context, report) {
      eachLink(context, (place, target, path) => {
        if (path !== undefined && !exists(context, path))
          report(place, `The link to ${target} leads to no file of the package`)
      })
    },
  },
  {
    id: 'skill/link-outside',
    severity: { ...everywhere('warning'), standard: 'error' },
    summary: 'A relative link leads out of the package.',
    why: 'Once installed, there is something else in that place, or nothing.',
    fix: 'Put a copy into the package, or link to a URL.',
    check(context, report) {
      eachLink(context, (place, target, path) => {
        if (path === undefined) report(place, `The link to ${target} leads out of the package`)
      })
    },
  },
]

type Visit = (place: Parameters<Report>[0], target: string, path: string | undefined) => void

/** Every relative link of the Markdown files, once a file, with the path it leads to; undefined when that is outside. */
function eachLink({ files, text }: LintContext, visit: Visit): void {
  for (const file of files.keys()) {
    if (!/\.md$/i.test(file)) continue
    const seen = new Set<string>()
    let fence: string | undefined
    for (const [i, line] of text(file).split('\n').entries()) {
      const mark = /^\s{0,12}(`{3,}|~{3,})/.exec(line)?.[1]
      if (mark !== undefined && (fence === undefined || mark.startsWith(fence)))
        fence = fence === undefined ? mark : undefined
      if (fence !== undefined || mark !== undefined) continue
      for (const target of targetsOf(line).filter((each) => !seen.has(each))) {
        seen.add(target)
        visit({ file, line: i + 1 }, target, resolve(file, target))
      }
    }
  }
}

/** The relative targets of the links and pictures in a line; what stands in `code` is no link. */
function targetsOf(line: string): string[] {
  const prose = line.replaceAll(/`[^`]*`/g, '')
  return (
    [...prose.matchAll(/\]\(\s*<?([^()\s<>]+)>?(?:\s+["'][^"')]*["'])?\s*\)/g)]
      .map(([, target]) => target ?? '')
      .filter((target) => !/^(?:[a-z][a-z0-9+.-]*:|\/\/|#|\$|\{|<)/i.test(target) || /^\{baseDir\}\//.test(target))
      // A sample such as (url) or (path/to/file) is meant to be replaced.
      .filter((target) => /[./]/.test(target) && !/^(?:path\/to|\.{3}|…)/.test(target))
  )
}

function resolve(file: string, target: string): string | undefined {
  const path = decoded((target.split(/[#?]/, 1)[0] ?? '').replace(/^\{baseDir\}\//, '/'))
  if (path.startsWith('/') && !target.startsWith('{baseDir}')) return undefined
  const steps = path.startsWith('/') ? [] : file.split('/').slice(0, -1)
  for (const step of path.split('/')) {
    if (step === '' || step === '.') continue
    if (step !== '..') steps.push(step)
    else if (steps.pop() === undefined) return undefined
  }
  return steps.join('/')
}

function decoded(path: string): string {
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}

function exists({ files }: LintContext, path: string): boolean {
  return path === '' || files.has(path) || [...files.keys()].some((file) => file.startsWith(`${path}/`))
}
