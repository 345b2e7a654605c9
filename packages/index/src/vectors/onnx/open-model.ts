import { readFile } from 'node:fs/promises'
import { SkillError } from '@skillwright/contract'
import type { ModelFolder } from './model-folder.ts'
import { loadOptional, type OnnxRuntime, type OnnxSession, type OnnxTensor } from './onnx-runtime.ts'
import type { Encoder, TokenBatch } from './token-batches.ts'

/** A model whose weights are loaded. */
export interface OpenModel extends AsyncDisposable {
  readonly encoder: Encoder
  /** What the model gives for a batch of tokens. */
  run(batch: TokenBatch): Promise<OnnxTensor>
}

/** Output of exports that pool by themselves. */
const POOLED_OUTPUT = 'sentence_embedding'
const OUTPUTS = [POOLED_OUTPUT, 'last_hidden_state', 'token_embeddings']

/** What a model may ask for, cell by cell. */
const INPUTS: Readonly<Record<string, (ids: readonly number[], column: number, padId: number) => number>> = {
  input_ids: (ids, column, padId) => ids[column] ?? padId,
  attention_mask: (ids, column) => (column < ids.length ? 1 : 0),
  token_type_ids: () => 0,
  position_ids: (_, column) => column,
}

/** Loads the libraries, the tokenizer and the weights. */
export async function openModel(folder: ModelFolder, given: OnnxRuntime | undefined): Promise<OpenModel> {
  const runtime: OnnxRuntime = given ?? (await loadOptional('onnxruntime-web', () => import('onnxruntime-web')))
  const { Tokenizer } = await loadOptional('@huggingface/tokenizers', () => import('@huggingface/tokenizers'))
  const encoder = await naming(folder, async () => new Tokenizer(folder.tokenizer, folder.tokenizerConfig))
  const session = await naming(folder, async () =>
    runtime.InferenceSession.create(await readFile(folder.modelFile), { logSeverityLevel: 4 }),
  )
  const output = chooseOutput(folder, session)
  return {
    encoder,
    async run(batch) {
      const feeds = feedsOf(batch, folder, session, runtime)
      const { [output]: tensor } = await naming(folder, () => session.run(feeds, { logSeverityLevel: 4 }))
      if (tensor === undefined) throw unfit(folder, `the output ${output}, got none`)
      return tensor
    },
    [Symbol.asyncDispose]: () => session.release(),
  }
}

function chooseOutput(folder: ModelFolder, { inputNames, outputNames }: OnnxSession): string {
  const strange = inputNames.find((name) => !Object.hasOwn(INPUTS, name))
  if (strange !== undefined) throw unfit(folder, `inputs among ${Object.keys(INPUTS).join(', ')}, got ${strange}`)
  const output = OUTPUTS.find((name) => outputNames.includes(name)) ?? outputNames[0]
  if (output === undefined) throw unfit(folder, 'an output, got none')
  if (output !== POOLED_OUTPUT && folder.laterLayers.length > 0)
    throw unfit(folder, `all layers in the ONNX file, got ${folder.laterLayers.join(', ')} beside it`)
  return output
}

function feedsOf({ rows, width }: TokenBatch, { padId }: ModelFolder, session: OnnxSession, { Tensor }: OnnxRuntime) {
  const shape = [rows.length, width]
  const feeds: Record<string, unknown> = {}
  for (const name of session.inputNames) {
    const cell = INPUTS[name]
    const numbers = rows.flatMap((ids) => Array.from({ length: width }, (_, column) => cell?.(ids, column, padId) ?? 0))
    const isShort = session.inputMetadata.some((input) => input.name === name && input.type === 'int32')
    feeds[name] = isShort
      ? new Tensor('int32', Int32Array.from(numbers), shape)
      : new Tensor('int64', BigInt64Array.from(numbers, BigInt), shape)
  }
  return feeds
}

/** Runs a library on the folder's files; its error is reported with the name of the model. */
async function naming<T>({ modelFile }: ModelFolder, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (cause) {
    const reason = (cause instanceof Error ? cause.message : String(cause)).slice(0, 500)
    throw new SkillError('INVALID_INPUT', `Expected ${modelFile} and its tokenizer to work, got: ${reason}`, {
      hint: 'Download the folder of the model again, or use another model.',
      cause,
    })
  }
}

function unfit({ modelFile }: ModelFolder, problem: string): SkillError {
  return new SkillError('INVALID_INPUT', `The model ${modelFile} does not fit: expected ${problem}`, {
    hint: 'Use a sentence embedding model that was exported to ONNX.',
  })
}
