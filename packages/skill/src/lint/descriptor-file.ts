import type { Finding } from '@skillwright/contract'
import { readJson } from '../decode-text.ts'
import { descriptorFindings } from '../descriptor/read-descriptor.ts'
import { inJson } from '../skill-contract.ts'
import type { LintContext } from './lint-context.ts'

/** What is wrong with the descriptor.json of a package. It may say only a few things, and is then judged by these. */
export function descriptorFile({ files, lineOf }: Pick<LintContext, 'files' | 'lineOf'>): Finding[] {
  return [...files].flatMap(([file, bytes]) => {
    if (file.toLowerCase() !== 'descriptor.json') return []
    const unread: Finding[] = []
    const document = readJson(bytes, file, unread)
    if (document === undefined) return unread
    const isMissing = ({ pointer = '' }: Finding) =>
      /^\/[^/]+$/.test(pointer) && !Object.hasOwn(document, pointer.slice(1))
    const findings = descriptorFindings(document)
    const missing = findings.filter(isMissing).map(({ pointer = '' }) => pointer.slice(1))
    return [
      ...(missing.length > 0 ? [incomplete(file, missing)] : []),
      ...findings
        .filter((finding) => !isMissing(finding))
        .map((finding) => inJson(finding, file, (pointer) => lineOf(file, pointer))),
    ]
  })
}

function incomplete(file: string, missing: readonly string[]): Finding {
  return {
    rule: 'descriptor/incomplete',
    severity: 'warning',
    file,
    line: 1,
    message: `${file} does not say ${missing.join(', ')}`,
    why: 'Clients cannot call the skill by a descriptor that lacks a required field.',
    fix: 'Add them; `skillwright describe` fills in what the skill says elsewhere.',
  }
}
