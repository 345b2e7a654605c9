import { mkdirSync, mkdtempSync, realpathSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { onTestFinished } from 'vitest'

/** A folder of its own for one test, gone when the test is over. */
export function tempFolder(): string {
  const dir = realpathSync(mkdtempSync(join(tmpdir(), 'skillwright-index-')))
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }))
  return dir
}

/** Writes files below a folder; each by its path from there. */
export function writeFiles(dir: string, files: Readonly<Record<string, string>>): void {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(dir, path)), { recursive: true })
    writeFileSync(join(dir, path), text)
  }
}

/** Comes back once the file system dates what is written now later than what was written before the call. */
export function awaitNextFileTime(): void {
  const file = join(tempFolder(), 'probe')
  const written = () => {
    writeFileSync(file, '')
    return statSync(file, { bigint: true }).mtimeNs
  }
  for (const before = written(); written() === before; );
}

/** The text of a SKILL.md. */
export function skillText(name: string, description = `Does ${name}.`, more = ''): string {
  return `---\nname: ${name}\ndescription: ${description}\n${more}---\n\n# ${name}\n`
}
