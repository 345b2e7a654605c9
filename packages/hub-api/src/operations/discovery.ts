import type { TObject } from 'typebox'
import * as Type from 'typebox'
import { NAME_PATTERN } from './names.ts'
import type { Operation } from './operation.ts'
import { BYTES, TEXT } from './text.ts'

const TAGS = ['discovery'] as const
const ANYONE = { needs: 'anyone' } as const
const NAME = Type.String({ maxLength: 64, pattern: NAME_PATTERN })
const CACHED = Type.Null({ description: 'It is what the caller has already (If-None-Match).' })

/** Where skills are looked for: in the whole hub, in a scope, or one alone. */
const PLACES = [
  ['', '', {}],
  ['/@:scope', 'OfScope', { scope: NAME }],
  ['/@:scope/:skill', 'OfSkill', { scope: NAME, skill: NAME }],
] as const

const INDEX_0_2 = Type.Object(
  {
    $schema: Type.String(),
    skills: Type.Array(
      Type.Object({
        name: Type.String(),
        type: Type.String(),
        description: Type.String(),
        url: Type.String(),
        digest: Type.String(),
      }),
    ),
  },
  { title: 'DiscoveryIndex', description: 'Public skills, each with an archive.' },
)

const INDEX_0_1 = Type.Object(
  {
    skills: Type.Array(
      Type.Object({ name: Type.String(), description: Type.String(), files: Type.Array(Type.String()) }),
    ),
  },
  { title: 'OldDiscoveryIndex', description: 'Public skills, each with a list of files.' },
)

/** The indexes of a format, for each place. */
function indexes(folder: string, id: string, format: string, index: TObject) {
  return PLACES.map(
    ([base, where, params]) =>
      ({
        method: 'GET',
        url: `${base}/.well-known/${folder}/index.json`,
        config: ANYONE,
        schema: {
          operationId: `${id}${where}`,
          tags: TAGS,
          summary: `Public skills, for discovery ${format}`,
          params: Type.Object(params),
          response: { 200: index, 304: CACHED },
        },
      }) as const satisfies Operation,
  )
}

/** The indexes of discovery 0.2: with an archive for each skill. */
export const DISCOVERY_INDEXES = indexes('agent-skills', 'discoverSkills', '0.2', INDEX_0_2)

/** The indexes of discovery 0.1: with a list of files for each skill. */
export const OLD_DISCOVERY_INDEXES = indexes('skills', 'discoverSkillFiles', '0.1', INDEX_0_1)

/** Downloads a listed skill. */
export const DISCOVERY_ARCHIVE = {
  method: 'GET',
  url: '/.well-known/agent-skills/:name/:archive.tar.gz',
  config: ANYONE,
  schema: {
    operationId: 'discoveredArchive',
    tags: TAGS,
    summary: 'The package of a listed skill, in the form of the Agent Skills standard',
    params: Type.Object({ name: NAME, archive: Type.String({ pattern: '^[0-9a-f]{64}$' }) }),
    response: { 200: { description: 'A gzipped tar.', content: { 'application/gzip': { schema: BYTES } } } },
  },
} as const satisfies Operation

/** Reads a file of a listed skill, for each place. */
export const DISCOVERY_FILES = PLACES.map(
  ([base, where, params]) =>
    ({
      method: 'GET',
      url: `${base}/.well-known/skills/:name/*`,
      config: ANYONE,
      schema: {
        operationId: `discoveredFile${where}`,
        tags: TAGS,
        summary: 'A file of a listed skill',
        params: Type.Object({ ...params, name: NAME, '*': Type.String({ maxLength: 300, description: 'Its path.' }) }),
        response: {
          200: {
            description: 'The file.',
            content: { 'text/plain': { schema: TEXT }, 'application/octet-stream': { schema: BYTES } },
          },
        },
      },
    }) as const satisfies Operation,
)
