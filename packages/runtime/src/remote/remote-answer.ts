import { type RoundedNumber, SkillError } from '@skillwright/contract'
import { LARGE_BYTES, readLargeBody } from '../answer/large-answers.ts'
import { maskSecrets, type SecretMask } from '../answer/mask-secrets.ts'
import { decodeText, type JsonBytes, readJsonBytes } from '../answer/read-answer.ts'
import type { HttpAnswer } from './send-request.ts'

/** The value of an answer's body, and the whole numbers in it that were rounded. */
export interface BodyValue {
  readonly value: unknown
  readonly rounded: readonly RoundedNumber[]
}

/** An answer whose body is read when it is asked for, once, with secrets masked before anything is quoted or cut. */
export class RemoteAnswer {
  readonly #answer: HttpAnswer
  readonly #secrets: readonly string[]
  readonly #mask: SecretMask
  #json: Promise<JsonBytes> | undefined

  constructor(answer: HttpAnswer, secrets: ReadonlySet<string>) {
    this.#answer = answer
    this.#secrets = [...secrets]
    this.#mask = maskSecrets(this.#secrets)
  }

  get status(): number {
    return this.#answer.status
  }

  get headers(): HttpAnswer['headers'] {
    return this.#answer.headers
  }

  get url(): URL {
    return this.#answer.url
  }

  /** The beginning of what it says. */
  quote(length: number): string {
    const { body } = this.#answer
    // Four bytes a character at most; the rest is not even decoded.
    const text = body.subarray(0, (length + this.#mask.margin) * 4).toString()
    return this.#mask.head(text.trim(), length)
  }

  /** The value in its body: JSON, or text where the descriptor promises text. Undefined when it is empty. Throws INVALID_OUTPUT. */
  async read(signal: AbortSignal, contentType = 'application/json'): Promise<BodyValue> {
    const { body, headers } = this.#answer
    if (/^text\//i.test(contentType) && !/json/i.test(headers['content-type'] ?? '')) {
      const text = decodeText(body)
      if (text === undefined) throw this.#invalid('bytes that are not UTF-8')
      return { value: this.#mask.text(text), rounded: [] }
    }
    this.#json ??=
      body.length < LARGE_BYTES
        ? Promise.resolve(readJsonBytes(body, this.#mask))
        : readLargeBody({ bytes: body, secrets: this.#secrets }, signal)
    const json = await this.#json
    if (json === undefined) return { value: undefined, rounded: [] }
    if (json.ok) return json
    if (json.reason === 'encoding') throw this.#invalid('bytes that are not UTF-8')
    if (json.reason === 'syntax') throw this.#invalid(`something else than JSON: ${JSON.stringify(this.quote(120))}`)
    throw this.#invalid(this.#mask.head(json.message, 300))
  }

  #invalid(what: string): SkillError {
    const { url, status } = this.#answer
    return new SkillError('INVALID_OUTPUT', `${url.host} answered with ${what}`, { details: { http_status: status } })
  }
}
