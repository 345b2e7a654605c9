import { type Finding, isObject, jsonEquals, openContract, SkillError } from '@skillwright/contract'
import type { AuthConfig, InvocationEndpoint } from '@skillwright/skill'
import type { Json, OpenApiDocument } from './open-document.ts'
import { operationAuth } from './operation-auth.ts'
import { operationInput } from './operation-input.ts'
import { operationOutput } from './operation-output.ts'
import { resolveReference } from './resolve-reference.ts'
import { serverAddress } from './server-address.ts'

/** An operation of a document, by what it can be chosen with. */
export interface ListedOperation {
  /** Its operationId, or one made of its method and path: the name of its action. */
  readonly name: string
  readonly method: NonNullable<InvocationEndpoint['method']>
  readonly path: string
  readonly pathItem: unknown
  readonly operation: Json
}

/** An operation as an action of a skill: the contract of it, and how it is asked for. */
export interface ForeignOperation {
  readonly name: string
  readonly action: Json
  readonly way: { readonly endpoint: Omit<InvocationEndpoint, 'url'>; readonly output?: Json }
  readonly auth: AuthConfig
}

const METHODS = ['get', 'post', 'put', 'patch', 'delete'] as const
const METHOD_WORDS = { get: 'GET', post: 'POST', put: 'PUT', patch: 'PATCH', delete: 'DELETE' } as const
/** As a contract takes them. */
const NAME = /^[A-Za-z][A-Za-z0-9_.-]{0,63}$/
const MAX_DESCRIPTION = 2_000
/** As a descriptor takes them. */
const MAX_PATH = 2_000

/** Every operation of a document that has a method a skill can ask with. */
export function listOperations(document: OpenApiDocument): readonly ListedOperation[] {
  const { paths } = document.root
  return Object.entries(isObject(paths) ? paths : {}).flatMap(([path, stated]): readonly ListedOperation[] => {
    const pathItem = resolvedItem(document, stated)
    // One that stands elsewhere is not looked for, and is named with why when it is taken.
    if (pathItem === undefined)
      return [{ name: nameOf('get', path, {}), method: 'GET', path, pathItem: stated, operation: {} }]
    return METHODS.flatMap((method) => {
      const operation = pathItem[method]
      if (!isObject(operation)) return []
      return [{ name: nameOf(method, path, operation), method: METHOD_WORDS[method], path, pathItem, operation }]
    })
  })
}

function resolvedItem(document: OpenApiDocument, stated: unknown): Json | undefined {
  try {
    return resolveReference(document, stated)
  } catch (thrown) {
    if (thrown instanceof SkillError) return undefined
    throw thrown
  }
}

function nameOf(method: string, path: string, { operationId: id }: Json): string {
  if (typeof id === 'string' && NAME.test(id)) return id
  return `${method}${path}`
    .replaceAll(/[^A-Za-z0-9]+/g, '_')
    .replace(/_+$/, '')
    .slice(0, 64)
}

/** The operations that are meant: by operationId, `GET /path` or `tag:name`. Throws INVALID_INPUT for one that is not there. */
export function chooseOperations(
  listed: readonly ListedOperation[],
  chosen: readonly string[] | undefined,
): readonly ListedOperation[] {
  if (chosen === undefined) return listed
  const fits = ({ name, method, path, operation }: ListedOperation, wish: string) => {
    if (wish === name || wish.replace(/^\S+/, (word) => word.toUpperCase()) === `${method} ${path}`) return true
    return wish.startsWith('tag:') && Array.isArray(operation.tags) && operation.tags.includes(wish.slice(4))
  }
  const absent = chosen.find((wish) => !listed.some((one) => fits(one, wish)))
  if (absent !== undefined)
    throw new SkillError('INVALID_INPUT', `The document has no operation ${JSON.stringify(absent.slice(0, 100))}`, {
      hint: 'Name its operationId, "GET /path" or tag:name',
      details: { operations: listed.slice(0, 100).map(({ name }) => name) },
    })
  return listed.filter((one) => chosen.some((wish) => fits(one, wish)))
}

/** Makes actions of operations. What cannot be one is left out and named. */
export function foreignOperations(
  document: OpenApiDocument,
  operations: readonly ListedOperation[],
  { baseUrl, documentUrl }: { readonly baseUrl: string; readonly documentUrl?: string | undefined },
): { readonly taken: readonly ForeignOperation[]; readonly findings: readonly Finding[] } {
  const taken = new Map<string, ForeignOperation>()
  const findings: Finding[] = []
  let auth: AuthConfig | undefined
  for (const listed of operations) {
    try {
      const twin = [...taken.keys()].find((name) => lookOf(name) === lookOf(listed.name))
      if (twin !== undefined)
        throw new SkillError('INVALID_CONTRACT', `its name is, or looks like, that of another: ${twin}`)
      const made = foreignOperation(document, listed, { baseUrl, documentUrl })
      if (made.auth.type !== 'none') auth ??= made.auth
      if (made.auth.type !== 'none' && !jsonEquals(made.auth, auth))
        throw new SkillError(
          'INVALID_CONTRACT',
          'it takes another credential than those before it: import it by itself',
        )
      taken.set(listed.name, made)
    } catch (thrown) {
      if (!(thrown instanceof SkillError)) throw thrown
      findings.push(leftOut(listed, thrown.findings[0]?.message ?? thrown.message))
    }
  }
  return { taken: [...taken.values()], findings }
}

function foreignOperation(
  document: OpenApiDocument,
  { name, method, path, pathItem: stated, operation }: ListedOperation,
  { baseUrl, documentUrl }: { readonly baseUrl: string; readonly documentUrl?: string | undefined },
): ForeignOperation {
  const pathItem = resolveReference(document, stated)
  const elsewhere = serverAddress(operation, documentUrl) ?? serverAddress(pathItem, documentUrl)
  if (elsewhere !== undefined && elsewhere !== baseUrl)
    throw new SkillError(
      'INVALID_CONTRACT',
      `it is served at another address, ${elsewhere.slice(0, 100)}: import it by itself`,
    )
  if (
    path.length > MAX_PATH ||
    !/^\/[^?#\\\s]*$/.test(path) ||
    path.split('/').some((step) => /^(?:\.|%2e){1,2}$/i.test(step))
  )
    throw new SkillError('INVALID_CONTRACT', 'its path is none')
  const input = operationInput(document, pathItem, operation)
  const output = operationOutput(document, operation)
  const absent = [...path.matchAll(/\{([^{}]+)\}/g)].find(
    ([, wanted = '']) => !isPlaced(input.places.parameters, wanted),
  )
  if (absent !== undefined)
    throw new SkillError('INVALID_CONTRACT', `its path has ${absent[0].slice(0, 60)}, and no such parameter`)
  const about = [operation.summary, operation.description].filter((text) => typeof text === 'string' && text !== '')
  const action = {
    description: (about.join(': ') || `${method} ${path}`).slice(0, MAX_DESCRIPTION).toWellFormed(),
    input: input.schema,
    ...(output.schema === undefined ? {} : { output: output.schema }),
    idempotent: method !== 'POST' && method !== 'PATCH',
  }
  requireUsable(name, action)
  const way = {
    endpoint: {
      method,
      ...(input.contentType === undefined ? {} : { content_type: input.contentType }),
      'x-request': { path, ...input.places },
    },
    ...(output.contentType === undefined ? {} : { output: { content_type: output.contentType } }),
  }
  return { name, action, way, auth: operationAuth(document, operation, baseUrl) }
}

function isPlaced(
  parameters: NonNullable<InvocationEndpoint['x-request']>['parameters'] = {},
  wanted: string,
): boolean {
  return Object.entries(parameters).some(([key, place]) => place.in === 'path' && (place.name ?? key) === wanted)
}

/** Compiles both schemas, which is when one that only looks like a schema is noticed. */
function requireUsable(name: string, action: Json): void {
  const { input, output } = openContract({ actions: { [name]: action } }).action(name)
  input.check({})
  output.check({})
}

/** A name as a reader takes it. */
function lookOf(name: string): string {
  return name.toLowerCase().replaceAll(/[^a-z0-9]/g, '')
}

function leftOut({ method, path }: ListedOperation, why: string): Finding {
  return {
    rule: 'import/operation',
    severity: 'warning',
    file: 'contract.json',
    message: `${method} ${JSON.stringify(path.slice(0, 100))} is left out: ${why.slice(0, 300)}`,
    fix: 'Correct the document, or choose others with --operations.',
  }
}
