import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { readdir, readFile, stat } from 'node:fs/promises'
import { basename, join, resolve, sep } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { isObject, SkillError } from '@skillwright/contract'

/** A model folder as Hugging Face lays it out, with what its small files say. */
export interface ModelFolder {
  readonly modelFile: string
  readonly tokenizer: object
  readonly tokenizerConfig: Readonly<Record<string, unknown>>
  readonly padId: number
  /** The longest text in tokens that the model was made for. */
  readonly maxTokens: number
  /** How the vectors of the tokens become one; undefined when the folder does not say. */
  readonly pooling: string | undefined
  /** Layers after pooling that are not in the ONNX file. */
  readonly laterLayers: readonly string[]
  /** What sentence-transformers puts before a text of each kind. */
  readonly prompts: Readonly<Record<string, unknown>>
  /** Digest of everything that decides the vectors. */
  readonly digest: string
}

/** Where the model is looked for, the exact one before the quantized one. */
const MODEL_FILES = ['onnx/model.onnx', 'model.onnx', 'onnx/model_quantized.onnx', 'model_quantized.onnx']

/** A tokenizer.json of a large vocabulary has 35 MB. */
const MAX_JSON_BYTES = 256 * 1_024 * 1_024

/** What WebAssembly can take in one piece. */
const MAX_MODEL_BYTES = 2 ** 31 - 1

/** More would be slow and hardly ever better for a skill's description. */
const LONGEST_TEXT = 512

/** Reads everything of a model folder but the weights, which are only looked up and digested. */
export async function readModelFolder(folder: string, model: string | undefined): Promise<ModelFolder> {
  const dir = resolve(folder)
  const modelFile = await findModel(dir, model)
  const read = (path: string) => readJson(join(dir, path))
  const tokenizer = await read('tokenizer.json')
  if (tokenizer === undefined)
    throw new SkillError('DATA_NOT_FOUND', `Expected tokenizer.json in the model folder ${dir}, found none`, {
      hint: 'Download the whole folder of the model, not only its weights.',
    })
  const tokenizerConfig = (await read('tokenizer_config.json')) ?? {}
  const config = (await read('config.json')) ?? {}
  const sentence = (await read('sentence_bert_config.json')) ?? {}
  const pooling = await read('1_Pooling/config.json')
  const { prompts } = (await read('config_sentence_transformers.json')) ?? {}
  return {
    modelFile,
    tokenizer,
    tokenizerConfig,
    padId: padIdOf(tokenizer, config),
    maxTokens: shortest(sentence.max_seq_length, tokenizerConfig.model_max_length, config.max_position_embeddings),
    pooling: poolingOf(pooling),
    laterLayers: laterLayersOf(await read('modules.json')),
    prompts: isObject(prompts) ? prompts : {},
    digest: await digestOf(modelFile, JSON.stringify([tokenizer, tokenizerConfig, config])),
  }
}

async function findModel(dir: string, named: string | undefined): Promise<string> {
  for (const path of named === undefined ? MODEL_FILES : [named]) {
    const file = resolve(dir, path)
    if (!file.startsWith(dir + sep))
      throw new SkillError('INVALID_INPUT', `The model file must be inside ${dir}, got ${path}`)
    const size = await sizeOf(file)
    if (size === undefined) continue
    if (size > MAX_MODEL_BYTES || (await sizeOf(`${file}_data`)) !== undefined)
      throw new SkillError(
        'INPUT_TOO_LARGE',
        `Expected a model in one file of at most 2 GB, got ${file} with ${size} bytes and perhaps more beside it`,
        {
          hint: 'Use a smaller or quantized model, or serve it with an embeddings endpoint.',
        },
      )
    return file
  }
  const others = await onnxFiles(dir)
  throw new SkillError(
    'DATA_NOT_FOUND',
    `Expected ${named ?? MODEL_FILES.join(' or ')} in ${dir}, found ${others.join(', ') || 'no .onnx file'}`,
    {
      hint: 'Name the folder of a model that was exported to ONNX, and the file with { model } when it has another name.',
    },
  )
}

async function onnxFiles(dir: string): Promise<string[]> {
  const found: string[] = []
  for (const below of ['', 'onnx']) {
    const names = await readdir(join(dir, below)).catch(() => [])
    found.push(...names.filter((name) => name.endsWith('.onnx')).map((name) => join(below, name)))
  }
  return found.sort().slice(0, 20)
}

async function sizeOf(file: string): Promise<number | undefined> {
  const found = await stat(file).catch(() => undefined)
  return found?.isFile() ? found.size : undefined
}

async function readJson(file: string): Promise<Record<string, unknown> | undefined> {
  const size = await sizeOf(file)
  if (size === undefined) return undefined
  if (size > MAX_JSON_BYTES) throw unreadable(file, `${size} bytes, more than ${MAX_JSON_BYTES}`)
  try {
    const value: unknown = JSON.parse(await readFile(file, 'utf8'))
    if (isObject(value) || Array.isArray(value)) return { ...value }
  } catch (cause) {
    throw unreadable(file, cause instanceof Error ? cause.message : String(cause))
  }
  throw unreadable(file, 'something that is no object')
}

function unreadable(file: string, got: string): SkillError {
  return new SkillError('INVALID_INPUT', `Expected JSON in ${file}, got ${got}`, { hint: 'Download the file again.' })
}

/** The padding is masked out, so that any id the model knows will do; its own is the safest. */
function padIdOf(tokenizer: Record<string, unknown>, config: Record<string, unknown>): number {
  const { padding } = tokenizer
  const candidates = [isObject(padding) ? padding.pad_id : undefined, config.pad_token_id]
  return candidates.find((id): id is number => typeof id === 'number' && Number.isInteger(id) && id >= 0) ?? 0
}

function shortest(...limits: readonly unknown[]): number {
  const known = limits.filter((limit): limit is number => typeof limit === 'number' && limit >= 3)
  return Math.floor(Math.min(LONGEST_TEXT, ...known))
}

/** Newer folders name the mode, older ones set one of several flags. */
function poolingOf(config: Record<string, unknown> | undefined): string | undefined {
  if (config === undefined) return undefined
  if (typeof config.pooling_mode === 'string') return config.pooling_mode
  const flags = Object.keys(config).filter((key) => key.startsWith('pooling_mode_') && config[key] === true)
  const modes = flags.map((flag) => flag.replace(/^pooling_mode_/, '').replace(/_tokens?$/, ''))
  return modes.length === 0 ? undefined : modes.join('+')
}

function laterLayersOf(modules: Record<string, unknown> | undefined): string[] {
  const types = Object.values(modules ?? {}).map((module) => (isObject(module) ? String(module.type) : ''))
  return types
    .map((type) => type.split('.').at(-1) ?? '')
    .filter((type) => !['Transformer', 'Pooling', 'Normalize', ''].includes(type))
}

async function digestOf(modelFile: string, settings: string): Promise<string> {
  const hash = createHash('sha256').update(basename(modelFile)).update(settings)
  await pipeline(createReadStream(modelFile), hash)
  return hash.digest('hex').slice(0, 32)
}
