import { everywhere, type Rule } from './rule.ts'

const TEXT_WHY = 'Clients read UTF-8 with plain line ends; some refuse anything else, and others show rubbish.'
const LEFT_WHY = 'What is not read is not checked and not packed.'

/** What reading a skill notices by itself: the rules without a check. */
export const READING_RULES: readonly Rule[] = [
  rule(
    'no-skill-md',
    'error',
    'There is no SKILL.md.',
    'A folder without one is no skill.',
    'Add a SKILL.md, or name the folder that holds it.',
  ),
  rule(
    'no-front-matter',
    'error',
    'SKILL.md has no front matter.',
    'It holds name and description; without them the skill cannot be found.',
    'Start the file with --- and its fields, then --- again.',
  ),
  {
    ...rule(
      'open-front-matter',
      'error',
      'The front matter is not closed.',
      'Where the fields end is a guess then, and most clients read none.',
      'End it with a line of ---.',
    ),
    fixable: true,
  },
  {
    ...rule(
      'misplaced-front-matter',
      'error',
      'The front matter does not begin with --- on line 1.',
      'Most clients look for it there and nowhere else.',
      'Make --- the first line of the file.',
    ),
    fixable: true,
  },
  {
    ...rule(
      'yaml',
      'error',
      'The front matter is not YAML.',
      'Other clients skip the skill, or read half of it.',
      'Put the value in quotes.',
    ),
    fixable: true,
  },
  {
    ...rule(
      'field-type',
      'warning',
      'A field has another type than it should have.',
      'A version of 1.0 is the number 1 to YAML: what arrives is not what was written.',
      'Write it as it is expected; text that looks like a number in quotes.',
    ),
    fixable: true,
  },
  {
    ...rule('bom', 'warning', 'A file starts with a byte order mark.', TEXT_WHY, 'Save it as UTF-8 without BOM.'),
    // The reference validator of the standard does not find the front matter behind it.
    severity: { ...everywhere('warning'), agentskills: 'error' },
    fixable: true,
  },
  {
    ...rule('encoding', 'warning', 'A file is not UTF-8.', TEXT_WHY, 'Save it as UTF-8.'),
    severity: { ...everywhere('warning'), agentskills: 'error' },
  },
  {
    ...rule('nul', 'warning', 'A file holds NUL characters.', TEXT_WHY, 'Remove them.'),
    severity: { ...everywhere('warning'), agentskills: 'error' },
  },
  packageRule('json', 'error', 'A JSON file cannot be read.', 'What it says is ignored.', 'Correct it.'),
  packageRule(
    'entry',
    'error',
    'The entry is not in the package.',
    'The skill cannot be run.',
    'Name a script of the package, or add it.',
  ),
  packageRule(
    'permissions',
    'error',
    'Permissions are not written as lists of words.',
    'What cannot be read is not granted, and the skill fails when it runs.',
    'Write {"network": ["api.example.com"], "env": ["API_KEY"]}.',
  ),
  packageRule(
    'dependencies',
    'error',
    'Dependencies are not a map of skills to ranges.',
    'A skill that is needed and cannot be read is not installed.',
    'Write {"@acme/pdf-reader": "^1.2"}: the skill with its scope, and a range of versions.',
  ),
  packageRule(
    'example',
    'warning',
    'A file under prompts/examples holds no input.',
    'It shows nothing and tests nothing.',
    'Write {"input": …, "output": …}.',
  ),
  packageRule(
    'case',
    'warning',
    'A call in a JSON file cannot be read.',
    'It is not run as a test.',
    'Write {"input": …} and one of output, match, error.',
  ),
  packageRule('link', 'error', 'A file is a link.', LEFT_WHY, 'Put a copy of the file in its place.'),
  packageRule('special-file', 'error', 'Something is neither a file nor a folder.', LEFT_WHY, 'Remove it.'),
  packageRule('too-deep', 'error', 'Folders are nested too deep.', LEFT_WHY, 'Flatten the folders.'),
  packageRule('too-many-files', 'error', 'There are more files than are read.', LEFT_WHY, 'Ship fewer files.'),
  packageRule('too-large', 'error', 'A file is larger than what is read.', LEFT_WHY, 'Ship less.'),
  packageRule('unreadable', 'error', 'A file cannot be read.', LEFT_WHY, 'Check its permissions.'),
]

function rule(name: string, severity: 'error' | 'warning', summary: string, why: string, fix: string): Rule {
  return { id: `skill/${name}`, severity: everywhere(severity), summary, why, fix }
}

/** About the package rather than SKILL.md: the standard's own validator does not look there. */
function packageRule(name: string, severity: 'error' | 'warning', summary: string, why: string, fix: string): Rule {
  return { ...rule(name, severity, summary, why, fix), severity: { ...everywhere(severity), agentskills: 'warning' } }
}
