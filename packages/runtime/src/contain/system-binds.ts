import { existsSync, lstatSync, readlinkSync } from 'node:fs'

// What programs expect in /etc, and nothing that tells about this machine's users or network.
const ETC = [
  'alternatives',
  'fonts',
  'ld.so.cache',
  'localtime',
  'mime.types',
  'pki/ca-trust',
  'pki/tls/certs',
  'protocols',
  'services',
  'ssl/certs',
  'ssl/openssl.cnf',
  'timezone',
]

/** The read-only system every sandbox has: /usr with the links into it as the host has them, and harmless parts of /etc. */
export function systemBinds(): string[] {
  return [
    ...bind('/usr'),
    ...['/bin', '/sbin', '/lib', '/lib32', '/lib64', '/libx32'].flatMap((path) => {
      if (!existsSync(path)) return []
      return lstatSync(path).isSymbolicLink() ? ['--symlink', readlinkSync(path), path] : bind(path)
    }),
    ...ETC.flatMap((name) => bindExisting(`/etc/${name}`)),
  ]
}

function bindExisting(path: string): string[] {
  return existsSync(path) ? bind(path) : []
}

function bind(path: string): string[] {
  return ['--ro-bind', path, path]
}
