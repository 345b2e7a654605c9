import type { SchemaObject } from '@skillwright/contract'

/** What a new action takes and gives until its author says better. Every language has a handler for each kind that does just this. */
export interface StarterAction {
  readonly name: string
  readonly kind: StarterKind
  /** For the model: what it does. */
  readonly description: string
  /** What a user wants who needs it: 'the user wants to …'. */
  readonly wish: string
  readonly input: SchemaObject
  readonly output: SchemaObject
  /** Name of the input property whose keys are free. */
  readonly passThrough?: string
  /** Two calls that show it, each with the exact answer. */
  readonly examples: readonly [StarterExample, StarterExample]
  /** A call that the script itself refuses, and how. */
  readonly refusal?: { readonly name: string; readonly input: unknown; readonly code: string }
}

/** One call of a starter action and its answer. */
export interface StarterExample {
  readonly name: string
  /** What a person might say to get it. */
  readonly asked: string
  readonly input: Readonly<Record<string, unknown>>
  readonly output: unknown
}

/** The conventional actions of document B, and `text` for every other name. */
export type StarterKind = keyof typeof STARTERS

/** The starter of an action: document B's conventional one where the name is known. */
export function starterAction(name: string): StarterAction {
  const kind = isStarterKind(name) ? name : 'text'
  return { name, kind, ...STARTERS[kind] }
}

function isStarterKind(name: string): name is StarterKind {
  return Object.hasOwn(STARTERS, name)
}

type Starter = Omit<StarterAction, 'name' | 'kind'>

const TARGET = {
  type: 'string',
  minLength: 1,
  maxLength: 100,
  description: "What to inspect, a short name such as 'ci_builds'",
} as const
const DAYS = {
  type: 'integer',
  minimum: 1,
  maximum: 365,
  default: 7,
  description: 'How many days to look back from today',
} as const
const INSIGHTS = {
  type: 'array',
  items: { type: 'string' },
  description: 'One sentence for each thing noticed.',
} as const

const STARTERS = {
  analyze: {
    description: 'Analyzes the last days of a target and says what stands out.',
    wish: 'know what stands out in recent numbers',
    input: objectOf({ target: TARGET, days: DAYS }, ['target']),
    output: resultOf({
      insights: INSIGHTS,
      metrics: resultOf({
        days_analyzed: { type: 'integer' },
        total: { type: 'integer' },
        highest: { type: 'integer' },
      }),
    }),
    examples: [
      {
        name: 'A week by default',
        asked: 'Analyze our CI builds.',
        input: { target: 'ci_builds' },
        output: {
          insights: ['ci_builds: 120 in all, at most 24 a day'],
          metrics: { days_analyzed: 7, total: 120, highest: 24 },
        },
      },
      {
        name: 'The last three days',
        asked: 'How were the deployments of the last three days?',
        input: { target: 'deployments', days: 3 },
        output: {
          insights: ['deployments: 64 in all, at most 24 a day'],
          metrics: { days_analyzed: 3, total: 64, highest: 24 },
        },
      },
    ],
  },
  report: {
    description: 'Writes a daily or weekly report as Markdown or plain text.',
    wish: 'have a daily or weekly report',
    input: objectOf(
      {
        type: {
          type: 'string',
          enum: ['daily', 'weekly'],
          description: 'Period of the report, the last day or the last seven',
        },
        format: {
          type: 'string',
          enum: ['markdown', 'text'],
          default: 'markdown',
          description: 'Notation of the report, with or without Markdown marks',
        },
      },
      ['type'],
    ),
    output: resultOf({
      content: { type: 'string', description: 'The report.' },
      report_path: { type: ['string', 'null'], description: 'Where it was saved, or null.' },
    }),
    examples: [
      {
        name: 'A daily report',
        asked: 'Write the daily report.',
        input: { type: 'daily' },
        output: { content: '# Daily report\n\nTotal: 24', report_path: null },
      },
      {
        name: 'A weekly report as plain text',
        asked: 'Give me the weekly report as plain text.',
        input: { type: 'weekly', format: 'text' },
        output: { content: 'Weekly report\n\nTotal: 120', report_path: null },
      },
    ],
  },
  fetch: {
    description: 'Fetches the items of a source whose title contains the query.',
    wish: 'get items from a source',
    input: objectOf(
      {
        source: {
          type: 'string',
          minLength: 1,
          maxLength: 100,
          description: "Name of the source; the starter knows 'sample'",
        },
        query: {
          type: 'string',
          maxLength: 200,
          default: '',
          description: 'Words the title must contain; empty for every item',
        },
      },
      ['source'],
    ),
    output: resultOf({
      items: {
        type: 'array',
        items: resultOf({ id: { type: 'integer' }, title: { type: 'string' } }),
        description: 'What was found, in the order of the source.',
      },
      count: { type: 'integer', description: 'How many items there are.' },
    }),
    examples: [
      {
        name: 'Everything of a source',
        asked: 'Fetch the sample items.',
        input: { source: 'sample' },
        output: {
          items: [
            { id: 1, title: 'first build' },
            { id: 2, title: 'second build' },
            { id: 3, title: 'first release' },
          ],
          count: 3,
        },
      },
      {
        name: 'Only what the query asks for',
        asked: 'Fetch the releases from the sample.',
        input: { source: 'sample', query: 'release' },
        output: { items: [{ id: 3, title: 'first release' }], count: 1 },
      },
    ],
    refusal: { name: 'An unknown source', input: { source: 'nowhere' }, code: 'DATA_NOT_FOUND' },
  },
  push: {
    description: 'Pushes data to a destination; only says what it would do unless dry_run is false.',
    wish: 'send a record to a destination',
    input: objectOf(
      {
        destination: {
          type: 'string',
          minLength: 1,
          maxLength: 100,
          description: "Where to push, a short name such as 'warehouse'",
        },
        data: { type: 'object', description: 'The record to push; its keys are forwarded as they are.' },
        dry_run: { type: 'boolean', default: true, description: 'True to check and push nothing.' },
      },
      ['destination', 'data'],
    ),
    output: resultOf({
      pushed: { type: 'boolean', description: 'Whether anything was sent.' },
      id: { type: ['string', 'null'], description: 'The id the destination gave, or null.' },
      fields: { type: 'integer', description: 'How many fields the record has.' },
    }),
    passThrough: 'data',
    examples: [
      {
        name: 'A trial that pushes nothing',
        asked: 'Would this record go into the warehouse?',
        input: { destination: 'warehouse', data: { build: 42, passed: true } },
        output: { pushed: false, id: null, fields: 2 },
      },
      {
        name: 'A trial with an empty record',
        asked: 'Check an empty record for the archive.',
        input: { destination: 'archive', data: {}, dry_run: true },
        output: { pushed: false, id: null, fields: 0 },
      },
    ],
    refusal: {
      name: 'A real push before there is a connection',
      input: { destination: 'warehouse', data: {}, dry_run: false },
      code: 'EXTERNAL_SERVICE_ERROR',
    },
  },
  full: {
    description: 'Fetches, analyzes and reports in one go.',
    wish: 'have everything fetched, analyzed and reported in one go',
    input: objectOf({ target: TARGET, days: DAYS }, ['target']),
    output: resultOf({
      steps: { type: 'array', items: { type: 'string' }, description: 'What was done, in order.' },
      insights: INSIGHTS,
      content: { type: 'string', description: 'The report in Markdown.' },
    }),
    examples: [
      {
        name: 'Everything for a week',
        asked: 'Do the whole build analysis.',
        input: { target: 'ci_builds' },
        output: {
          steps: ['fetch', 'analyze', 'report'],
          insights: ['ci_builds: 120 in all, at most 24 a day'],
          content: '# ci_builds\n\nTotal: 120',
        },
      },
      {
        name: 'Everything for one day',
        asked: 'Run the full deployment analysis for today.',
        input: { target: 'deployments', days: 1 },
        output: {
          steps: ['fetch', 'analyze', 'report'],
          insights: ['deployments: 24 in all, at most 24 a day'],
          content: '# deployments\n\nTotal: 24',
        },
      },
    ],
  },
  text: {
    description: 'Shortens a text to its first words.',
    wish: 'have a text shortened',
    input: objectOf(
      {
        text: {
          type: 'string',
          minLength: 1,
          maxLength: 10_000,
          description: 'The text to shorten',
        },
        max_words: {
          type: 'integer',
          minimum: 1,
          maximum: 1_000,
          default: 50,
          description: 'Most words to keep of it',
        },
      },
      ['text'],
    ),
    output: resultOf({
      text: { type: 'string', description: 'The words that were kept.' },
      word_count: { type: 'integer', description: 'How many words were kept.' },
      shortened: { type: 'boolean', description: 'Whether words were left out.' },
    }),
    examples: [
      {
        name: 'A text that is short enough',
        asked: 'Shorten this: one small step',
        input: { text: 'one small step' },
        output: { text: 'one small step', word_count: 3, shortened: false },
      },
      {
        name: 'A text that is too long',
        asked: 'Give me the first two words of: 你好 world and everybody else',
        input: { text: '你好 world and everybody else', max_words: 2 },
        output: { text: '你好 world', word_count: 2, shortened: true },
      },
    ],
  },
} as const satisfies Record<string, Starter>

/** An input: only what is declared, so that a misspelt parameter is refused. */
function objectOf(properties: Record<string, SchemaObject>, required: readonly string[]): SchemaObject {
  return { type: 'object', required, properties, additionalProperties: false }
}

/** An output in which every property is always there. */
function resultOf(properties: Record<string, SchemaObject>): SchemaObject {
  return { type: 'object', required: Object.keys(properties), properties }
}
