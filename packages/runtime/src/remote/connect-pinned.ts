import { isIP, type LookupFunction, connect as openSocket, type Socket } from 'node:net'
import { connect as openTls } from 'node:tls'
import type { GuardedHost } from './guard-address.ts'

/** Opens a connection to a guarded host. */
export type Connect = (host: GuardedHost) => Socket

/** Opens a connection to one of the checked addresses and no other; TLS still proves the name. */
export function connectPinned({ hostname, port, isTls, addresses }: GuardedHost): Socket {
  const pinned = addresses.map((address) => ({ address, family: isIP(address) }))
  // Without a list of its own Node would ask DNS a second time, and DNS may have changed its mind.
  const lookup: LookupFunction = (_hostname, { all }, callback) => {
    const [first] = pinned
    if (all) callback(null, pinned)
    else callback(null, first?.address ?? '', first?.family)
  }
  const target = { host: hostname, port, lookup }
  if (!isTls) return openSocket(target)
  return openTls({ ...target, ...(isIP(hostname) === 0 ? { servername: hostname } : {}), ALPNProtocols: ['http/1.1'] })
}
