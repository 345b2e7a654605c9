import { readFileSync } from 'node:fs'

/** Something that is mounted on this machine. */
export interface HostMount {
  readonly path: string
  readonly options: readonly string[]
}

/** What is mounted on this machine, as we see it. */
export function hostMounts(): HostMount[] {
  return readFileSync('/proc/self/mountinfo', 'utf8')
    .split('\n')
    .map((line) => line.split(' '))
    .map(([, , , , path = '', options = '']) => ({
      path: path.replace(/\\(\d{3})/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 8))),
      options: options.split(','),
    }))
    .filter(({ path }) => path !== '')
}
