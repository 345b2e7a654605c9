import { SkillError } from '@skillwright/contract'
import { embedTexts } from './embed-texts.ts'
import type { Embedder } from './embedder.ts'

/** How long a question may take, and how long a failing embedder is left alone. */
export interface QueryLimits {
  readonly timeoutMs: number
  readonly coolDownMs: number
  readonly now: () => number
}

/** Asks for the vector of a message. */
export interface QueryEmbedder {
  /** The vector, or why there is none. Throws only when the caller gave up. */
  ask(message: string, signal: AbortSignal | undefined): Promise<Float32Array | SkillError>
}

/** No question is longer; a whole file pasted into a message would only be cut by the model. */
const MAX_CHARACTERS = 8_000

/** Wraps an embedder so that a slow or broken one costs one question its patience, and not every question. */
export function createQueryEmbedder(embedder: Embedder, { timeoutMs, coolDownMs, now }: QueryLimits): QueryEmbedder {
  let failure: SkillError | undefined
  let restUntil = 0
  let isProbing = false

  return {
    async ask(message, signal) {
      if (signal?.aborted) throw cancelled()
      if (failure !== undefined && (isProbing || now() < restUntil)) return leftAlone(failure, restUntil - now())
      isProbing = true
      try {
        const text = message.slice(0, MAX_CHARACTERS).toWellFormed()
        const [vector = new Float32Array(0)] = await within(timeoutMs, embedder, signal, (both) =>
          embedTexts(embedder, [text], { kind: 'query', signal: both }),
        )
        failure = undefined
        return vector
      } catch (error) {
        if (signal?.aborted) throw cancelled()
        if (!(error instanceof SkillError)) throw error
        failure = error
        restUntil = now() + coolDownMs
        return error
      } finally {
        isProbing = false
      }
    },
  }
}

/** Ends with the limit or with the caller's signal even when the embedder listens to neither. */
async function within<T>(
  ms: number,
  { id }: Embedder,
  outer: AbortSignal | undefined,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const controller = new AbortController()
  const over = Promise.withResolvers<never>()
  const stop = (error: SkillError) => {
    controller.abort(error)
    over.reject(error)
  }
  const onAbort = () => stop(cancelled())
  const timer = setTimeout(
    () => stop(new SkillError('TOOL_TIMEOUT', `The embedder ${id} gave no vector for the message within ${ms} ms`)),
    ms,
  )
  outer?.addEventListener('abort', onAbort, { once: true })
  try {
    return await Promise.race([work(controller.signal), over.promise])
  } finally {
    clearTimeout(timer)
    outer?.removeEventListener('abort', onAbort)
  }
}

function leftAlone(cause: SkillError, restMs: number): SkillError {
  const seconds = Math.max(1, Math.ceil(restMs / 1_000))
  const message = `${cause.message} (not asked again for another ${seconds} s)`
  return new SkillError(cause.code, message, { hint: cause.hint, details: { retry_after_seconds: seconds }, cause })
}

function cancelled(): SkillError {
  return new SkillError('CANCELLED', 'The question was withdrawn')
}
