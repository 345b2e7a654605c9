/** A semantic version, as every published schema writes it. */
const SEMVER = {
  type: 'string',
  pattern:
    '^(0|[1-9]\\d*)\\.(0|[1-9]\\d*)\\.(0|[1-9]\\d*)(-[0-9A-Za-z-]+(\\.[0-9A-Za-z-]+)*)?(\\+[0-9A-Za-z-]+(\\.[0-9A-Za-z-]+)*)?$',
  maxLength: 256,
  examples: ['1.0.0'],
} as const

/** A kebab-case id. */
const KEBAB = {
  type: 'string',
  pattern: '^[a-z0-9]+(-[a-z0-9]+)*$',
  maxLength: 64,
  examples: ['web-research-summarizer'],
} as const

const WORDS = { type: 'array', items: { type: 'string', minLength: 1 } } as const
const DAY = { type: 'string', pattern: '^\\d{4}-\\d{2}-\\d{2}$', examples: ['2024-03-15'] } as const

/** The fields of document C that SKILL.md and skill.json share: one wording for both. */
export const SHARED_FIELDS = {
  id: { ...KEBAB, description: 'Globally unique identifier in kebab-case, the same as the name of the folder.' },
  version: {
    ...SEMVER,
    description: 'Semantic version of the skill: raise it with every change, and say in the changelog what changed.',
  },
  name: { type: 'string', minLength: 1, description: 'Name for people, such as "Web Research Summarizer".' },
  description: {
    type: 'string',
    minLength: 1,
    maxLength: 1024,
    description:
      'One sentence on what it does, and when to use it: index and search rank by it, and a model chooses by it.',
  },
  author: { type: 'string', minLength: 1, description: 'Who wrote it: a user name, or a name and an address.' },
  license: {
    type: 'string',
    minLength: 1,
    description: 'SPDX identifier of the licence, such as MIT.',
    examples: ['MIT', 'Apache-2.0'],
  },
  homepage: { type: 'string', format: 'uri', description: 'Where more is to be read about it.' },
  tags: { ...WORDS, uniqueItems: true, description: 'Words to find it by.', examples: [['research', 'web']] },
  hermes_version: {
    type: 'string',
    minLength: 1,
    description: 'Range of host versions it works with, npm style (^3.1) or with commas (>=3.0.0,<4.0.0).',
    examples: ['>=3.0.0'],
  },
  tools_required: {
    ...WORDS,
    uniqueItems: true,
    description:
      'Tools of the host it cannot do without; [] when there are none. Each is explained under Dependencies.',
    examples: [['web_search', 'fetch_url']],
  },
  tools_optional: { ...WORDS, uniqueItems: true, description: 'Tools of the host it uses when they are there.' },
  language: {
    type: 'string',
    minLength: 2,
    description: 'Language it is written in, as a code.',
    examples: ['en', 'zh'],
  },
  created: { ...DAY, description: 'Day of the first version.' },
  updated: { ...DAY, description: 'Day of this version.' },
} as const
