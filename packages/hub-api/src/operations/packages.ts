import * as Type from 'typebox'
import { SKILL_NAME, WANTED_PARAMS } from './names.ts'
import type { Operation } from './operation.ts'
import { pageOf, pageQuery } from './page.ts'
import { ACCESS, CAPABILITY_TYPE } from './skill.ts'
import { BYTES, TEXT, text } from './text.ts'

const TAGS = ['packages'] as const
const ANYONE = { needs: 'anyone' } as const
const ANY_JSON = { additionalProperties: true, description: 'As the schema of descriptors has it.' }

/** One file of a package. */
const FILE = Type.Object({ path: Type.String(), sha256: Type.String(), size: Type.Integer() }, { title: 'PackageFile' })

/** How a skill is called over HTTP; schemas/descriptor.schema.json has every detail. */
const DESCRIPTOR = Type.Object(
  {
    protocol: Type.Object({ version: Type.String() }, ANY_JSON),
    id: Type.String(),
    name: Type.String(),
    version: Type.String(),
    capability_type: CAPABILITY_TYPE,
    description: Type.String(),
    provider: Type.Object({ name: Type.String() }, ANY_JSON),
    endpoint: Type.Object({ url: Type.String() }, ANY_JSON),
    inputs: Type.Array(Type.Object({ name: Type.String() }, ANY_JSON)),
    output: Type.Object({}, ANY_JSON),
    auth: Type.Object({ type: Type.String() }, ANY_JSON),
    access: ACCESS,
  },
  { title: 'Descriptor', description: 'How the version is called.', additionalProperties: true },
)

const CACHED = Type.Null({ description: 'It is what the caller has already (If-None-Match).' })

/** Downloads the package of a version. */
export const DOWNLOAD_PACKAGE = {
  method: 'GET',
  url: '/v1/skills/:scope/:skill/versions/:version/package',
  config: ANYONE,
  schema: {
    operationId: 'downloadPackage',
    tags: TAGS,
    summary: 'The package of a version, a gzipped tar with SKILL.md at its root',
    params: WANTED_PARAMS,
    querystring: Type.Object(
      { digest: Type.Optional(text(100, { description: 'Refuse any other content.' })) },
      { additionalProperties: false },
    ),
    response: {
      200: { description: 'The package.', content: { 'application/gzip': { schema: BYTES } } },
      206: { description: 'The rest of it (Range: bytes=1000-).', content: { 'application/gzip': { schema: BYTES } } },
      304: CACHED,
    },
  },
} as const satisfies Operation

/** Lists the files of a version. */
export const LIST_FILES = {
  method: 'GET',
  url: '/v1/skills/:scope/:skill/versions/:version/files',
  config: ANYONE,
  schema: {
    operationId: 'listFiles',
    tags: TAGS,
    summary: 'The files of a version',
    params: WANTED_PARAMS,
    querystring: pageQuery({}),
    response: {
      200: Type.Object(
        { ...SKILL_NAME, version: Type.String(), digest: Type.String(), ...pageOf(FILE).properties },
        { description: 'A page of its files.' },
      ),
    },
  },
} as const satisfies Operation

/** Reads one file of a version. */
export const READ_FILE = {
  method: 'GET',
  url: '/v1/skills/:scope/:skill/versions/:version/files/*',
  config: ANYONE,
  schema: {
    operationId: 'readFile',
    tags: TAGS,
    summary: 'One file of a version, as it is',
    params: Type.Object({
      ...WANTED_PARAMS.properties,
      '*': Type.String({ maxLength: 300, description: 'Its path.' }),
    }),
    response: {
      200: {
        description: 'The file: text as text/plain, whatever it is; the rest as bytes.',
        content: { 'text/plain': { schema: TEXT }, 'application/octet-stream': { schema: BYTES } },
      },
      304: CACHED,
    },
  },
} as const satisfies Operation

/** Reads the descriptor of a version. */
export const READ_DESCRIPTOR = {
  method: 'GET',
  url: '/v1/skills/:scope/:skill/versions/:version/descriptor',
  config: ANYONE,
  schema: {
    operationId: 'readDescriptor',
    tags: TAGS,
    summary: 'How to call a version over HTTP: its own service, or this hub',
    params: WANTED_PARAMS,
    querystring: Type.Object(
      { action: Type.Optional(text(100, { description: 'Which action, where there are several.' })) },
      { additionalProperties: false },
    ),
    response: { 200: DESCRIPTOR },
  },
} as const satisfies Operation
