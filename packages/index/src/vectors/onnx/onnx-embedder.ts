import { basename, resolve } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { SkillError } from '@skillwright/contract'
import type { Embedder, Prefixes } from '../embedder.ts'
import { type ModelFolder, readModelFolder } from './model-folder.ts'
import type { OnnxRuntime } from './onnx-runtime.ts'
import { type OpenModel, openModel } from './open-model.ts'
import { type Pooling, poolTokens } from './pool-tokens.ts'
import { tokenBatches } from './token-batches.ts'

/** Options of onnxEmbedder. */
export interface OnnxEmbedderOptions {
  /** A folder as Hugging Face lays it out: `onnx/model.onnx` or `model.onnx`, `tokenizer.json`, and the small JSON files. */
  readonly dir: string
  /** The model's file inside the folder, where it has another name. */
  readonly model?: string
  /** What the folder says when absent, and the mean when it says nothing. */
  readonly pooling?: Pooling
  /** What the folder says when absent, such as `query: ` and `passage: `. */
  readonly prefixes?: Prefixes
  /** Longer texts are cut; what the folder says when absent, 512 at most. */
  readonly maxTokens?: number
  /** Texts computed together; nothing else runs in the process meanwhile. */
  readonly batchSize?: number
  /** onnxruntime-web when absent; pass `await import('onnxruntime-node')` for the native one. */
  readonly runtime?: OnnxRuntime
}

/** An embedder with a model in a folder on this machine. Nothing is ever downloaded; libraries and weights are loaded on first use. */
export async function onnxEmbedder({
  dir,
  model,
  pooling: chosen,
  prefixes: given,
  maxTokens: limit = Number.POSITIVE_INFINITY,
  batchSize = 8,
  runtime,
}: OnnxEmbedderOptions): Promise<Embedder & AsyncDisposable> {
  if (!(limit >= 3 && Number.isInteger(batchSize) && batchSize >= 1)) {
    const message = `maxTokens must be 3 or more and batchSize a whole number from 1, got ${limit} and ${batchSize}`
    throw new SkillError('PARAM_OUT_OF_RANGE', message)
  }
  const folder = await readModelFolder(dir, model)
  const pooling = chosen ?? poolingOf(folder)
  const prefixes = given ?? prefixesOf(folder)
  const maxTokens = Math.floor(Math.min(limit, folder.maxTokens))

  let opening: Promise<OpenModel> | undefined
  const open = () => {
    // A failure is not kept: the missing package may be installed meanwhile.
    opening ??= openModel(folder, runtime).catch((error: unknown) => {
      opening = undefined
      throw error
    })
    return opening
  }

  return {
    id: `onnx ${JSON.stringify([basename(resolve(dir)), folder.digest, pooling, maxTokens, prefixes.document])}`,
    async embed(texts, { kind, signal }) {
      if (texts.length === 0) return []
      const { encoder, run } = await open()
      const prefixed = texts.map((text) => prefixes[kind] + text)
      const vectors = new Array<Float32Array>(texts.length)
      for (const batch of tokenBatches(encoder, prefixed, { maxTokens, batchSize })) {
        // The model computes on this thread: let others have a turn, and the caller a chance to give up.
        await setImmediate()
        if (signal?.aborted) throw new SkillError('CANCELLED', 'The vectors are no longer wanted')
        const lengths = batch.rows.map(({ length }) => length)
        for (const [row, vector] of poolTokens(await run(batch), lengths, pooling).entries())
          vectors[batch.places[row] ?? 0] = vector
      }
      return vectors
    },
    async [Symbol.asyncDispose]() {
      const opened = await opening?.catch(() => undefined)
      opening = undefined
      await opened?.[Symbol.asyncDispose]()
    },
  }
}

function poolingOf({ pooling, modelFile }: ModelFolder): Pooling {
  // The square root changes only the length of the vector, and only its direction counts.
  if (pooling === undefined || pooling === 'mean' || pooling === 'mean_sqrt_len') return 'mean'
  if (pooling === 'cls') return 'cls'
  throw new SkillError('INVALID_INPUT', `Expected mean or cls pooling in the folder of ${modelFile}, got ${pooling}`, {
    hint: 'Use another model, or serve this one with an embeddings endpoint.',
  })
}

function prefixesOf({ prompts }: ModelFolder): Prefixes {
  const prompt = (name: string) => (typeof prompts[name] === 'string' ? prompts[name] : '')
  return { query: prompt('query'), document: prompt('document') || prompt('passage') }
}
