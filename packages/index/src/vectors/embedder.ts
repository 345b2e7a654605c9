/** What an embedder receives beside the texts. */
export interface EmbedOptions {
  /** A user's query, or the text of a skill: many models need to know which. */
  readonly kind: 'query' | 'document'
  readonly signal?: AbortSignal | undefined
}

/** The port to a model that turns texts into vectors. Anything with an `id` and `embed` is one. */
export interface Embedder {
  /** Which model with which settings: vectors kept under another id are not used. */
  readonly id: string
  /** How many texts it likes to be given at once; 64 when it does not say. */
  readonly batchSize?: number
  /** One vector for each text, in the order of the texts, all of one length. */
  embed(texts: readonly string[], options: EmbedOptions): Promise<readonly Float32Array[]>
}

/** Text to put before each text, as models of the E5 family want it. */
export interface Prefixes {
  readonly query: string
  readonly document: string
}
