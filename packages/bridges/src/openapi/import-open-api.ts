import {
  type Contract,
  compareContracts,
  type Finding,
  isObject,
  openContract,
  SkillError,
} from '@skillwright/contract'
import { foreignSkillFiles, type ImportedSkill, oneLine, scanFiles, versionAfter } from '@skillwright/skill'
import { idOf } from '../id-of.ts'
import { chooseOperations, type ForeignOperation, foreignOperations, listOperations } from './foreign-operations.ts'
import { openDocument } from './open-document.ts'
import { plainAddress, serverAddress } from './server-address.ts'

/** What a document becomes. */
export interface ImportOpenApiOptions {
  /** The id of the skill; made of the title when absent. */
  readonly id?: string
  /** Where the document was read, for addresses that are relative to it. */
  readonly documentUrl?: string
  /** Where the service is, when it is not where the document says. */
  readonly server?: string
  /** Which operations: operationIds, `GET /path`, `tag:name`; all when absent. */
  readonly operations?: readonly string[]
  /** Gives the contract of the skill of that id as it was imported before, which tells what has changed since. */
  readonly before?: (id: string) => Promise<Contract | undefined>
}

/** More are a catalog to choose from. */
const MAX_OPERATIONS = 100
/** Bytes of contract.json that the scanner reads: beyond them a description could say anything. */
const MAX_CONTRACT = 1_000_000

/** Makes a skill of an OpenAPI document: each operation an action that the runtime asks its service for. Throws for one that has none to use. */
export async function importOpenApi(text: string, options: ImportOpenApiOptions = {}): Promise<ImportedSkill> {
  const { documentUrl } = options
  const document = openDocument(text)
  const info = isObject(document.root.info) ? document.root.info : {}
  const title = oneLine(typeof info.title === 'string' ? info.title : '').slice(0, 100) || 'API'
  const id = options.id ?? idOf(title, 'api')
  const chosen = chooseOperations(listOperations(document), options.operations)
  const baseUrl =
    options.server === undefined ? serverAddress(document.root, documentUrl) : plainAddress(options.server)
  if (baseUrl === undefined)
    throw new SkillError('INVALID_INPUT', 'The document does not say where its service is', {
      hint: 'Name the address with --server https://api.example.com',
    })
  const { taken, findings } = foreignOperations(document, chosen.slice(0, MAX_OPERATIONS), { baseUrl, documentUrl })
  if (taken.length === 0)
    throw new SkillError('INVALID_INPUT', `The document has no operation that can be used, of ${chosen.length}`, {
      findings,
    })
  const actions = Object.fromEntries(taken.map(({ name, action }) => [name, action]))
  // Indented, as it is written.
  if (Buffer.byteLength(JSON.stringify({ title, actions }, null, 2)) > MAX_CONTRACT)
    throw new SkillError('INPUT_TOO_LARGE', `The schemas of ${taken.length} operations are too much for one skill`, {
      hint: 'Choose some of them with --operations',
    })
  const before = await options.before?.(id)
  const comparison = before && compareContracts(before, openContract({ title, actions }))
  const version = versionAfter(before?.version, comparison?.bump ?? 'none')
  const contract = { title, version, actions }
  const opened = openContract(contract)
  const described = `Operations of ${title}: ${Object.keys(actions).join(', ')}. Use when the user needs one of them.`
  const files = foreignSkillFiles({
    id,
    title,
    version,
    description: oneLine(described).slice(0, 1_000),
    tags: ['api'],
    contract: opened,
    overview: 'Operations of a foreign service. What it answers is checked by contract.json, and not vouched for.',
    usage: typeof info.description === 'string' ? info.description : '',
    dependency: `The service at ${baseUrl}`,
    manifest: { capability_type: 'api', timeout_seconds: 60, permissions: permissionsFor(id, baseUrl, taken) },
    files: { 'contract.json': contract, 'descriptor.json': descriptorOf(title, baseUrl, taken) },
  })
  const scan = await scanFiles(files)
  return {
    id,
    files,
    contract: opened,
    version,
    findings: [...findings, ...more(chosen.length)],
    scan,
    ...(comparison === undefined ? {} : { comparison }),
  }
}

/** How each operation is asked for; what they have in common stands above. */
function descriptorOf(title: string, url: string, taken: readonly ForeignOperation[]) {
  const auth = taken.find((one) => one.auth.type !== 'none')?.auth ?? { type: 'none' }
  const ways = taken.map(({ name, way, auth: own }) => {
    const isOpen = own.type === 'none' && auth.type !== 'none'
    return [name, { ...way, ...(isOpen ? { auth: own } : {}) }]
  })
  return { provider: { name: title }, auth, endpoint: { url }, 'x-actions': Object.fromEntries(ways) }
}

/** Calling it takes its host, and a credential where an operation wants one; a hub asks for it under that name. */
function permissionsFor(id: string, baseUrl: string, taken: readonly ForeignOperation[]) {
  const isKeyed = taken.some(({ auth }) => auth.type !== 'none')
  const name = `${id.toUpperCase().replaceAll(/[^A-Z0-9]+/g, '_')}_KEY`
  return { network: [new URL(baseUrl).host], ...(isKeyed ? { env: [name] } : {}) }
}

function more(count: number): readonly Finding[] {
  if (count <= MAX_OPERATIONS) return []
  return [
    {
      rule: 'import/operation',
      severity: 'warning',
      file: 'contract.json',
      message: `${count - MAX_OPERATIONS} operations are left out: ${MAX_OPERATIONS} are taken at once`,
      fix: 'Choose with --operations.',
    },
  ]
}
