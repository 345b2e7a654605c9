import { everywhere, type Rule } from './rule.ts'

/** What `lintPlace` notices about an agent's folder and its scripts: rules without a check of their own. */
export const AGENT_RULES: readonly Rule[] = [
  {
    id: 'skill/agent-yaml',
    severity: everywhere('error'),
    summary: 'agent.yaml is missing or cannot be read, or names a skill wrongly.',
    why: 'It says which scripts are skills, and how long each may run.',
    fix: 'Write skills: and a list of {name, entry, timeout}.',
  },
  {
    id: 'skill/agent-instructions',
    severity: everywhere('warning'),
    summary: 'An agent has no CLAUDE.md.',
    why: 'It says how the agent behaves; without it nothing tells a model when to use the skills.',
    fix: 'Add CLAUDE.md.',
  },
  {
    id: 'skill/script-docs',
    severity: everywhere('warning'),
    summary: 'A script does not say what it does.',
    why: 'Its docstring, or its heading in README.md, is all that search and prompts know about it.',
    fix: 'Begin it with a docstring or comment: its name, then one sentence about what it does.',
  },
  {
    id: 'skill/script-readme',
    severity: everywhere('info'),
    summary: 'README.md beside the scripts has no heading for one of them.',
    why: 'People and models read there which actions a script has and what they take.',
    fix: 'Add a heading with the name of the script.',
  },
]
