import type { SectionName } from '../skill-sections.ts'
import type { Rule } from './rule.ts'

const REQUIRED: readonly [SectionName, string][] = [
  ['overview', 'Overview'],
  ['usage', 'Usage'],
  ['examples', 'Examples'],
  ['dependencies', 'Dependencies'],
]
const RECOMMENDED: readonly [SectionName, string][] = [
  ['limitations', 'Limitations'],
  ['changelog', 'Changelog'],
]

/** Which sections SKILL.md must have, and what stands in them. */
export const SECTION_RULES: readonly Rule[] = [
  {
    id: 'skill/required-section',
    severity: { standard: 'error' },
    summary: 'SKILL.md lacks Overview, Usage, Examples or Dependencies.',
    why: 'What is injected into a prompt is taken from these sections; without them a model gets all of the file or nothing.',
    fix: 'Add the section under a heading of its own, in English or Chinese.',
    check({ sections, frontMatter, atSection }, report) {
      if (frontMatter.yaml === '' && frontMatter.body === '') return
      for (const [name, title] of REQUIRED)
        if (!sections[name]) report(atSection(name), `The section ${title} is missing`, `Add ## ${title}`)
        else if (sections[name].text === '') report(atSection(name), `The section ${title} is empty`, 'Fill it in.')
    },
  },
  {
    id: 'skill/recommended-section',
    severity: { standard: 'warning' },
    summary: 'SKILL.md lacks Limitations or Changelog.',
    why: 'Limits that are not said are found out by users, and a change that is not said is taken for a fault.',
    fix: 'Add the section.',
    check({ sections, frontMatter, atSection }, report) {
      if (frontMatter.yaml === '' && frontMatter.body === '') return
      for (const [name, title] of RECOMMENDED)
        if (!sections[name]) report(atSection(name), `The section ${title} is missing`, `Add ## ${title}`)
    },
  },
  {
    id: 'skill/when-to-use',
    severity: { standard: 'error', hermes: 'warning' },
    summary: 'SKILL.md does not say when to use the skill.',
    why: 'It steers the ranking, and tells the model that has the skill whether to follow it.',
    fix: 'Add **When to use this skill:** and a list to the Overview.',
    check({ skill, atSection }, report) {
      if (skill.body !== '' && skill.sections.whenToUse.length === 0)
        report(atSection('overview'), 'There is no list of when to use the skill')
    },
  },
  {
    id: 'skill/when-not-to-use',
    severity: { standard: 'info' },
    summary: 'SKILL.md does not say when not to use the skill.',
    why: 'A skill without limits is used where another would be better.',
    fix: 'Add **Do NOT use this skill when:** and a list to the Overview.',
    check({ skill, atSection }, report) {
      if (skill.body !== '' && skill.sections.whenNotToUse.length === 0)
        report(atSection('overview'), 'There is no list of when not to use the skill')
    },
  },
  {
    id: 'skill/usage-process',
    severity: { standard: 'warning' },
    summary: 'Usage has no numbered process.',
    why: 'A model follows steps better than prose, and a reader sees what will happen.',
    fix: 'Add ### Process with numbered steps.',
    check({ skill, sections, atSection }, report) {
      if (sections.usage && skill.sections.process.length === 0)
        report(atSection('usage'), 'Usage has no numbered process')
    },
  },
  {
    id: 'skill/usage-parameters',
    severity: { standard: 'warning' },
    summary: 'The contract has parameters, and Usage has no parameter table.',
    why: 'A model that reads only SKILL.md does not know what to send.',
    fix: 'Add ### Parameters with a table; `skillwright contract docs` writes it.',
    check({ skill, sections, atSection }, report) {
      if (!sections.usage || skill.sections.parameters !== '' || skill.contractSource !== 'contract.json') return
      report(atSection('usage'), 'Usage has no parameter table, though contract.json has parameters')
    },
  },
  {
    id: 'skill/tools-listed',
    severity: { standard: 'warning' },
    summary: 'A tool the skill uses is not explained under Dependencies.',
    why: 'Users must know what each tool is needed for before they install it.',
    fix: 'Name the tool under Dependencies, and say what it is needed for.',
    fixable: true,
    check({ skill, sections, atSection }, report) {
      const { dependencies } = sections
      if (!dependencies) return
      for (const tool of [...skill.toolsRequired, ...skill.toolsOptional])
        if (!dependencies.text.includes(tool))
          report(atSection('dependencies'), `Dependencies does not name the tool ${tool}`)
    },
  },
  {
    id: 'skill/changelog-version',
    severity: { standard: 'warning' },
    summary: 'The changelog has no entry for the current version.',
    why: 'Users who update cannot see what changes.',
    fix: 'Add an entry such as ### 1.2.0 (2024-11-20) with a list of changes.',
    check({ skill, sections, atSection }, report) {
      if (!sections.changelog || skill.version === undefined) return
      if (skill.sections.changelog.every(({ version }) => version !== skill.version))
        report(atSection('changelog'), `The changelog has no entry for version ${skill.version}`)
    },
  },
  {
    id: 'skill/hermes-sections',
    severity: { hermes: 'info' },
    summary: 'SKILL.md lacks one of the sections Hermes skills have: Procedure, Pitfalls, Verification.',
    why: 'Hermes skills are written to one pattern, and reviewers look for it.',
    fix: 'Add the section.',
    check({ headings, skillFile, frontMatter }, report) {
      for (const title of ['Procedure', 'Pitfalls', 'Verification'])
        if (!headings.some((heading) => heading.title.toLowerCase().startsWith(title.toLowerCase())))
          report({ file: skillFile, line: frontMatter.bodyLine }, `The section ${title} is missing`, `Add ## ${title}`)
    },
  },
]
