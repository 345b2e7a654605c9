import { statSync } from 'node:fs'
import type { Command } from '../launch.ts'
import { hostMounts } from './host-mounts.ts'

/** The devices that every sandbox has: the host's own, since none can be made in a sandbox. */
export const DEVICES = ['null', 'zero', 'full', 'random', 'urandom', 'tty'].map((name) => `/dev/${name}`)

const PATH = 'PATH=/usr/sbin:/usr/bin:/sbin:/bin'
const FAILED = '{ echo "sandbox: this host did not let us make one" >&2; exit 125; }'

/**
 * Puts before a bubblewrap command what makes the host's devices read-only for it, where they are ours: root without
 * capabilities is still their owner, and could take /dev/null from everybody. bubblewrap makes no device read-only itself, but
 * keeps one that is; what is written to it goes through all the same.
 */
export function shieldDevices(command: Command): Command {
  if (statSync('/dev/null').uid !== process.getuid?.()) return command
  // What is mounted in the folder comes with it and stays as it is.
  const places = ['/dev', ...hostMounts().flatMap(({ path }) => (DEVICES.includes(path) ? [path] : []))]
  const mounts = places.map((place) => `mount -o rbind,ro ${place} ${place} || ${FAILED}`)
  return [
    ...(['/usr/bin/env', PATH, 'unshare', '--user', '--map-root-user', '--mount', '--'] as const),
    ...['/bin/sh', '-c', [...mounts, 'exec env -i "$@"'].join('\n'), 'sh', ...command],
  ]
}
