import type { SkillFiles } from '../skill-files.ts'
import type { Profile } from './profile.ts'

/** Files as text, by path; undefined leaves a file of the faultless package out. */
export type Texts = Readonly<Record<string, string | Uint8Array | undefined>>

/** A package that a rule must notice, where, and one that looks like it and must be spared. */
export interface Twins {
  readonly rule: string
  readonly profile: Profile
  /** File and line of each finding. */
  readonly at: readonly string[]
  readonly evil: Texts
  readonly benign: Texts
}

const FRONT = `---
id: page-digest
version: 1.2.0
name: Page Digest
description: Sums up a web page in five lines. Use when somebody wants the gist of a page.
author: somebody
license: MIT
tags:
  - web
hermes_version: ">=3.0.0"
tools_required:
  - fetch_url
---
`

const BODY = `
# Page Digest

## Overview

Reads a page and says what matters.

**When to use this skill:**
- The user names a page and wants the gist

**Do NOT use this skill when:**
- The page needs a login

## Usage

### Parameters

| Parameter | Type | Required | Default | Description |
|---|---|---|---|---|
| \`url\` | string | Yes | — | The page, such as https://example.com |

### Process

1. Fetch the page
2. Write five lines

## Examples

### Example 1: News

**User input:**
What does https://example.com say?

**Expected output:**
Five lines.

### Example 2: Manual

**User input:**
Sum up the manual.

**Expected output:**
Five lines.

## Dependencies

- \`fetch_url\`: gets the page

## Limitations

- Pages in frames are not read

## Changelog

### 1.2.0 (2024-11-20)

- First
`

const MANIFEST = {
  id: 'page-digest',
  version: '1.2.0',
  name: 'Page Digest',
  description: 'Sums up a web page in five lines. Use when somebody wants the gist of a page.',
  tools_required: ['fetch_url'],
  tags: ['web'],
}

/** SKILL.md of the faultless package with some of its text replaced. */
export function document(...changes: readonly (readonly [string | RegExp, string])[]): string {
  return changes.reduce((text, [from, to]) => {
    const changed = text.replace(from, to)
    if (changed === text) throw new Error(`Nothing to replace: ${String(from)}`)
    return changed
  }, FRONT + BODY)
}

/** skill.json of the faultless package with other values; undefined leaves a field out. */
export function manifest(changes: Readonly<Record<string, unknown>> = {}): string {
  return `${JSON.stringify({ ...MANIFEST, ...changes }, null, 2)}\n`
}

const FAULTLESS: Readonly<Record<Profile, Texts>> = {
  standard: { 'SKILL.md': document(), 'skill.json': manifest(), LICENSE: 'MIT License\n' },
  agentskills: {
    'SKILL.md':
      '---\nname: page-digest\ndescription: Sums up a page. Use when somebody wants the gist.\nlicense: MIT\n---\nRead the page.\n',
  },
  clawhub: {
    'SKILL.md':
      '---\nname: page-digest\ndescription: Sums up a page. Use when somebody wants the gist.\nversion: 1.0.0\n---\nRead the page.\n',
  },
  hermes: {
    'SKILL.md': `---
name: page-digest
description: Sums up a web page in five lines
version: 1.0.0
author: somebody
license: MIT
platforms: [linux]
metadata:
  hermes:
    tags: [web]
    category: research
---
## When to Use
- A page is long
## Procedure
1. Read it
## Pitfalls
- Frames
## Verification
- Count the lines
`,
  },
}

/** The package of a profile without a single finding, with some files replaced. */
export function filesFor(profile: Profile, texts: Texts = {}): SkillFiles {
  const entries = Object.entries({ ...FAULTLESS[profile], ...texts }).flatMap(([path, content]) =>
    content === undefined ? [] : [[path, typeof content === 'string' ? Buffer.from(content) : content] as const],
  )
  return new Map(entries)
}

/** The SKILL.md of another profile with its front matter changed. */
export function variant(profile: Profile, from: string | RegExp, to: string): Texts {
  const text = String(FAULTLESS[profile]['SKILL.md'])
  const changed = text.replace(from, to)
  if (changed === text) throw new Error(`Nothing to replace: ${String(from)}`)
  return { 'SKILL.md': changed }
}
