/** What an embedder is told beside the texts. */
export interface EmbedOptions {
  /** What a person asks, or what a skill says of itself: many models want to be told which. */
  readonly kind: 'query' | 'document'
  readonly signal?: AbortSignal
}

/** The port to a model that turns texts into vectors. Anything that has these two is one. */
export interface Embedder {
  /** Which model with which settings: vectors kept under another id are not used. */
  readonly id: string
  /** One vector for each text, in the order of the texts, all of one length. */
  embed(texts: readonly string[], options: EmbedOptions): Promise<readonly Float32Array[]>
}

/** Text to put before each text, as models of the E5 family want it. */
export interface Prefixes {
  readonly query: string
  readonly document: string
}
