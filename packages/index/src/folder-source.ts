import { opendirSync, readdirSync } from 'node:fs'
import { basename } from 'node:path'
import { parseScriptSkill, parseSkill } from '@skillwright/skill'
import type { InjectableSkill } from './inject/injectable-skill.ts'
import { WORD_INDEX } from './searchable-words.ts'
import type { SkillDocument } from './skill-document.ts'
import type { SkillSource } from './skill-source.ts'
import { openSkillStore, type SkillStoreOptions } from './store/open-skill-store.ts'
import { readBytes } from './store/read-bytes.ts'
import type { SkillEntry } from './store/skill-entry.ts'
import { toDocument } from './store/to-document.ts'
import type { WordIndex } from './words/word-index.ts'

/** Skills on the disk, remembered from one run to the next. */
export async function openFolderSource(options: Omit<SkillStoreOptions<WordIndex>, 'words'>): Promise<SkillSource> {
  const store = await openSkillStore({ ...options, words: WORD_INDEX })
  return {
    words: store.words,
    isOffered: (ordinal) => store.isOffered(ordinal),
    entry: (ordinal) => store.entry(ordinal),
    entries: () => store.entries(),
    lookUp: (id) => store.lookUp(id),
    async document(ordinal): Promise<SkillDocument | undefined> {
      const entry = store.entry(ordinal)
      const skill = entry && (await store.read(entry))
      return skill && toDocument(skill)
    },
    injectable: readInjectable,
    gone: store.opened.removed.map(({ ordinal }) => ordinal),
    onChange(listener) {
      store.onChange(({ added, removed }) => listener({ added, removed: removed.map(({ ordinal }) => ordinal) }))
    },
    async refresh() {
      await store.refresh()
    },
    part: (name) => store.part(name),
    keepPart: (name, toBytes) => store.keepPart(name, toBytes),
    status: () => store.status(),
    [Symbol.asyncDispose]: () => store[Symbol.asyncDispose](),
  }
}

/** Reads what can go into a prompt, at once: a handful of small files. */
function readInjectable(entry: SkillEntry): InjectableSkill {
  const { id, name, description, version, dir, path, state, reasons } = entry
  const known = {
    ...{ id, name, description, version, dir, location: path },
    ...(state === 'hidden' ? { hidden: reasons.map(({ message }) => message).join('; ') } : {}),
  }
  if (readBytes(path, new Uint8Array(0)).bytes === undefined)
    return { ...known, hidden: known.hidden ?? `${path} is not there any more` }
  if (entry.kind === 'script') return { ...readScript(entry), ...known }
  const own = [basename(path), 'skill.json', 'contract.json', 'prompts/system.md', ...exampleFiles(dir)]
  const files = new Map<string, Uint8Array>()
  for (const file of own) {
    const { bytes } = readBytes(`${dir}/${file}`, new Uint8Array(0))
    if (bytes !== undefined) files.set(file, bytes)
  }
  const paths = [...files.keys(), ...scriptFiles(dir)]
  return { ...parseSkill(files, { dir, folder: basename(dir), paths }), ...known }
}

/** A script is described by its own first words, and by its heading in the README.md of its agent's skills. */
function readScript({ dir, path, id }: SkillEntry): InjectableSkill {
  const text = (file: string) => Buffer.from(readBytes(file, new Uint8Array(0)).bytes ?? '').toString('utf8')
  const readme = text(`${dir}/.claude/skills/README.md`)
  return parseScriptSkill(text(path), { dir, entry: path.slice(dir.length + 1), readme, paths: [], name: id })
}

// More than these would fill any budget, and a folder may hold thousands.
const MAX_EXAMPLES = 10

// Where the script of a skill lies, unless skill.json says otherwise.
const SCRIPT_FOLDERS = ['', 'tools/', 'scripts/', 'src/', 'bin/']

/** The files among which the script of a skill is looked for. */
function scriptFiles(dir: string): string[] {
  return SCRIPT_FOLDERS.flatMap((folder) => namesIn(`${dir}/${folder}`).map((name) => `${folder}${name}`))
}

const MAX_NAMES = 1_000

/** The first names in a folder, which may hold millions; none when it is not there. */
function namesIn(dir: string): string[] {
  try {
    using folder = opendirSync(dir)
    const names: string[] = []
    for (let entry = folder.readSync(); entry && names.length < MAX_NAMES; entry = folder.readSync())
      names.push(entry.name)
    return names
  } catch {
    return []
  }
}

function exampleFiles(dir: string): string[] {
  const folder = 'prompts/examples'
  try {
    const names = readdirSync(`${dir}/${folder}`).filter((name) => name.endsWith('.json'))
    return names
      .sort()
      .slice(0, MAX_EXAMPLES)
      .map((name) => `${folder}/${name}`)
  } catch {
    return []
  }
}
