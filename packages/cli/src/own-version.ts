import { readFileSync } from 'node:fs'

/** The version of this command line, which is that of all rooms. */
export function ownVersion(): string {
  const manifest = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as { version: string }
  return manifest.version
}
