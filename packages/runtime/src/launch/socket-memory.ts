import { readProc } from './run-mark.ts'

// Beside the data itself there is what the kernel needs to know of each piece.
const OVERHEAD = 2
// A datagram receiver holds up to this many messages, each from another sender that may be gone.
const DATAGRAMS = 11
const DATAGRAM = '0002'
// No honest skill needs this many, and reading their tables would take long.
const MAX_SOCKETS = 10_000
// So few hold little, and almost every process has some.
const FEW_SOCKETS = 4

/** The most that one end of a local connection holds: the default buffer size of the host, or its maximum. */
export function unixBufferBytes(isFixed: boolean): number {
  const setting = (name: string) => Number(readProc(`/proc/sys/net/core/${name}`)) || 212_992
  // The kernel doubles what is asked for.
  return isFixed ? setting('wmem_default') : Math.max(setting('wmem_default'), 2 * setting('wmem_max'))
}

/**
 * How much the sockets of a sandbox hold, as seen by one of its processes: no other count has it. Of local connections the
 * kernel tells only how many there are.
 */
export function socketMemory(pid: number, unixBytes: number): number {
  const net = `/proc/${pid}/net`
  const used = Number(/^sockets: used (\d+)/.exec(readProc(`${net}/sockstat`))?.[1] ?? 0)
  if (used <= FEW_SOCKETS) return 0
  if (used > MAX_SOCKETS) return Number.POSITIVE_INFINITY
  const rows = (name: string) =>
    readProc(`${net}/${name}`)
      .split('\n')
      .slice(1, -1)
      .map((row) => row.trim().split(/\s+/))
  const queued = ['tcp', 'tcp6', 'udp', 'udp6'].flatMap(rows).flatMap(([, , , , queues = '']) => queues.split(':'))
  const netlink = rows('netlink').flatMap(([, , , , received, sent]) => [received, sent])
  const unix = rows('unix').map(([, , , , type]) => (type === DATAGRAM ? DATAGRAMS : 1) * unixBytes)
  return [
    ...queued.map((bytes) => Number.parseInt(bytes, 16) * OVERHEAD),
    ...netlink.map((bytes) => Number(bytes)),
    ...unix,
  ].reduce((total, bytes) => total + (bytes || 0), 0)
}
