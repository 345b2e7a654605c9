/** The address of a file of a skill, `skill://acme/digest/SKILL.md`; of the skill's folder without a path. */
export function skillUri(id: string, path = ''): string {
  const parts = [...id.replace(/^@/, '').split('/'), ...path.split('/')].filter((part) => part !== '')
  return `skill://${parts.map(encodeURIComponent).join('/')}`
}

/** The decoded parts of such an address; undefined for any other. A client that fills in a template writes `%40acme%2Fdigest` for the id. */
export function parseSkillUri(uri: string): readonly string[] | undefined {
  if (!uri.startsWith('skill://')) return undefined
  try {
    return decodeURIComponent(uri.slice('skill://'.length))
      .replace(/^@/, '')
      .split('/')
      .filter((part) => part !== '')
  } catch {
    return undefined
  }
}
