import type { LintContext } from './lint-context.ts'

/** Where the contract says something about a value of an action's input or output, such as `contract.json:12`. */
export function contractPlace(
  { skill, skillFile, frontMatter, lineOf }: Pick<LintContext, 'skill' | 'skillFile' | 'frontMatter' | 'lineOf'>,
  action: string,
  side: 'input' | 'output',
  path = '',
): string {
  if (skill.contractSource !== 'contract.json') {
    const { parameters } = skill.sections
    const above = frontMatter.body.slice(0, Math.max(0, frontMatter.body.indexOf(parameters)))
    return `${skillFile}:${frontMatter.bodyLine + above.split('\n').length - 1}`
  }
  const line = (pointer: string) => lineOf('contract.json', pointer)
  const root = [`/actions/${escaped(action)}/${side}`, `/${side}`].find((each) => line(each) !== undefined)
  let pointer = root ?? ''
  for (const step of root === undefined ? [] : path.split('/').slice(1)) {
    const next = `${pointer}${/^\d+$/.test(step) ? '/items' : `/properties/${step}`}`
    if (line(next) === undefined) break
    pointer = next
  }
  return `contract.json:${line(pointer) ?? 1}`
}

function escaped(name: string): string {
  return name.replaceAll('~', '~0').replaceAll('/', '~1')
}
