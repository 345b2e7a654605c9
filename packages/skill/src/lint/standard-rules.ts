import { isAlias, isCollection, isNode, isScalar, parseDocument, visit } from 'yaml'
import { MAX_YAML_CHARACTERS } from '../read-yaml.ts'
import { CLAUDE_CODE_KEYS } from '../skill-fields.ts'
import { isStated } from './lint-context.ts'
import type { Rule } from './rule.ts'

// Every top-level key the Agent Skills standard knows; its reference validator refuses any other.
const ALLOWED = ['name', 'description', 'license', 'compatibility', 'metadata', 'allowed-tools']

/** What the Agent Skills standard asks for beyond name and description, as its reference validator judges. */
export const STANDARD_RULES: readonly Rule[] = [
  {
    id: 'skill/unexpected-field',
    severity: { agentskills: 'error' },
    summary: 'The front matter has a key that the Agent Skills standard does not know.',
    why: 'Its reference validator refuses the skill.',
    fix: 'Move it into metadata, or export the skill: `skillwright export --to agentskills`.',
    check({ frontMatter, isStrict, at }, report) {
      for (const name of Object.keys(frontMatter.fields)
        .filter((key) => !ALLOWED.includes(key) && (isStrict || !CLAUDE_CODE_KEYS.includes(key)))
        .slice(0, 50))
        report(at(name), `${name} is not a field of the Agent Skills standard: ${ALLOWED.join(', ')}`)
    },
  },
  {
    id: 'skill/compatibility',
    severity: { agentskills: 'error' },
    summary: 'compatibility is not a text of 1 to 500 characters.',
    why: 'Clients show it as one line.',
    fix: 'Say in one line what the skill needs around it, or leave it out.',
    check({ frontMatter, at }, report) {
      const { compatibility } = frontMatter.fields
      if (!Object.hasOwn(frontMatter.fields, 'compatibility') || compatibility === null) return
      if (typeof compatibility === 'object') report(at('compatibility'), 'compatibility should be a text')
      else if ([...String(compatibility)].length > 500)
        report(
          at('compatibility'),
          `compatibility has ${[...String(compatibility)].length} characters, at most 500 are allowed`,
        )
    },
  },
  {
    id: 'skill/strict-yaml',
    severity: { agentskills: 'error' },
    summary:
      'The front matter uses YAML that strict readers refuse: [a, b], {a: b}, anchors, tags, or --- inside a value.',
    why: "The standard's reference validator reads with strictyaml and splits at the first ---, wherever it stands.",
    fix: 'Write lists and maps over several lines, and text with --- in it without.',
    check({ frontMatter, text, skillFile }, report) {
      const { yaml, yamlLine } = frontMatter
      for (const { line, message } of strictProblems(yaml))
        report({ file: skillFile, line: yamlLine + line - 1 }, message)
      const dashes = yaml.indexOf('---')
      if (dashes >= 0 && text(skillFile).startsWith('---'))
        report(
          { file: skillFile, line: yamlLine + yaml.slice(0, dashes).split('\n').length - 1 },
          'A value holds ---, which ends the front matter for some readers',
        )
    },
  },
  {
    id: 'skill/metadata-texts',
    severity: { agentskills: 'warning' },
    summary: 'metadata is not a map of texts.',
    why: 'The standard says texts only; a client may show anything else as rubbish, or refuse it.',
    fix: 'Write each value of metadata as a text in quotes.',
    check({ frontMatter, at }, report) {
      const { metadata } = frontMatter.fields
      if (!isStated(frontMatter.fields, 'metadata')) return
      if (typeof metadata !== 'object' || Array.isArray(metadata))
        return report(at('metadata'), 'metadata should be a map')
      for (const [name, value] of Object.entries(metadata ?? {}).slice(0, 50))
        if (typeof value !== 'string') report(at(name, 'metadata'), `metadata.${name} should be a text`)
    },
  },
  {
    id: 'skill/allowed-tools',
    severity: { agentskills: 'warning' },
    summary: 'allowed-tools is not one text separated by spaces.',
    why: 'The standard says one text; a client that splits it at spaces reads a list as nothing.',
    fix: 'Write allowed-tools: Bash(git:*) Read',
    check({ frontMatter, at }, report) {
      const tools = frontMatter.fields['allowed-tools']
      if (!isStated(frontMatter.fields, 'allowed-tools')) return
      // A comma between brackets belongs to a pattern.
      const isList = typeof tools !== 'string' || tools.replaceAll(/\([^)]*\)/g, '').includes(',')
      if (isList) report(at('allowed-tools'), 'allowed-tools should be one text separated by spaces')
    },
  },
]

/** What strictyaml refuses and YAML allows. What is not YAML at all has been said. */
function strictProblems(yaml: string): { line: number; message: string }[] {
  if (yaml.length > MAX_YAML_CHARACTERS) return []
  const problems: { line: number; message: string }[] = []
  const say = (offset: number | undefined, message: string) =>
    problems.push({ line: yaml.slice(0, offset ?? 0).split('\n').length, message })
  try {
    const document = parseDocument(yaml, { logLevel: 'silent', uniqueKeys: false })
    if (document.errors.length > 0) return []
    visit(document, (_key, node) => {
      if (!isNode(node)) return
      const at = node.range?.[0]
      if (isCollection(node) && node.flow) say(at, 'A list or map is written in one line')
      if (isAlias(node) || ((isScalar(node) || isCollection(node)) && node.anchor))
        say(at, 'An anchor or alias is used')
      if (node.tag?.startsWith('!') || /(?:^|[\s:])!!?\w/.test(yaml.slice((at ?? 0) - 8, at ?? 0)))
        say(at, 'A tag is used')
    })
  } catch {
    return []
  }
  return problems
}
