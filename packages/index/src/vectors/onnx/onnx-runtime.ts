import { SkillError } from '@skillwright/contract'

/** The part of ONNX Runtime that is used here; onnxruntime-web and onnxruntime-node both have it. */
export interface OnnxRuntime {
  readonly InferenceSession: {
    create(model: Uint8Array, options: LogOptions): Promise<OnnxSession>
  }
  readonly Tensor: new (type: 'int64' | 'int32', data: BigInt64Array | Int32Array, dims: readonly number[]) => unknown
}

/** A model that is loaded. */
export interface OnnxSession {
  readonly inputNames: readonly string[]
  readonly outputNames: readonly string[]
  readonly inputMetadata: readonly { readonly name: string; readonly type?: string }[]
  run(feeds: Readonly<Record<string, unknown>>, options: LogOptions): Promise<Readonly<Record<string, OnnxTensor>>>
  release(): Promise<void>
}

/** 4 is fatal: everything below it would be printed on a terminal that is not ours, and errors are thrown anyway. */
interface LogOptions {
  readonly logSeverityLevel: 4
}

/** What a model gives. */
export interface OnnxTensor {
  readonly type: string
  readonly dims: readonly number[]
  readonly data: unknown
}

/** Loads a package that is installed only where it is wanted; its absence says what to install. */
export async function loadOptional<Module>(name: string, load: () => Promise<Module>): Promise<Module> {
  try {
    return await load()
  } catch (cause) {
    const isMissing = cause instanceof Error && 'code' in cause && cause.code === 'ERR_MODULE_NOT_FOUND'
    const problem = isMissing
      ? 'is not installed'
      : `cannot be loaded: ${cause instanceof Error ? cause.message : cause}`
    throw new SkillError('TOOL_NOT_AVAILABLE', `A local ONNX model needs the package ${name}, which ${problem}`, {
      hint: 'npm install onnxruntime-web@^1.30.0 @huggingface/tokenizers@^0.2.0',
      cause,
    })
  }
}
