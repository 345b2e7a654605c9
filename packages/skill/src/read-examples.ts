import { type Finding, isObject } from '@skillwright/contract'
import { decodeText } from './decode-text.ts'
import { jsonLine } from './json-line.ts'
import { readAnyJson } from './read-json.ts'
import type { SkillExample } from './skill.ts'
import type { SkillFiles } from './skill-files.ts'

/** The input and output pairs under `prompts/examples`, one or a list of them in each file. */
export function readExamples(files: SkillFiles, findings: Finding[]): SkillExample[] {
  const examples: SkillExample[] = []
  for (const [file, bytes] of files) {
    if (!/^prompts\/examples\/[^/]+\.json$/.test(file)) continue
    const value = readAnyJson(bytes, file, findings)
    if (value === undefined) continue
    for (const [i, item] of (Array.isArray(value) ? value : [value]).entries()) {
      const example = readExample(item, file)
      if (example) examples.push(example)
      else findings.push(withoutInput(file, bytes, Array.isArray(value) ? `/${i}` : ''))
    }
  }
  return examples
}

function readExample(value: unknown, file: string): SkillExample | undefined {
  if (!isObject(value) || !Object.hasOwn(value, 'input')) return undefined
  const { action, input, output } = value
  return { file, ...(typeof action === 'string' ? { action } : {}), input, ...(output === undefined ? {} : { output }) }
}

function withoutInput(file: string, bytes: Uint8Array, pointer: string): Finding {
  return {
    rule: 'skill/example',
    severity: 'warning',
    file,
    pointer,
    line: jsonLine(decodeText(bytes, file).text, pointer) ?? 1,
    message: `${file}${pointer} has no input`,
    fix: 'Write {"input": …, "output": …}.',
  }
}
