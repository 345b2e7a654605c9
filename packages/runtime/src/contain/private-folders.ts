import type { Containment } from '../launch.ts'
import { contains } from './granted-paths.ts'

/** Size of the private /tmp unless an operator says otherwise. */
export const TMP_BYTES = 256 * 1024 ** 2
const SHM_BYTES = 64 * 1024 ** 2
const HOME_BYTES = 64 * 1024 ** 2

/** A disk of memory that a sandbox has to itself. */
export interface PrivateFolder {
  readonly path: string
  readonly bytes: number
  readonly mode: '1777' | '0700'
}

// A disk here would hide what every program needs.
const SYSTEM = ['/', '/bin', '/etc', '/lib', '/lib32', '/lib64', '/libx32', '/sbin', '/tmp', '/usr']
const KERNEL = ['/proc', '/sys', '/dev']

/**
 * The folders that a contained process may write and that are empty at first and gone afterwards. The home folder is at
 * the host's own path, so that `~` means the same inside and outside.
 */
export function privateFolders({ home }: Containment, tmpBytes = TMP_BYTES): PrivateFolder[] {
  return [
    { path: '/dev/shm', bytes: SHM_BYTES, mode: '1777' },
    { path: '/tmp', bytes: tmpBytes, mode: '1777' },
    ...(home !== undefined && isRoom(home) ? [{ path: home, bytes: HOME_BYTES, mode: '0700' } as const] : []),
  ]
}

function isRoom(home: string): boolean {
  return home.startsWith('/') && !SYSTEM.includes(home) && !KERNEL.some((place) => contains(place, home))
}
