import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** What the tiny model looks like from outside. */
interface TinyModel {
  /** One row of numbers for each token id. */
  readonly table: readonly (readonly number[])[]
  readonly inputs?: readonly string[]
  readonly output?: string
  /** Gives the mean over all tokens instead of one vector for each, as some exports do. */
  readonly isPooled?: boolean
}

/** Words that the tiny tokenizer knows; any other word is [UNK]. The place is the token id. */
const WORDS = ['[PAD]', '[UNK]', '[CLS]', '[SEP]', 'cat', 'dog', 'news', 'query', ':', '猫']

/** Looks up each token's row: the smallest real model that tells tokens, order and padding apart. */
const TABLE = WORDS.map((_, id) => [id === 0 ? 100 : id, id % 3, 1])

/** Writes files below a folder: text as it is, bytes as they are, anything else as JSON. */
export function writeFiles(dir: string, files: Readonly<Record<string, unknown>>): string {
  for (const [path, content] of Object.entries(files)) {
    const file = join(dir, path)
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(
      file,
      content instanceof Uint8Array || typeof content === 'string' ? content : JSON.stringify(content),
    )
  }
  return dir
}

/** The files of a tiny model folder in the layout of Hugging Face. */
export function tinyFolder(): Record<string, unknown> {
  return {
    'onnx/model.onnx': tinyModel({ table: TABLE }),
    'tokenizer.json': tinyTokenizer(),
    'tokenizer_config.json': { model_max_length: 8, pad_token: '[PAD]' },
    'config.json': { max_position_embeddings: 512, pad_token_id: 0 },
    '1_Pooling/config.json': { pooling_mode_mean_tokens: true, pooling_mode_cls_token: false },
  }
}

/** A real ONNX file: a Gather from token ids to rows of the table, and where wanted a ReduceMean. */
export function tinyModel({
  table,
  inputs = ['input_ids', 'attention_mask', 'token_type_ids'],
  output = 'last_hidden_state',
  isPooled = false,
}: TinyModel): Uint8Array {
  const width = table[0]?.length ?? 0
  const values = new Float32Array(table.flat())
  const initializer = message([
    [1, table.length],
    [1, width],
    [2, 1],
    [8, 'table'],
    [9, new Uint8Array(values.buffer)],
  ])
  const gather = message([
    [1, 'table'],
    [1, 'input_ids'],
    [2, isPooled ? 'tokens' : output],
    [4, 'Gather'],
  ])
  const mean = message([
    [1, 'tokens'],
    [2, output],
    [4, 'ReduceMean'],
    [
      5,
      message([
        [1, 'axes'],
        [8, 1],
        [20, 7],
      ]),
    ],
    [
      5,
      message([
        [1, 'keepdims'],
        [3, 0],
        [20, 2],
      ]),
    ],
  ])
  const graph = message([
    [1, gather],
    ...(isPooled ? [[1, mean] as const] : []),
    [2, 'tiny'],
    [5, initializer],
    ...inputs.map((name): Field => [11, valueInfo(name, 7, ['batch', 'length'])]),
    [12, valueInfo(output, 1, isPooled ? ['batch', width] : ['batch', 'length', width])],
  ])
  return message([
    [1, 8],
    [7, graph],
    [8, message([[2, 17]])],
  ])
}

function tinyTokenizer(): object {
  const special = (id: number) => ({
    id,
    content: WORDS[id],
    special: true,
    single_word: false,
    lstrip: false,
    rstrip: false,
    normalized: false,
  })
  return {
    version: '1.0',
    truncation: null,
    padding: null,
    added_tokens: [0, 1, 2, 3].map(special),
    normalizer: { type: 'BertNormalizer', clean_text: true, handle_chinese_chars: true, lowercase: true },
    pre_tokenizer: { type: 'BertPreTokenizer' },
    post_processor: { type: 'BertProcessing', sep: ['[SEP]', 3], cls: ['[CLS]', 2] },
    decoder: null,
    model: {
      type: 'WordPiece',
      unk_token: '[UNK]',
      continuing_subword_prefix: '##',
      max_input_chars_per_word: 100,
      vocab: Object.fromEntries(WORDS.map((word, id) => [word, id])),
    },
  }
}

/** Type and shape of an input or output: 1 is float32, 7 is int64; a name is a size that varies. */
function valueInfo(name: string, elementType: number, shape: readonly (string | number)[]): Uint8Array {
  const dimensions = shape.map((size): Field => [1, message([typeof size === 'number' ? [1, size] : [2, size]])])
  const tensor = message([
    [1, elementType],
    [2, message(dimensions)],
  ])
  return message([
    [1, name],
    [2, message([[1, tensor]])],
  ])
}

type Field = readonly [number: number, value: number | string | Uint8Array]

/** A protobuf message: numbers as varints, text and bytes with their length. */
function message(fields: readonly Field[]): Uint8Array {
  const parts = fields.map(([number, value]) => {
    if (typeof value === 'number') return Buffer.from([...varint(number << 3), ...varint(value)])
    const bytes = typeof value === 'string' ? Buffer.from(value) : value
    return Buffer.concat([Buffer.from([...varint((number << 3) | 2), ...varint(bytes.length)]), bytes])
  })
  return Buffer.concat(parts)
}

function varint(value: number): number[] {
  return value < 128 ? [value] : [(value & 127) | 128, ...varint(value >>> 7)]
}
