import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { isObject, SkillError } from '@skillwright/contract'
import { listFiles, readAtMost } from '../read-files.ts'

/** One skill of a labelled set. */
export interface LabelledSkill {
  /** Path inside the set. */
  readonly path: string
  /** The folder with the SKILL.md. */
  readonly dir: string
  readonly isMalicious: boolean
}

const MAX_LABELS_BYTES = 10_000_000

/** The skills of a labelled set: `malicious/*` and `benign/*`, or what labels.json or labels.csv lists. */
export async function readLabels(dir: string): Promise<LabelledSkill[]> {
  const names = new Set(await readdir(dir).catch(() => []))
  const listed = names.has('labels.json')
    ? parseJsonLabels(await text(join(dir, 'labels.json')))
    : names.has('labels.csv')
      ? parseCsvLabels(await text(join(dir, 'labels.csv')))
      : await folderLabels(dir)
  if (listed.length === 0) {
    throw new SkillError(
      'DATA_NOT_FOUND',
      `${dir} is not a labelled set: expected malicious/ and benign/ folders, a labels.json or a labels.csv`,
      { hint: 'Put each skill into a folder below malicious/ or benign/' },
    )
  }
  const skills: LabelledSkill[] = []
  for (const [path, isMalicious] of listed) skills.push({ path, isMalicious, dir: await skillFolder(join(dir, path)) })
  return skills
}

/** Reads `{"path": "malicious"}` or `[{"path", "label"}]`. */
function parseJsonLabels(source: string): [string, boolean][] {
  const data: unknown = JSON.parse(source)
  const entries = Array.isArray(data)
    ? data.flatMap((item): [unknown, unknown][] =>
        isObject(item) ? [[item.path ?? item.id ?? item.name, item.label]] : [],
      )
    : isObject(data)
      ? Object.entries(data)
      : []
  return entries.flatMap(([path, label]) => labelled(path, label))
}

/** Reads `path,label` lines; a heading line is skipped. */
function parseCsvLabels(source: string): [string, boolean][] {
  return source.split(/\r?\n/).flatMap((line) => {
    const cells = line.split(',').map((cell) => cell.trim().replace(/^"|"$/g, ''))
    return labelled(cells[0], cells.at(-1))
  })
}

async function folderLabels(dir: string): Promise<[string, boolean][]> {
  const found: [string, boolean][] = []
  for (const [folder, isMalicious] of [
    ['malicious', true],
    ['benign', false],
  ] as const) {
    const entries = await readdir(join(dir, folder), { withFileTypes: true }).catch(() => [])
    for (const entry of entries.toSorted((a, b) => (a.name < b.name ? -1 : 1)))
      if (entry.isDirectory()) found.push([`${folder}/${entry.name}`, isMalicious])
  }
  return found
}

// A label must not lead out of the set.
function labelled(path: unknown, label: unknown): [string, boolean][] {
  if (typeof path !== 'string' || path === '' || path.startsWith('/') || path.split(/[\\/]/).includes('..')) return []
  if (/^(?:malicious|bad|positive|evil|unsafe|1|true)$/i.test(String(label))) return [[path, true]]
  return /^(?:benign|good|negative|clean|safe|0|false)$/i.test(String(label)) ? [[path, false]] : []
}

// The folder itself, or the one further down that holds the SKILL.md: depth says nothing about a skill.
async function skillFolder(dir: string): Promise<string> {
  const { paths } = await listFiles(dir).catch(() => ({ paths: [] }))
  const guides = paths
    .filter((path) => /(?:^|\/)skill\.md$/i.test(path))
    .toSorted((a, b) => a.split('/').length - b.split('/').length)
  const folder = guides[0]?.split('/').slice(0, -1).join('/') ?? ''
  return folder === '' ? dir : join(dir, folder)
}

async function text(file: string): Promise<string> {
  const bytes = await readAtMost(file, MAX_LABELS_BYTES)
  if (bytes === undefined) throw new SkillError('INPUT_TOO_LARGE', `${file} is larger than ${MAX_LABELS_BYTES} bytes`)
  return new TextDecoder().decode(bytes)
}
