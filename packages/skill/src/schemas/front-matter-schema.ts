import type { SchemaObject } from '@skillwright/contract'
import { SHARED_FIELDS } from './known-fields.ts'

const WORDS = { type: 'array', items: { type: 'string', minLength: 1 } } as const
/** A list of words, or the words in one text. */
const WORDS_OR_TEXT = { anyOf: [WORDS, { type: 'string' }] } as const

/** What ClawHub reads under `metadata.openclaw`. */
export const CLAWHUB_METADATA_SCHEMA: SchemaObject = {
  type: 'object',
  description: 'OpenClaw / ClawHub: what the skill needs and how that is installed.',
  properties: {
    always: { type: 'boolean', description: 'Loaded whether its needs are met or not.' },
    skillKey: { type: 'string', minLength: 1, description: 'Key under which its settings stand.' },
    emoji: { type: 'string', description: 'Shown beside its name.' },
    homepage: { type: 'string', description: 'Where more is to be read about it.' },
    os: { type: 'array', items: { enum: ['darwin', 'linux', 'win32', 'macos'] }, description: 'Systems it works on.' },
    requires: {
      type: 'object',
      description: 'Without these it is not offered.',
      properties: {
        bins: { ...WORDS, description: 'Programs that must all be there.' },
        anyBins: { ...WORDS, description: 'Programs of which one must be there.' },
        env: { ...WORDS, description: 'Environment variables that must be set.' },
        config: { ...WORDS, description: 'Settings that must be true.' },
      },
    },
    primaryEnv: { type: 'string', minLength: 1, description: 'The variable that holds its key.' },
    envVars: {
      type: 'array',
      items: {
        type: 'object',
        required: ['name'],
        properties: { name: { type: 'string' }, required: { type: 'boolean' }, description: { type: 'string' } },
      },
    },
    install: {
      type: 'array',
      description: 'Ways to get what it needs.',
      items: {
        type: 'object',
        required: ['kind'],
        properties: {
          id: { type: 'string' },
          kind: { enum: ['brew', 'node', 'go', 'uv', 'download'] },
          formula: { type: 'string' },
          package: { type: 'string' },
          url: { type: 'string' },
          sha256: { type: 'string', pattern: '^[0-9a-fA-F]{64}$' },
          bins: WORDS,
          label: { type: 'string' },
          os: WORDS,
        },
      },
    },
  },
}

/** What Hermes reads under `metadata.hermes`. */
export const HERMES_METADATA_SCHEMA: SchemaObject = {
  type: 'object',
  description: 'Hermes: where the skill belongs and when it is offered.',
  properties: {
    tags: { ...WORDS, description: 'Words to find it by.' },
    category: { type: 'string', description: 'Folder it is installed in.' },
    related_skills: { ...WORDS, description: 'Skills that go with it.' },
    requires_toolsets: { ...WORDS, description: 'Offered only when these toolsets are there.' },
    requires_tools: { ...WORDS, description: 'Offered only when these tools are there.' },
    fallback_for_toolsets: { ...WORDS, description: 'Offered only when these toolsets are not there.' },
    fallback_for_tools: { ...WORDS, description: 'Offered only when these tools are not there.' },
    config: {
      type: 'array',
      items: {
        type: 'object',
        required: ['key'],
        properties: {
          key: { type: 'string' },
          description: { type: 'string' },
          default: true,
          prompt: { type: 'string' },
        },
      },
    },
    blueprint: { type: 'object', description: 'A job it brings along: schedule, deliver, prompt, no_agent.' },
  },
}

/** The JSON Schema of the front matter of SKILL.md, published as `schemas/skill-front-matter.schema.json`. */
export const FRONT_MATTER_SCHEMA: SchemaObject = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  $id: 'https://skillwright.dev/schemas/skill-front-matter.schema.json',
  title: 'SKILL.md front matter',
  description: 'The fields at the top of SKILL.md, in every dialect that is read. Any other key is kept as it is.',
  type: 'object',
  required: ['name', 'description'],
  properties: {
    ...SHARED_FIELDS,
    tags: { ...WORDS_OR_TEXT, description: SHARED_FIELDS.tags.description },
    compatibility: {
      type: 'string',
      minLength: 1,
      maxLength: 500,
      description: 'Agent Skills: what it needs around it, such as programs or network access.',
    },
    'allowed-tools': {
      ...WORDS_OR_TEXT,
      description: 'Agent Skills: tools it may use without asking, in one text separated by spaces: Bash(git:*) Read.',
    },
    metadata: {
      description: 'Agent Skills: texts by name. ClawHub and Hermes keep maps of their own in it.',
      anyOf: [{ type: 'string' }, { type: 'object' }],
      properties: {
        title: { type: 'string', description: 'Name for people, where name is the id.' },
        version: { type: ['string', 'number'], description: 'Version, where the client knows no version field.' },
        openclaw: CLAWHUB_METADATA_SCHEMA,
        clawdbot: { ...CLAWHUB_METADATA_SCHEMA, deprecated: true },
        clawdis: { ...CLAWHUB_METADATA_SCHEMA, deprecated: true },
        hermes: HERMES_METADATA_SCHEMA,
      },
    },
    'argument-hint': { type: 'string', description: 'Claude Code: shown behind the command, such as [file].' },
    'disable-model-invocation': { type: 'boolean', description: 'Claude Code, OpenClaw: only a person may start it.' },
    'user-invocable': {
      type: 'boolean',
      description: 'Claude Code, OpenClaw: false hides it from the list of commands.',
    },
    model: { type: 'string', description: 'Claude Code: the model it is run with.' },
    effort: { type: 'string', description: 'Claude Code: how hard the model thinks.' },
    context: { enum: ['fork'], description: 'Claude Code: fork runs it in an agent of its own.' },
    agent: { type: 'string', description: 'Claude Code: which agent, with context: fork.' },
    hooks: { type: 'object', description: 'Claude Code: commands that run on events.' },
    paths: { ...WORDS_OR_TEXT, description: 'Claude Code: files for which it is offered.' },
    'command-dispatch': { enum: ['tool'], description: 'OpenClaw: the command goes straight to a tool.' },
    'command-tool': { type: 'string', description: 'OpenClaw: which tool.' },
    'command-arg-mode': { enum: ['raw'], description: 'OpenClaw: how arguments are passed.' },
    platforms: {
      type: 'array',
      items: { enum: ['macos', 'linux', 'windows'] },
      description: 'Hermes: systems it works on.',
    },
    required_environment_variables: {
      type: 'array',
      description: 'Hermes: variables it needs.',
      items: {
        type: 'object',
        required: ['name'],
        properties: {
          name: { type: 'string', minLength: 1 },
          prompt: { type: 'string', description: 'How a person is asked for it.' },
          help: { type: 'string', description: 'Where to get it.' },
          required_for: { type: 'string', description: 'What does not work without it.' },
          optional: { type: 'boolean' },
        },
      },
    },
    required_credential_files: {
      type: 'array',
      description: 'Hermes: files with credentials it needs.',
      items: {
        type: 'object',
        required: ['path'],
        properties: { path: { type: 'string', minLength: 1 }, description: { type: 'string' } },
      },
    },
    prerequisites: {
      type: 'object',
      deprecated: true,
      description: 'Hermes: the old form of required_environment_variables.',
    },
  },
}
