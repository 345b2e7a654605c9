import { existsSync, lstatSync, readlinkSync, realpathSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'

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

/**
 * What a program outside /usr needs to start: its installation (`<prefix>/bin/program`), and the virtual environment
 * it was called through. Only a real installation is bound, never a folder that merely holds a `bin`.
 */
export function programBinds(program: string, skillDir: string): string[] {
  const real = realpathSync(program)
  const venv = dirname(dirname(program))
  return [
    ...(existsSync(join(venv, 'pyvenv.cfg')) ? bind(venv) : []),
    // The skill's own files come from its verified copy, never from here.
    ...(isSystem(real) || isIn(real, skillDir) ? [] : bind(installationOf(real))),
  ]
}

/** The path by which a program is started inside: the one it was called by, when that exists there. */
export function programInside(program: string, skillDir: string): string {
  const venv = dirname(dirname(program))
  const isThere = isSystem(program) || isIn(program, skillDir) || existsSync(join(venv, 'pyvenv.cfg'))
  return isThere ? program : realpathSync(program)
}

function installationOf(real: string): string {
  const prefix = dirname(dirname(real))
  const looksInstalled =
    basename(dirname(real)) === 'bin' && ['lib', 'include', 'share'].some((name) => existsSync(join(prefix, name)))
  return looksInstalled ? prefix : real
}

function isSystem(path: string): boolean {
  return /^\/(usr|bin|sbin|lib|lib64)\//.test(path)
}

function isIn(path: string, folder: string): boolean {
  return path.startsWith(`${folder}/`)
}

function bindExisting(path: string): string[] {
  return existsSync(path) ? bind(path) : []
}

function bind(path: string): string[] {
  return ['--ro-bind', path, path]
}
