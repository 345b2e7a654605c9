import { JSON_CODES, stringEnd } from './json.ts'
import { type PathStep, toPointer } from './pointer.ts'

interface Container {
  /** The keys of an object so far; undefined for an array. */
  readonly keys: Set<string> | undefined
  step: PathStep
}

/** The JSON pointers of the values that begin at some offsets, which must ascend. Only for text that is JSON. */
export function locateValues(text: string, offsets: readonly number[]): string[] {
  const paths: string[] = []
  walk(text, (place, path) => {
    if (place === offsets[paths.length]) paths.push(path())
    return paths.length === offsets.length
  })
  return paths
}

/** The first key that stands twice in one object, with the pointer of that object. Only for text that is JSON. */
export function findDuplicateKey(text: string): { readonly path: string; readonly key: string } | undefined {
  let found: { path: string; key: string } | undefined
  walk(
    text,
    () => false,
    (key, path) => {
      found = { path: path(), key }
    },
  )
  return found
}

/** Walks the text until the visitor stops it: every place outside of strings, and every duplicate key. */
function walk(
  text: string,
  onPlace: (place: number, path: () => string) => boolean,
  onDuplicate?: (key: string, path: () => string) => void,
): void {
  const open: Container[] = []
  const path = () => toPointer(open.map(({ step }) => step))
  for (let i = 0; i < text.length; i++) {
    if (onPlace(i, path)) return
    const code = text.charCodeAt(i)
    const top = open.at(-1)
    if (code === JSON_CODES.openBrace) open.push({ keys: new Set(), step: '' })
    else if (code === JSON_CODES.openBracket) open.push({ keys: undefined, step: 0 })
    else if (code === JSON_CODES.closeBrace || code === JSON_CODES.closeBracket) open.pop()
    else if (code === JSON_CODES.comma && typeof top?.step === 'number') top.step++
    else if (code === JSON_CODES.quote) {
      const end = stringEnd(text, i)
      if (top?.keys !== undefined && isFollowedByColon(text, end + 1)) {
        const key = String(JSON.parse(text.slice(i, end + 1)))
        if (onDuplicate !== undefined && top.keys.has(key)) {
          open.pop()
          onDuplicate(key, path)
          return
        }
        if (onDuplicate !== undefined) top.keys.add(key)
        top.step = key
      }
      i = end
    }
  }
}

function isFollowedByColon(text: string, after: number): boolean {
  let at = after
  while (text.charCodeAt(at) <= 0x20) at++
  return text.charCodeAt(at) === JSON_CODES.colon
}
