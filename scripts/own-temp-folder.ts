import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Gives all tests of a run one temporary folder, and removes it with whatever they left in it, also when some of them failed. */
export function setup(): () => void {
  const before = process.env.TMPDIR
  // Short, because a socket's path has room for a hundred characters.
  const dir = mkdtempSync(join(tmpdir(), 'swt-'))
  // For processes that tests start as another user, such as PostgreSQL, which never runs as root.
  chmodSync(dir, 0o711)
  process.env.TMPDIR = dir
  return () => {
    if (before === undefined) delete process.env.TMPDIR
    else process.env.TMPDIR = before
    rmSync(dir, { recursive: true, force: true, maxRetries: 5 })
  }
}
