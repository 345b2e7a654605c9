import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { SkillError } from '@skillwright/contract'
import { expect, onTestFinished, test } from 'vitest'
import { tinyFolder, tinyModel, writeFiles } from './fixtures/tiny-model.ts'
import { type OnnxEmbedderOptions, onnxEmbedder } from './onnx-embedder.ts'
import { loadOptional } from './onnx-runtime.ts'

// The tiny model gives a token with the id n the vector [n, n % 3, 1]; [CLS] is 2, [SEP] 3, cat 4, dog 5, news 6, query 7, ":" 8, 猫 9.
function vectorOf(...ids: readonly number[]): Float32Array {
  const mean = (of: (id: number) => number) => ids.reduce((sum, id) => sum + of(id), 0) / ids.length
  return new Float32Array([mean((id) => id), mean((id) => id % 3), 1])
}

function folder(changes: Readonly<Record<string, unknown>> = {}): string {
  const dir = mkdtempSync(join(tmpdir(), 'skillwright-onnx-'))
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }))
  const files = Object.entries({ ...tinyFolder(), ...changes }).filter(([, content]) => content !== undefined)
  return writeFiles(dir, Object.fromEntries(files))
}

async function embed(
  texts: readonly string[],
  options: Partial<OnnxEmbedderOptions> = {},
  kind: 'query' | 'document' = 'document',
) {
  await using embedder = await onnxEmbedder({ dir: folder(), ...options })
  return await embedder.embed(texts, { kind })
}

async function errorOf(promise: Promise<unknown>): Promise<SkillError> {
  const error = await promise.then(
    () => undefined,
    (thrown: unknown) => thrown,
  )
  if (!(error instanceof SkillError)) throw new Error(`expected a SkillError, got ${error}`)
  return error
}

test('a model in a folder turns texts into the mean of their tokens, padding left out', async () => {
  const vectors = await embed(['cat', 'Dog news cat!', '猫', ''], { batchSize: 3 })
  expect(vectors).toEqual([vectorOf(2, 4, 3), vectorOf(2, 5, 6, 4, 1, 3), vectorOf(2, 9, 3), vectorOf(2, 3)])
})

test('the batch size changes nothing', async () => {
  const texts = ['cat', 'dog cat news', 'news', '猫 猫 猫 猫', 'x']
  expect(await embed(texts, { batchSize: 1 })).toEqual(await embed(texts, { batchSize: 100 }))
})

test('the first token stands for the text where the folder or the caller says so', async () => {
  const dir = folder({ '1_Pooling/config.json': { pooling_mode: 'cls' } })
  expect(await embed(['cat'], { dir })).toEqual([vectorOf(2)])
  expect(await embed(['cat'], { pooling: 'cls' })).toEqual([vectorOf(2)])
  expect(await embed(['cat'], { dir, pooling: 'mean' })).toEqual([vectorOf(2, 4, 3)])
})

test('a long text is cut and keeps its closing token', async () => {
  expect(await embed(['cat '.repeat(10_000)])).toEqual([vectorOf(2, 4, 4, 4, 4, 4, 4, 3)])
  expect(await embed(['cat dog news cat'], { maxTokens: 4 })).toEqual([vectorOf(2, 4, 5, 3)])
})

test('queries get the prefix of the folder or of the caller', async () => {
  const dir = folder({ 'config_sentence_transformers.json': { prompts: { query: 'query: ' } } })
  expect(await embed(['cat'], { dir }, 'query')).toEqual([vectorOf(2, 7, 8, 4, 3)])
  expect(await embed(['cat'], { dir }, 'document')).toEqual([vectorOf(2, 4, 3)])
  expect(await embed(['cat'], { prefixes: { query: '', document: 'dog ' } })).toEqual([vectorOf(2, 5, 4, 3)])
})

test('the model may lie beside the tokenizer, be quantized, have another name and ask for less', async () => {
  const { 'onnx/model.onnx': bytes } = tinyFolder()
  for (const name of ['model.onnx', 'onnx/model_quantized.onnx', 'model_quantized.onnx'])
    expect(await embed(['cat'], { dir: folder({ 'onnx/model.onnx': undefined, [name]: bytes }) })).toEqual([
      vectorOf(2, 4, 3),
    ])
  const other = tinyModel({ table: Array.from({ length: 10 }, () => [7]), inputs: ['input_ids'], output: 'hidden' })
  expect(await embed(['cat'], { dir: folder({ 'onnx/other.onnx': other }), model: 'onnx/other.onnx' })).toEqual([
    new Float32Array([7]),
  ])
})

test('a model that pools by itself is left to it, whatever layers the folder names', async () => {
  const model = tinyModel({ table: [[9], [9], [3], [3], [6]], output: 'sentence_embedding', isPooled: true })
  const dir = folder({ 'onnx/model.onnx': model, 'modules.json': [{ type: 'sentence_transformers.models.Dense' }] })
  expect(await embed(['cat'], { dir, pooling: 'cls' })).toEqual([new Float32Array([4])])
})

test('the id follows what decides the vectors, and nothing else', async () => {
  const idOf = async (options: OnnxEmbedderOptions) => {
    await using embedder = await onnxEmbedder(options)
    return embedder.id.replace(/skillwright-onnx-\w+/, '')
  }
  const same = await idOf({ dir: folder() })
  expect(await idOf({ dir: folder({ 'README.md': 'new' }) })).toBe(same)
  expect(await idOf({ dir: folder(), batchSize: 2 })).toBe(same)
  const others = await Promise.all([
    idOf({ dir: folder({ 'onnx/model.onnx': tinyModel({ table: [[1], [2]] }) }) }),
    idOf({ dir: folder({ 'tokenizer_config.json': { model_max_length: 8, do_lower_case: false } }) }),
    idOf({ dir: folder(), pooling: 'cls' }),
    idOf({ dir: folder(), maxTokens: 4 }),
    idOf({ dir: folder(), prefixes: { query: '', document: 'passage: ' } }),
  ])
  expect(new Set([same, ...others]).size).toBe(6)
})

test('a missing package says what to install', async () => {
  const error = await errorOf(loadOptional('no-such-package', () => import(String('no-such-package'))))
  expect(error.code).toBe('TOOL_NOT_AVAILABLE')
  expect(error.message).toContain('needs the package no-such-package, which is not installed')
  expect(error.hint).toMatch(/^npm install onnxruntime-web@.* @huggingface\/tokenizers@/)
})

test.each<[string, Readonly<Record<string, unknown>>, Partial<OnnxEmbedderOptions>, RegExp]>([
  ['no model', { 'onnx/model.onnx': undefined, 'onnx/other.onnx': 'x' }, {}, /found onnx.other\.onnx/],
  ['no tokenizer', { 'tokenizer.json': undefined }, {}, /Expected tokenizer\.json/],
  ['a tokenizer that is no JSON', { 'tokenizer.json': '{' }, {}, /Expected JSON in .*tokenizer\.json/],
  [
    'a tokenizer of another kind',
    { 'tokenizer.json': { model: { type: 'Nonsense' } } },
    {},
    /its tokenizer to work, got: /,
  ],
  [
    'a model that is no ONNX',
    { 'onnx/model.onnx': 'version https://git-lfs' },
    {},
    /model\.onnx and its tokenizer to work, got: .*protobuf/,
  ],
  [
    'a model that wants pictures',
    { 'onnx/model.onnx': tinyModel({ table: [[1]], inputs: ['input_ids', 'pixel_values'] }) },
    {},
    /got pixel_values/,
  ],
  [
    'a model whose table is too short',
    { 'onnx/model.onnx': tinyModel({ table: [[1], [2]] }) },
    {},
    /its tokenizer to work, got: /,
  ],
  ['weights in a second file', { 'onnx/model.onnx_data': 'x' }, {}, /one file/],
  [
    'a layer that is not in the model',
    { 'modules.json': [{ type: 'sentence_transformers.models.Dense' }] },
    {},
    /got Dense beside it/,
  ],
  ['pooling of another kind', { '1_Pooling/config.json': { pooling_mode_lasttoken: true } }, {}, /got lasttoken/],
  ['a model outside its folder', {}, { model: '../../model.onnx' }, /inside/],
  ['no room for a text', {}, { maxTokens: 1 }, /maxTokens must be 3 or more/],
])('a folder with %s is refused with the reason', async (_, changes, options, message) => {
  const error = await errorOf(embed(['cat'], { dir: folder(changes), ...options }))
  expect(error.message).toMatch(message)
})

test('a caller who gave up gets no vectors', async () => {
  await using embedder = await onnxEmbedder({ dir: folder() })
  const error = await errorOf(embedder.embed(['cat'], { kind: 'query', signal: AbortSignal.abort() }))
  expect(error.code).toBe('CANCELLED')
})
