import { isObject, jsonEquals, SkillError } from '@skillwright/contract'
import { applyEdits, modify, type ParseError, parse as parseJsonc, visit } from 'jsonc-parser'
import { parse as parseToml } from 'smol-toml'
import { parseDocument } from 'yaml'
import type { McpClient } from './mcp-clients.ts'
import { tomlTable } from './toml-table.ts'
import { yamlEntry } from './yaml-entry.ts'

type Values = Readonly<Record<string, unknown>>

/** A server to be added to a client's settings. */
export interface NamedServer {
  readonly name: string
  readonly entry: Values
}

/**
 * The text of a client's settings with a server in it: nothing else is changed, comments included, nor what a user added to an entry
 * of that name. Throws INVALID_INPUT for settings that cannot be read, or in which something else would change.
 */
export function mergeServer(
  text: string,
  { format, path }: Pick<McpClient, 'format' | 'path'>,
  server: NamedServer,
): string {
  const place = [...path, server.name]
  const bare = text.replace(/^\uFEFF/, '')
  const before = read(bare, format)
  const own = valueAt(before, place)
  const entry = isObject(own) ? { ...own, ...server.entry } : server.entry
  const merged = write(bare, format, place, entry)
  // Whatever wrote it: it must say what was there before, and the server.
  if (merged !== undefined && isSame(merged, format, withValue(before, place, entry))) return merged
  throw new SkillError(
    'INVALID_INPUT',
    `The settings hold ${place.join('.')} in a form that cannot be changed safely`,
    {
      hint: 'Add the printed entry by hand',
    },
  )
}

function isSame(text: string, format: McpClient['format'], value: Values): boolean {
  try {
    return jsonEquals(read(text, format), value)
  } catch {
    return false
  }
}

/** Undefined where there is something else in the place. */
function write(text: string, format: McpClient['format'], place: readonly string[], entry: Values): string | undefined {
  try {
    return WRITERS[format](text, place, entry)
  } catch {
    return undefined
  }
}

/** The same settings for a new file. */
export function newSettings(client: Pick<McpClient, 'format' | 'path'>, server: NamedServer): string {
  return mergeServer(client.format === 'json' ? '{}\n' : '', client, server)
}

const WRITERS: Readonly<
  Record<McpClient['format'], (text: string, place: readonly string[], entry: Values) => string>
> = {
  json(text, place, entry) {
    const indent = /^(?<space>[ \t]+)\S/m.exec(text)?.groups?.space ?? '  '
    const formattingOptions = {
      tabSize: indent.startsWith('\t') ? 1 : indent.length,
      insertSpaces: !indent.startsWith('\t'),
      eol: text.includes('\r\n') ? '\r\n' : '\n',
    }
    const own = valueAt(read(text, 'json'), place)
    // Key by key where there is an entry already, so that its comments stay.
    const edits = isObject(own)
      ? Object.entries(entry).flatMap(([name, value]) =>
          jsonEquals(own[name], value) ? [] : [[[...place, name], value] as const],
        )
      : [[place, entry] as const]
    const merged = edits.reduce(
      (changed, [at, value]) => applyEdits(changed, modify(changed, [...at], value, { formattingOptions })),
      text,
    )
    if (commentsOf(merged) !== commentsOf(text)) throw new Error('a comment would be lost')
    return merged
  },
  toml: (text, place, entry) => tomlTable(text, place, entry),
  yaml: (text, place, entry) => yamlEntry(text, place, entry),
}

function read(text: string, format: McpClient['format']): Values {
  const value = text.trim() === '' ? {} : parse(text, format)
  if (isObject(value)) return value
  throw new SkillError('INVALID_INPUT', `The settings are not an object: ${text.slice(0, 40)}`)
}

function parse(text: string, format: McpClient['format']): unknown {
  if (format === 'json') {
    const errors: ParseError[] = []
    const value: unknown = parseJsonc(text, errors, { allowTrailingComma: true })
    const [first] = errors
    if (first === undefined) return value ?? {}
    throw unreadable(`there is an error at character ${first.offset}`)
  }
  if (format === 'yaml') {
    const document = parseDocument(text)
    const [first] = document.errors
    if (first === undefined) return document.toJS() ?? {}
    throw unreadable(first.message)
  }
  try {
    return parseToml(text)
  } catch (cause) {
    throw unreadable(cause instanceof Error ? cause.message : String(cause))
  }
}

function unreadable(why: string): SkillError {
  return new SkillError('INVALID_INPUT', `The settings cannot be read: ${why}`, {
    hint: 'Mend the file, or add the printed entry by hand',
  })
}

function withValue(before: Values, [name = '', ...rest]: readonly string[], value: unknown): Values {
  const inner = before[name]
  return { ...before, [name]: rest.length === 0 ? value : withValue(isObject(inner) ? inner : {}, rest, value) }
}

function valueAt(values: Values, [name = '', ...rest]: readonly string[]): unknown {
  const value = Object.hasOwn(values, name) ? values[name] : undefined
  return rest.length === 0 || !isObject(value) ? value : valueAt(value, rest)
}

function commentsOf(text: string): string {
  const comments: string[] = []
  visit(text, { onComment: (offset, length) => void comments.push(text.slice(offset, offset + length)) })
  return comments.join('\n')
}
