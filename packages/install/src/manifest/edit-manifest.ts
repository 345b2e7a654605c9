import { isDeepStrictEqual } from 'node:util'
import { diff3Merge } from 'node-diff3'
import { type Document, isMap, isSeq, type YAMLMap, type YAMLSeq } from 'yaml'
import type { WantedCollection, WantedSkill } from './manifest.ts'
import { isHermesFile, parseManifest } from './read-manifest.ts'

/** One change to a manifest. */
export type ManifestEdit =
  | { readonly add: WantedSkill }
  | { readonly addCollection: WantedCollection }
  /** Removes the entry at this place of the list. */
  | { readonly removeSkill: number }
  | { readonly removeCollection: number }
  | { readonly pin: string; readonly version: string }
  | { readonly unpin: string }
  | { readonly agents: readonly string[] }

/** Changes the text of a manifest and leaves every comment, and every other line wherever that can be, as it is. */
export function editManifest(text: string, file: string, edits: readonly ManifestEdit[]): string {
  if (edits.length === 0) return text
  const document = parseManifest(text, file)
  if (document.contents === null) document.contents = document.createNode({}) as unknown as typeof document.contents
  const settings: readonly string[] = isHermesFile(file) ? ['skillwright'] : []
  const layout = { lineWidth: 0, flowCollectionPadding: !/[[{][^\s\]}]/.test(text) }
  const plain = document.toString(layout)
  // From the end, so that the places of the others stay.
  const ordered = edits.toSorted((a, b) => placeOf(b) - placeOf(a))
  for (const edit of ordered) apply(document, settings, edit)
  const edited = document.toString(layout)
  // The library lays out every line anew: how its user laid it out is one change of the plain form, what was asked for the other.
  const [own, base, next] = [text, plain, edited].map((one) => one.split('\n'))
  const regions = diff3Merge(own ?? [], base ?? [], next ?? [], { excludeFalseConflicts: true })
  const merged = regions.flatMap(({ ok, conflict }) => ok ?? conflict?.b ?? []).join('\n')
  return isSame(merged, document, file) ? merged : edited
}

function isSame(text: string, document: Document, file: string): boolean {
  try {
    return isDeepStrictEqual(parseManifest(text, file).toJS(), document.toJS())
  } catch {
    return false
  }
}

function placeOf(edit: ManifestEdit): number {
  if ('removeSkill' in edit) return edit.removeSkill
  return 'removeCollection' in edit ? edit.removeCollection : -1
}

function apply(document: Document, settings: readonly string[], edit: ManifestEdit): void {
  if ('add' in edit) put(document, ['skills'], entryOf(edit.add))
  else if ('addCollection' in edit) put(document, [...settings, 'collections'], { ...edit.addCollection })
  else if ('removeSkill' in edit) document.deleteIn(['skills', edit.removeSkill])
  else if ('removeCollection' in edit) document.deleteIn([...settings, 'collections', edit.removeCollection])
  else if ('pin' in edit) document.setIn([...settings, 'pins', edit.pin], edit.version)
  else if ('unpin' in edit) document.deleteIn([...settings, 'pins', edit.unpin])
  else document.setIn([...settings, 'agents'], [...edit.agents])
}

/** Adds an entry, or changes the one with the same id and folder. */
function put(document: Document, path: readonly string[], entry: Readonly<Record<string, unknown>>): void {
  const list: unknown = document.getIn(path)
  if (!isSeq(list)) {
    document.setIn(path, document.createNode([entry]))
    return
  }
  const same = (list as YAMLSeq).items.find(
    (item): item is YAMLMap => isMap(item) && item.get('id') === entry.id && item.get('as') === entry.as,
  )
  // An empty list is written in one line, which what is added to it would inherit.
  ;(list as YAMLSeq).flow = false
  if (same === undefined) document.addIn(path, document.createNode(entry))
  else for (const [key, value] of Object.entries(entry)) same.set(key, value)
}

function entryOf({ id, version, as, source, config }: WantedSkill): Readonly<Record<string, unknown>> {
  const given = { id, version: version === '*' ? undefined : version, as, source, config }
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined))
}
