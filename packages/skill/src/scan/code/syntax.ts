import { fileURLToPath } from 'node:url'
import { Language, Parser, type Tree } from 'web-tree-sitter'

/** The languages that are read with a real grammar. */
export type Grammar = 'shell' | 'python' | 'javascript'

/** One node of a syntax tree, copied out of the parser so that walking it is cheap. */
export interface SyntaxNode {
  readonly type: string
  readonly field: string | null
  readonly named: boolean
  readonly start: number
  readonly end: number
  /** Line in the parsed text, from 0. */
  readonly row: number
  readonly children: SyntaxNode[]
}

/** A parsed text. */
interface SyntaxTree {
  readonly root: SyntaxNode
  readonly source: string
  readonly hasError: boolean
}

/** Reads a text in one of the languages; undefined when the parser gives up. */
export type Parse = (grammar: Grammar, source: string) => SyntaxTree | undefined

/** How often the parser may report progress before it is stopped: it does so every few hundred steps. */
const MAX_PROGRESS = 4_000
const MAX_NODES = 120_000

let loading: Promise<Parse> | undefined

/** Loads the grammars once for the life of the process. */
export function loadParser(): Promise<Parse> {
  loading ??= load()
  return loading
}

/** The source text of a node. */
export function nodeText(node: SyntaxNode, source: string): string {
  return source.slice(node.start, node.end)
}

/** The first child with a field name. */
export function childOf(node: SyntaxNode, field: string): SyntaxNode | undefined {
  for (const child of node.children) if (child.field === field) return child
  return undefined
}

/** The named children. */
export function namedChildren(node: SyntaxNode): SyntaxNode[] {
  return node.children.filter((child) => child.named)
}

async function load(): Promise<Parse> {
  await Parser.init()
  const languages = new Map<Grammar, Language>()
  for (const grammar of ['shell', 'python', 'javascript'] as const) {
    const file = new URL(`../../../assets/${grammar}.wasm`, import.meta.url)
    languages.set(grammar, await Language.load(fileURLToPath(file)))
  }
  const parser = new Parser()
  const parseOnce: Parse = (grammar, source) => {
    parser.setLanguage(languages.get(grammar) ?? null)
    let left = MAX_PROGRESS
    const tree = parser.parse(source, null, { progressCallback: () => left-- <= 0 })
    if (tree === null) {
      parser.reset()
      return undefined
    }
    try {
      return copyTree(tree, source)
    } finally {
      tree.delete()
    }
  }
  // Whether a text is broken is asked just before it is read.
  let last: { grammar: Grammar; source: string; tree: SyntaxTree | undefined } | undefined
  return (grammar, source) => {
    if (last?.grammar !== grammar || last.source !== source)
      last = { grammar, source, tree: parseOnce(grammar, source) }
    return last.tree
  }
}

// A loop instead of recursion: a hostile file may nest ten thousand levels deep.
function copyTree(tree: Tree, source: string): SyntaxTree | undefined {
  const cursor = tree.walk()
  const parents: SyntaxNode[] = []
  let count = 0
  // Nodes come in the order of the text, so their line is counted along instead of asked for.
  let row = 0
  let counted = 0
  try {
    for (;;) {
      if (++count > MAX_NODES) return undefined
      const start = cursor.startIndex
      for (; counted < start; counted++) if (source.charCodeAt(counted) === 10) row++
      const node: SyntaxNode = {
        type: cursor.nodeType,
        field: cursor.currentFieldName,
        named: cursor.nodeIsNamed,
        start,
        end: cursor.endIndex,
        row,
        children: [],
      }
      parents.at(-1)?.children.push(node)
      if (cursor.gotoFirstChild()) {
        parents.push(node)
        continue
      }
      while (!cursor.gotoNextSibling()) {
        cursor.gotoParent()
        const parent = parents.pop()
        if (parent === undefined) return { root: node, source, hasError: tree.rootNode.hasError }
        if (parents.length === 0) return { root: parent, source, hasError: tree.rootNode.hasError }
      }
    }
  } finally {
    cursor.delete()
  }
}
