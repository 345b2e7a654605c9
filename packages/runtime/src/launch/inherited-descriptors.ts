import { readdirSync } from 'node:fs'
import { readProc } from './run-mark.ts'

const O_CLOEXEC = 0o2000000
const HIGHEST = 1024

/**
 * Descriptors beyond stderr that whoever started us left open for our children too. They may be anything, a folder of
 * the host included, so they have to be covered before a skill starts. Node opens its own the other way.
 */
export function inheritedDescriptors(): number[] {
  return readDescriptors().filter((fd) => {
    const flags = /^flags:\s+(\d+)/m.exec(readProc(`/proc/self/fdinfo/${fd}`))?.[1]
    return flags !== undefined && (Number.parseInt(flags, 8) & O_CLOEXEC) === 0
  })
}

function readDescriptors(): number[] {
  try {
    return readdirSync('/proc/self/fd')
      .map(Number)
      .filter((fd) => fd > 2 && fd < HIGHEST)
  } catch {
    return []
  }
}
