import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { readAgent } from './read-agent.ts'

const root = await mkdtemp(join(tmpdir(), 'agents-'))
afterAll(() => rm(root, { recursive: true, force: true }))

async function agent(role: string, files: Readonly<Record<string, string>>): Promise<string> {
  const dir = join(root, role)
  await mkdir(dir, { recursive: true })
  for (const [path, text] of Object.entries(files)) {
    await mkdir(dirname(join(dir, path)), { recursive: true })
    await writeFile(join(dir, path), text)
  }
  return dir
}

const SCRIPT = `#!/usr/bin/env python3
"""
Build Analysis
Looks at the builds of the last days.

Input (stdin JSON): {"action": "daily_briefing"}
"""
`

test("document B's own agent.yaml gives the skill with its name, entry and timeout", async () => {
  const dir = await agent('dev_efficiency_analyst', {
    'agent.yaml':
      'skills:\n  - name: long_running_task\n    entry: .claude/skills/task.py\n    timeout: 600  # 10 分钟\n',
    'CLAUDE.md': '# How I behave\n',
    '.claude/skills/task.py': SCRIPT,
  })
  const { role, instructions, skills, findings } = await readAgent(dir)
  expect({ role, instructions, findings }).toEqual({
    role: 'dev_efficiency_analyst',
    instructions: '# How I behave\n',
    findings: [],
  })
  expect(skills).toMatchObject([
    {
      id: 'long-running-task',
      name: 'Build Analysis',
      description: 'Looks at the builds of the last days.',
      dialect: 'script',
      entry: { path: '.claude/skills/task.py', language: 'python' },
      timeoutSeconds: 600,
    },
  ])
})

test('flat scripts count without being listed, skill folders too, and README.md describes a script by its name', async () => {
  const dir = await agent('both', {
    'agent.yaml': 'skills: []\n',
    '.claude/skills/build_analysis.py': SCRIPT,
    '.claude/skills/push.sh': '#!/bin/sh\n# Push\n#\n# Sends the report.\n',
    '.claude/skills/README.md':
      '# Skills\n## build_analysis\nSays why builds fail.\n\nMore.\n## build_analysis_old\nno\n',
    '.claude/skills/folded/SKILL.md': '---\nname: folded\ndescription: A folder.\n---\n',
  })
  const { skills, findings } = await readAgent(dir)
  expect(findings).toEqual([])
  expect(skills.map(({ id, description, dialect }) => ({ id, description, dialect }))).toEqual([
    { id: 'build-analysis', description: 'Says why builds fail.', dialect: 'script' },
    { id: 'push', description: 'Sends the report.', dialect: 'script' },
    { id: 'folded', description: 'A folder.', dialect: 'agentskills' },
  ])
})

describe('what is wrong with agent.yaml is a finding with its line', () => {
  test.each([
    ['broken YAML', 'skills:\n  - name: a: b\n', 'skill/agent-yaml', 2],
    ['skills that are no list', 'x: 1\nskills: yes\n', 'skill/agent-yaml', 2],
    ['a skill without a name', 'skills:\n  - entry: a.py\n', 'skill/agent-yaml', 2],
    ['an entry that is not there', 'skills:\n  - name: a\n    entry: .claude/skills/a.py\n', 'skill/entry', 2],
    ['an entry outside of the agent', 'skills:\n  - name: a\n    entry: ../../../etc/passwd\n', 'skill/entry', 2],
    ['a timeout that is no number', 'skills:\n  - name: a\n    timeout: "ten"\n', 'skill/field-type', 3],
    ['a timeout of nothing', 'skills:\n  - name: a\n    timeout: 0\n', 'skill/field-type', 3],
    ['an entry that is no path', 'skills:\n  - name: a\n    entry: [a.py]\n', 'skill/field-type', 3],
    ['a misspelt field', 'skills:\n  - name: a\n    timout: 600\n', 'skill/misspelt-field', 3],
    ['a field that means nothing', 'skills:\n  - name: a\n    retries: 3\n', 'skill/misspelt-field', 3],
    ['misspelt skills', 'x: 1\nskils:\n  - name: a\n', 'skill/agent-yaml', 3],
    ['misspelt jobs beside skills', 'skills: []\njbos:\n  - name: a\n', 'skill/agent-yaml', 3],
    ['one job', 'skills: []\njob:\n  name: a\n', 'skill/agent-yaml', 3],
    ['a name twice', 'skills:\n  - name: a\n  - name: a\n    entry: b.py\n', 'skill/agent-yaml', 3],
    ['a list instead of a map', '- name: a\n', 'skill/agent-yaml', 1],
    ['a bomb of aliases', `a: &a [x,x]\nb: &b [${'*a,'.repeat(60)}]\nskills: *b\n`, 'skill/agent-yaml', 1],
    ['a megabyte of brackets', '['.repeat(1_000_000), 'skill/agent-yaml', 1],
  ])('%s', async (what, yaml, rule, line) => {
    const { findings } = await readAgent(await agent(what.replaceAll(' ', '-'), { 'agent.yaml': yaml }))
    expect(findings).toContainEqual(expect.objectContaining({ rule, line, file: 'agent.yaml' }))
  })
})

test('a script knows what is wrong with what agent.yaml says of it, and of nothing else', async () => {
  const dir = await agent('knows', {
    'agent.yaml': 'skills:\n  - name: a\n    timeout: "ten"\n  - name: b\n    timeout: "60"\n  - name: gone\n',
    '.claude/skills/a.py': SCRIPT,
    '.claude/skills/b.py': SCRIPT,
  })
  const { skills, findings } = await readAgent(dir)
  const messages = skills.map((skill) => skill.findings.map(({ severity, message }) => `${severity}: ${message}`))
  expect(messages).toEqual([
    ['error: timeout should be a number of seconds above 0, got "ten"'],
    ['warning: timeout should be a number of seconds above 0, got "60"'],
  ])
  expect(skills.map(({ timeoutSeconds }) => timeoutSeconds)).toEqual([undefined, 60])
  expect(findings).toHaveLength(3)
})

test('a broken agent.yaml is the finding of every script', async () => {
  const { skills } = await readAgent(
    await agent('broken', { 'agent.yaml': 'skills: [', '.claude/skills/a.py': SCRIPT, '.claude/skills/b.py': SCRIPT }),
  )
  for (const { findings } of skills) expect(findings).toMatchObject([{ rule: 'skill/agent-yaml', severity: 'error' }])
})

test("tests that lie beside a script, as document B's do, are no skills", async () => {
  const dir = await agent('tested', {
    'agent.yaml': 'skills: []\n',
    '.claude/skills/task.py': SCRIPT,
    '.claude/skills/test_task.py': 'import task\n',
    '.claude/skills/task_test.py': 'import task\n',
    '.claude/skills/test_report.py': SCRIPT,
    '.claude/skills/_shared.py': 'X = 1\n',
    '.claude/skills/conftest.py': '',
  })
  expect((await readAgent(dir)).skills.map(({ id }) => id)).toEqual(['task', 'test-report'])
})

test('a folder without agent.yaml is read for what it holds, and says so', async () => {
  const { findings } = await readAgent(await agent('bare', { 'CLAUDE.md': 'x' }))
  expect(findings).toMatchObject([{ rule: 'skill/agent-yaml', severity: 'error' }])
})

describe('the jobs of agent.yaml', () => {
  const skills = { '.claude/skills/build_analysis.py': SCRIPT }

  test('say which skill is run when, with what', async () => {
    const dir = await agent('with_jobs', {
      ...skills,
      'agent.yaml': `
skills:
  - name: build_analysis
jobs:
  - name: daily_briefing
    skill: build_analysis
    action: daily_briefing
    cron: 30 7 * * 1-5
    timezone: Asia/Shanghai
    params: { days: 1 }
    overlap: queue
    missed: once
    priority: 5
    retries: 2
  - { name: often, skill: build-analysis, cron: "*/10 * * * * *" }
`,
    })
    const { jobs, findings } = await readAgent(dir)
    expect(findings).toEqual([])
    expect(jobs).toEqual([
      {
        name: 'daily_briefing',
        skill: 'build_analysis',
        action: 'daily_briefing',
        cron: '30 7 * * 1-5',
        timeZone: 'Asia/Shanghai',
        params: { days: 1 },
        overlap: 'queue',
        missed: 'once',
        priority: 5,
        retries: 2,
        line: 5,
      },
      expect.objectContaining({
        name: 'often',
        action: undefined,
        timeZone: 'UTC',
        params: {},
        overlap: 'skip',
        retries: 0,
      }),
    ])
  })

  test.each([
    ['that are no list', 'jobs: yes', 'skill/agent-yaml', 1],
    ['without a cron', 'jobs:\n  - { name: a, skill: build_analysis }', 'skill/field-type', 2],
    [
      'with a cron of four fields',
      'jobs:\n  - name: a\n    skill: build_analysis\n    cron: "* * * *"',
      'skill/field-type',
      4,
    ],
    [
      'in a zone that does not exist',
      'jobs:\n  - { name: a, skill: build_analysis, cron: "* * * * *", timezone: Mars }',
      'skill/field-type',
      2,
    ],
    [
      'with another overlap',
      'jobs:\n  - { name: a, skill: build_analysis, cron: "* * * * *", overlap: maybe }',
      'skill/field-type',
      2,
    ],
    [
      'with params that are no map',
      'jobs:\n  - { name: a, skill: build_analysis, cron: "* * * * *", params: [1] }',
      'skill/field-type',
      2,
    ],
    [
      'with half a retry',
      'jobs:\n  - { name: a, skill: build_analysis, cron: "* * * * *", retries: 0.5 }',
      'skill/field-type',
      2,
    ],
    ['of a skill that is not there', 'jobs:\n  - { name: a, skill: other, cron: "* * * * *" }', 'skill/entry', 2],
  ])('%s are left out, and said with their line', async (what, yaml, rule, line) => {
    const dir = await agent(`jobs ${what}`, { ...skills, 'agent.yaml': `${yaml}\n` })
    const { jobs, findings } = await readAgent(dir)
    expect(jobs).toEqual([])
    expect(findings).toMatchObject([{ rule, line, severity: 'error' }])
  })

  test('with a field that nobody reads are run, and it is said; of two of one name the first is', async () => {
    const job = 'name: a, skill: build_analysis, cron: "* * * * *"'
    const dir = await agent('jobs_twice', {
      ...skills,
      'agent.yaml': `jobs:\n  - { ${job}, retrie: 1 }\n  - { ${job} }\n`,
    })
    const { jobs, findings } = await readAgent(dir)
    expect(jobs).toHaveLength(1)
    expect(findings).toMatchObject([
      { rule: 'skill/misspelt-field', severity: 'warning', fix: 'Write retries.' },
      { rule: 'skill/agent-yaml', message: 'agent.yaml names the job a twice' },
    ])
  })
})
