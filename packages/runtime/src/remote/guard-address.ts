import { lookup } from 'node:dns/promises'
import { isIP } from 'node:net'
import { SkillError } from '@skillwright/contract'
import { readAllowList } from './allow-list.ts'
import { isPublicAddress } from './public-address.ts'

/** Which addresses may be talked to. */
export interface AddressPolicy {
  /** Hosts, addresses and CIDR ranges that are private and allowed all the same: `10.0.0.0/8`, `intranet.example:8080`. */
  readonly allow?: readonly string[]
  /** Finds every address of a name. */
  readonly resolve?: (hostname: string) => Promise<readonly string[]>
}

/** A host that was found right, and the only addresses a connection to it may use. */
export interface GuardedHost {
  /** A name, or an address without brackets. */
  readonly hostname: string
  readonly port: number
  readonly isTls: boolean
  readonly addresses: readonly string[]
  /** True when the operator allowed it by name or address. */
  readonly isAllowed: boolean
}

/** Checks everything a URL shows without asking DNS: scheme, credentials, port, literal address in any notation. Throws PERMISSION_DENIED. */
export function guardUrl(text: string | URL, { allow = [] }: AddressPolicy = {}): URL {
  const url = parse(String(text))
  if (url.protocol !== 'http:' && url.protocol !== 'https:')
    throw refused(url.protocol, 'only http and https are called')
  const { hostname, port } = placeOf(url)
  if (url.username !== '' || url.password !== '') throw refused(hostname, 'a URL must not carry credentials')
  const allowed = readAllowList(allow)
  if (!isUsualPort(port) && !allowed.port(hostname, port)) throw refused(url.host, `port ${port} is not one for HTTP`)
  if (allowed.host(hostname, port)) return url
  if (isIP(hostname) !== 0 && !isPublicAddress(hostname)) throw refused(hostname, 'the address is not a public one')
  if (isIP(hostname) === 0 && isLocalName(hostname)) throw refused(hostname, 'the name is a local one')
  return url
}

/**
 * Checks a URL and every address its host has right now. Connect to the addresses it gives and to no other: asking DNS
 * again would let the name move in between.
 */
export async function guardAddress(text: string | URL, policy: AddressPolicy = {}): Promise<GuardedHost> {
  const url = guardUrl(text, policy)
  const { hostname, port } = placeOf(url)
  const { allow = [], resolve = resolveName } = policy
  const allowed = readAllowList(allow)
  const addresses = isIP(hostname) === 0 ? await resolveWith(resolve, hostname) : [hostname]
  const isHostAllowed = allowed.host(hostname, port)
  const isAllowed = isHostAllowed || addresses.every((address) => allowed.address(address, port))
  for (const address of addresses) {
    if (!isHostAllowed && !allowed.address(address, port) && !isPublicAddress(address))
      throw refused(hostname, 'it leads to an address that is not a public one')
  }
  return { hostname, port, isTls: url.protocol === 'https:', addresses, isAllowed }
}

function parse(text: string): URL {
  // The URL parser drops tabs and line breaks and reads \ as /; a URL that needs that is treated as an attack.
  const isPlain = !/[\p{Cc}\s\\]/u.test(text)
  const url = isPlain && URL.canParse(text) ? new URL(text) : undefined
  if (url === undefined) throw refused(JSON.stringify(text.slice(0, 100)), 'it is no URL')
  return url
}

function placeOf(url: URL): { hostname: string; port: number } {
  const hostname = url.hostname.replace(/^\[(.*)\]$/, '$1')
  return { hostname, port: url.port === '' ? (url.protocol === 'https:' ? 443 : 80) : Number(url.port) }
}

/** Ports above 1023 where something else than HTTP listens: databases, caches, queues, container and cluster control. */
const OTHER_PORTS = new Set([
  1433, 1521, 1719, 1720, 1723, 2049, 2181, 2375, 2376, 2379, 2380, 3306, 3389, 3659, 4045, 4190, 5060, 5061, 5432,
  5672, 5900, 5984, 6000, 6379, 6380, 6443, 6566, 6665, 6666, 6667, 6668, 6669, 6679, 6697, 7000, 7001, 9042, 9092,
  9200, 9300, 10080, 10250, 10255, 11211, 27017, 27018,
])

function isUsualPort(port: number): boolean {
  return port === 80 || port === 443 || (port >= 1024 && !OTHER_PORTS.has(port))
}

/** Names that are never on the public internet, so that DNS need not be asked. */
function isLocalName(hostname: string): boolean {
  const name = hostname.toLowerCase().replace(/\.$/, '')
  return (
    !name.includes('.') || /\.(localhost|local|internal|intranet|lan|home|corp|home\.arpa|test|invalid)$/.test(name)
  )
}

async function resolveName(hostname: string): Promise<readonly string[]> {
  return (await lookup(hostname, { all: true })).map(({ address }) => address)
}

async function resolveWith(
  resolve: NonNullable<AddressPolicy['resolve']>,
  hostname: string,
): Promise<readonly string[]> {
  const found = await resolve(hostname).catch((thrown: unknown) => thrown)
  if (Array.isArray(found) && found.length > 0) return found
  const reason = found instanceof Error && 'code' in found ? String(found.code) : 'ENOTFOUND'
  throw new SkillError('FETCH_FAILED', `Could not find the address of ${hostname}: ${reason}`, {
    details: { host: hostname, reason, sent: false },
  })
}

function refused(host: string, reason: string): SkillError {
  return new SkillError('PERMISSION_DENIED', `Refused to connect to ${host}: ${reason}`, {
    details: { host, reason },
    hint: `Use a public address, or allow this one: --allow ${host} on the command line, allowAddresses of a hub`,
  })
}
