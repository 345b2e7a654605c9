import { type Finding, isObject, jsonEquals } from '@skillwright/contract'
import { readFiles, type SkillFiles } from '@skillwright/skill'
import { visibleText } from '../../visible-text.ts'

/** What of a skill says where its calls go, and with which credential. */
const REACH: readonly { readonly what: string; readonly of: (files: SkillFiles) => unknown }[] = [
  { what: 'Its permissions are', of: (files) => documentIn(files, 'skill.json').permissions },
  { what: 'Its service is at', of: (files) => endpointOf(files).url },
  { what: 'Its credential is', of: (files) => documentIn(files, 'descriptor.json').auth },
  // Of the program that hands calls on to a server or an agent.
  { what: 'Calls go to', of: (files) => /^const (?:SERVER|AGENT) = (.*)$/m.exec(textIn(files, 'tools/main.mjs'))?.[1] },
]

/** Where calls of an imported skill go now and did not before, which no contract tells. */
export async function changedReach(dir: string, after: SkillFiles): Promise<readonly Finding[]> {
  const { files: before } = await readFiles(dir)
  return REACH.flatMap(({ what, of }) => {
    const [was, is] = [of(before), of(after)]
    return jsonEquals(was ?? null, is ?? null) ? [] : [changed(`${what} ${shown(is)}, and before ${shown(was)}`)]
  })
}

function changed(message: string): Finding {
  return {
    rule: 'import/reach',
    severity: 'warning',
    file: 'skill.json',
    message,
    fix: 'Ask its owner before you update, unless you expected it.',
  }
}

function shown(value: unknown): string {
  const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? 'nothing')
  return visibleText(text.slice(0, 200))
}

function endpointOf(files: SkillFiles): Readonly<Record<string, unknown>> {
  const { endpoint } = documentIn(files, 'descriptor.json')
  return isObject(endpoint) ? endpoint : {}
}

function documentIn(files: SkillFiles, path: string): Readonly<Record<string, unknown>> {
  try {
    const document: unknown = JSON.parse(textIn(files, path))
    return isObject(document) ? document : {}
  } catch {
    return {}
  }
}

function textIn(files: SkillFiles, path: string): string {
  return Buffer.from(files.get(path) ?? []).toString()
}
