/** What a target allows in the name of a tool. */
export interface NameRule {
  /** Matches one character that may not stand in a name. */
  readonly forbidden: RegExp
  readonly maxLength: number
}

/** A name that the target accepts; the name itself when it already is one. Always the same for the same name. */
export function toolName(name: string, { forbidden, maxLength }: NameRule): string {
  const clean = name.replaceAll(new RegExp(forbidden, 'gu'), '_')
  if (/[^_]/.test(clean) && clean.length <= maxLength) return clean
  const tail = `_${fingerprint(name)}`
  return `${/[^_]/.test(clean) ? clean.slice(0, maxLength - tail.length) : 'action'}${tail}`
}

/** Names for several tools, no two the same: where cleaning makes two names one, those that had to change get a fingerprint. */
export function toolNames(names: readonly string[], rule: NameRule): readonly string[] {
  const count = new Map<string, number>()
  for (const name of names) count.set(toolName(name, rule), (count.get(toolName(name, rule)) ?? 0) + 1)
  return names.map((name) => {
    const clean = toolName(name, rule)
    if (clean === name || count.get(clean) === 1) return clean
    const tail = `_${fingerprint(name)}`
    return `${clean.slice(0, rule.maxLength - tail.length)}${tail}`
  })
}

/** FNV-1a of the text, as eight hexadecimal digits. */
export function fingerprint(text: string): string {
  let hash = 0x811c9dc5
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193)
  return (hash >>> 0).toString(16).padStart(8, '0')
}
