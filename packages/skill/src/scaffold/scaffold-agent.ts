import { SkillError } from '@skillwright/contract'
import { stringify } from 'yaml'
import type { SkillFiles } from '../skill-files.ts'
import { testCases } from './package-files.ts'
import { pythonScript } from './python-script.ts'
import { checkActions, checkName, oneLine, textFiles, titleOf } from './scaffold-skill.ts'
import { starterAction } from './starter-action.ts'

/** What a new agent is made from. */
export interface ScaffoldAgentOptions {
  /** Name of its folder, snake_case or kebab-case. */
  readonly role: string
  /** Names of its skills, snake_case; each becomes a Python script. */
  readonly skills?: readonly string[]
  /** The actions of every skill. */
  readonly actions?: readonly string[]
  readonly description?: string
}

/** Makes the files of a new agent folder in document B's layout. Throws for a role, skill or action that is not a name. */
export function scaffoldAgent({
  role,
  skills = ['daily_report'],
  actions = ['analyze', 'report'],
  description = `The ${titleOf(role)} uses its skills to answer questions in its field.`,
}: ScaffoldAgentOptions): SkillFiles {
  checkName(role, /^[a-z][a-z0-9]*(?:[_-][a-z0-9]+)*$/, 'a role such as dev_efficiency_analyst')
  for (const skill of skills) checkName(skill, /^[a-z][a-z0-9_]*$/, 'a skill in snake_case such as build_analysis')
  if (skills.length === 0) throw new SkillError('INVALID_INPUT', 'Expected at least one skill, got none')
  const twice = skills.find((skill, i) => skills.indexOf(skill) < i)
  if (twice !== undefined) throw new SkillError('INVALID_INPUT', `Expected each skill once, got ${twice} again`)
  checkActions(actions)
  const facts: AgentFacts = { role, skills, actions: actions.map(starterAction), description: oneLine(description) }
  return textFiles([
    ['agent.yaml', agentYaml(facts)],
    ['CLAUDE.md', instructions(facts)],
    ['.claude/skills/README.md', skillsReadme(facts)],
    ...skills.map((skill) => [scriptPath(skill), pythonScript(scriptFacts(facts, skill))] as const),
    ...skills.map((skill) => [`tests/${skill}.json`, testCases(facts)] as const),
  ])
}

interface AgentFacts {
  readonly role: string
  readonly skills: readonly string[]
  readonly actions: readonly ReturnType<typeof starterAction>[]
  readonly description: string
}

function scriptPath(skill: string): string {
  return `.claude/skills/${skill}.py`
}

function scriptFacts({ role, actions }: AgentFacts, skill: string): Parameters<typeof pythonScript>[0] {
  const description = `A skill of the ${titleOf(role)}: ${actions.map(({ name }) => name).join(', ')}.`
  return { title: titleOf(skill), description, actions }
}

function agentYaml({ role, skills, description }: AgentFacts): string {
  const document = {
    role,
    description,
    skills: skills.map((name) => ({ name, entry: scriptPath(name), timeout: 300 })),
  }
  return `# yaml-language-server: $schema=https://skillwright.dev/schemas/agent.schema.json
${stringify(document, { lineWidth: 0 })}`
}

function instructions({ role, skills, actions, description }: AgentFacts): string {
  return `# ${titleOf(role)}

${description}

## How you work

1. Choose the skill and the action that answer the question.
2. Send one JSON request on stdin, from this folder:
   \`echo '{"action": "${actions[0]?.name}", "params": {…}}' | python3 ${scriptPath(skills[0] ?? '')}\`
3. Read one JSON answer from stdout. When \`success\` is false, say what \`error.message\` says; never make up a result.
4. Answer in the user's language, with the numbers that the skill gave.

## Your skills

${skills.map((skill) => `- \`${skill}\`: ${actions.map(({ name }) => `\`${name}\``).join(', ')}`).join('\n')}
`
}

function skillsReadme(facts: AgentFacts): string {
  const sections = facts.skills.map((skill) => {
    const rows = facts.actions.map(
      ({ name, description, examples: [{ input }] }) =>
        `| \`${name}\` | ${description} | \`${JSON.stringify(input)}\` |`,
    )
    return `## ${skill}

${scriptFacts(facts, skill).description}

| Action | What it does | Example params |
|---|---|---|
${rows.join('\n')}`
  })
  return `# Skills

Each script reads \`{"action", "params", "context"}\` from stdin and prints \`{"success", "action", "data" or "error"}\`.

${sections.join('\n\n')}
`
}
