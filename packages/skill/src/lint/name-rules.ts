import { isStated, type LintContext } from './lint-context.ts'
import type { Report, Rule } from './rule.ts'

const KEBAB = /^[a-z0-9]+(?:-[a-z0-9]+)*$/

/** What ids and names must look like. */
export const NAME_RULES: readonly Rule[] = [
  {
    id: 'skill/id-format',
    severity: { standard: 'error' },
    summary: 'The id is not in kebab-case, or longer than 64 characters.',
    why: 'It becomes a folder, a URL and a command: anything else breaks in one of them.',
    fix: 'Use lower-case letters, digits and single hyphens: web-research-summarizer.',
    check({ frontMatter, skill, at }, report) {
      if (!isStated(frontMatter.fields, 'id') || (KEBAB.test(skill.id) && skill.id.length <= 64)) return
      report(at('id'), `id should be kebab-case of at most 64 characters, got ${skill.id.slice(0, 80)}`)
    },
  },
  {
    id: 'skill/id-folder',
    severity: { standard: 'warning' },
    summary: 'The folder is not named after the id.',
    why: 'Agents that read the open standard take the folder for the name, and would know the skill under two.',
    fix: 'Rename the folder, or correct the id.',
    check({ frontMatter, skill, folder, at }, report) {
      if (folder === undefined || !isStated(frontMatter.fields, 'id') || skill.id === folder) return
      report(at('id'), `id is ${skill.id}, and the folder is named ${folder}`)
    },
  },
  {
    id: 'skill/name-format',
    severity: { agentskills: 'error', hermes: 'error', clawhub: 'warning' },
    summary: 'The name is not 1 to 64 lower-case letters, digits and single hyphens.',
    why: 'In this dialect the name is the id: the folder, the command and the link.',
    fix: 'Write a name such as pdf-reader; a title for people belongs in metadata.title.',
    check: checkName,
  },
  {
    id: 'skill/name-folder',
    severity: { agentskills: 'error', hermes: 'warning' },
    summary: 'The folder is not named after the skill.',
    why: 'Clients look a skill up by its folder and show its name.',
    fix: 'Rename the folder, or correct the name.',
    check({ frontMatter, folder, at }, report) {
      const name = standardName(frontMatter.fields)
      if (name === undefined || folder === undefined) return
      // Written as a name, a title is the folder: what is wrong with it is said by skill/name-format.
      if ([name, asId(name)].includes(folder.normalize('NFKC'))) return
      report(at('name'), `name is ${name}, and the folder is named ${folder}`)
    },
  },
]

function checkName({ frontMatter, at }: LintContext, report: Report): void {
  const name = standardName(frontMatter.fields)
  if (name === undefined) return
  const length = [...name].length
  const wrong = [
    ...(length > 64 ? [`has ${length} characters, at most 64 are allowed`] : []),
    ...(name === name.toLowerCase() ? [] : ['should be lower-case']),
    ...(name.startsWith('-') || name.endsWith('-') ? ['begins or ends with a hyphen'] : []),
    ...(name.includes('--') ? ['has two hyphens in a row'] : []),
    ...(/^[\p{L}\p{N}-]*$/u.test(name) ? [] : ['holds something other than letters, digits and hyphens']),
  ]
  const better = asId(name)
  if (wrong.length > 0)
    report(at('name'), `name ${wrong.join(', and ')}: ${name}${better === '' ? '' : `; write ${better}`}`)
}

/** A title as the name it stands for. */
function asId(title: string): string {
  return title
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((part) => part !== '')
    .join('-')
}

/** The name as the standard's validator compares it; undefined when there is none to judge. */
function standardName(fields: Readonly<Record<string, unknown>>): string | undefined {
  const { name } = fields
  return isStated(fields, 'name') && typeof name !== 'object' ? String(name).trim().normalize('NFKC') : undefined
}
