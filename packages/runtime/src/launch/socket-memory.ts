import { readProc } from './run-mark.ts'

// Beside the data itself there is what the kernel needs to know of each piece.
const OVERHEAD = 2
// A receiver of datagrams takes this many from as many senders, who may be gone.
const DATAGRAMS = 11
const DATAGRAM = '0002'
// No honest skill needs as many, and reading the tables would take long.
const MOST_SOCKETS = 10_000
// As many hold little, and almost every process has some.
const FEW_SOCKETS = 4

/** The most that one end of a local connection holds: what the host lets every socket have, or have for the asking. */
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
  if (used > MOST_SOCKETS) return Number.POSITIVE_INFINITY
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
