import type { TextRole } from '../text/text-role.ts'
import type { Grammar, Parse } from './syntax.ts'
import type { Value } from './value.ts'

/** Where a statement stands and what that says about it. */
export interface Place {
  readonly file: string
  readonly line: number
  /** Who would run it: an agent following a document, a script, an installer, a configured hook, or a test. */
  readonly origin: 'document' | 'script' | 'install' | 'config' | 'test'
  /** Whether the text asks for it or shows it as something bad. */
  readonly role: TextRole
  /** A reader of the rendered page does not see it. */
  readonly isHidden: boolean
  /** Ways of hiding that had to be undone to read it. */
  readonly layers: readonly string[]
  readonly depth: number
}

/** What a statement does to the world. */
export type FactKind =
  | 'exec'
  | 'program'
  | 'request'
  | 'lookup'
  | 'read'
  | 'write'
  | 'delete'
  | 'mode'
  | 'env'
  | 'install'
  | 'lasting'
  | 'remote-shell'
  | 'tunnel'
  | 'miner'
  | 'weaken'
  | 'power'
  | 'update'
  | 'invisible'
  | 'print'
  | 'unsafe'

/** One thing a script or a command would do. */
export interface Fact {
  readonly kind: FactKind
  readonly place: Place
  /** What is executed, read, written, asked for: depends on the kind. */
  readonly value: Value
  /** What goes along: the body of a request, the content of a write. */
  readonly data: Value
  /** The addresses, paths or names concerned. */
  readonly targets: readonly string[]
  /** A few words for the explanation. */
  readonly what: string
  /** What a description says that gives a reason for it. */
  readonly explained?: RegExp
}

/** The languages a text can be run as; what has no grammar here is read by its words. */
export type Language = Grammar | 'lexical'

/** Everything an interpreter needs: where facts go, what is in the package, and how much work is left. */
export interface Trace {
  readonly parse: Parse
  readonly facts: Fact[]
  /** Texts of the package by path. */
  readonly texts: ReadonlyMap<string, string>
  /** Files of the package that could not be read as text. */
  readonly closed: ReadonlySet<string>
  /** Files the skill itself would have made, by path. */
  readonly written: Map<string, Value>
  /** Reads a text in a language as if it were run. */
  readonly run: (language: Language, text: string, place: Place) => Value
  /** Reads one command given as words. */
  readonly command: (words: readonly Value[], stdin: Value, place: Place) => Value
  /** What a module of the package exports, by the path it is imported with. */
  readonly load: (specifier: string, from: string) => Value | undefined
  /** Steps left for the file being read; at zero everything is unknown. */
  stepsLeft: number
  /** Files that were not read to the end. */
  readonly unfinished: Set<string>
}

/** How deep decoded texts may hold further ones. */
export const MAX_DEPTH = 6

/** Takes one step; false when there is none left, which is then remembered for the file. */
export function takeStep(trace: Trace, place: Place): boolean {
  if (trace.stepsLeft-- > 0) return true
  trace.unfinished.add(place.file)
  return false
}

/** True when something nests deeper than is followed, which is then remembered for the file. */
export function isTooDeep(depth: number, most: number, trace: Trace, place: Place): boolean {
  if (depth <= most) return false
  trace.unfinished.add(place.file)
  return true
}

/** A place some lines further down. */
export function placeAt(place: Place, row: number): Place {
  // Decoded text has no lines of its own: what it does happens where the blob stands.
  return row === 0 || place.depth > 0 ? place : { ...place, line: place.line + row }
}
