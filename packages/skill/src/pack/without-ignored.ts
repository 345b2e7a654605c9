import ignore from 'ignore'
import { decodeText } from '../decode-text.ts'
import type { SkillFiles } from '../skill-files.ts'

/** Ignore files that are read, in this order; they are not packed themselves. */
const IGNORE_FILES = ['.skillignore', '.clawhubignore']

// Never wanted in a package, and an .env is mostly a secret.
const ALWAYS = [
  '.DS_Store',
  'Thumbs.db',
  '*.pyc',
  '*.pyo',
  '*.swp',
  '*~',
  '.env',
  '.env.*',
  '!.env.example',
  '.git*',
  '.clawhub/',
  '.skillwright/',
  '*.pem',
  '*.key',
]

/** The files that belong into a package: all but what the ignore file names and what never does. */
export function withoutIgnored(files: SkillFiles): SkillFiles {
  const rules = ignore().add(ALWAYS).add(IGNORE_FILES)
  for (const name of IGNORE_FILES) {
    const bytes = files.get(name)
    if (bytes) rules.add(decodeText(bytes, name).text)
  }
  return new Map([...files].filter(([path]) => !ignore.isPathValid(path) || !rules.ignores(path)))
}
