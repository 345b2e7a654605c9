import { isObject } from '@skillwright/contract'
import { isKnownImage, noteMount, noteOpenWalls } from './code/commands/containers.ts'
import type { Place, Trace } from './code/trace.ts'

const MAX_DEPTH = 12

/** Reads what the containers of a compose file or of a cluster get to see of the machine: `privileged`, `pid: host`, mounts. */
export function readContainers(data: unknown, place: Place, trace: Trace, depth = 0): void {
  if (depth > MAX_DEPTH) return
  if (Array.isArray(data)) {
    for (const each of data) readContainers(each, place, trace, depth + 1)
    return
  }
  if (!isObject(data)) return
  const isKnown = isKnownImage(String(data.image ?? ''))
  if (data.privileged === true && !isKnown) noteOpenWalls(trace, place, 'privileged: true')
  if (data.pid === 'host' || data.hostPID === true) noteOpenWalls(trace, place, 'pid: host')
  if (isObject(data.hostPath) && typeof data.hostPath.path === 'string') noteMount(trace, place, data.hostPath.path)
  for (const volume of Array.isArray(data.volumes) ? data.volumes : []) {
    const source = typeof volume === 'string' ? volume.split(':')[0] : isObject(volume) ? volume.source : undefined
    if (typeof source === 'string' && !(isKnown && source.endsWith('.sock'))) noteMount(trace, place, source)
  }
  for (const each of Object.values(data)) readContainers(each, place, trace, depth + 1)
}
