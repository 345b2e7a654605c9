import { SkillError } from '@skillwright/contract'
import type { SkillSource } from './skill-source.ts'
import type { Embedder } from './vectors/embedder.ts'
import { embeddingText } from './vectors/embedding-text.ts'
import type { SemanticHits } from './vectors/fuse.ts'
import { openVectors } from './vectors/open-vectors.ts'
import { forgetOrdinals } from './vectors/stored-vectors.ts'

/** The vectors of an index, kept in step with its skills. */
export interface SemanticSearch extends AsyncDisposable {
  /** False without an embedder: then every search is empty. */
  readonly isOn: boolean
  /** Why a message, or a skill, has no vector; undefined while the embedder works. */
  readonly failure: SkillError | undefined
  /** Ends when every skill has its vector, those too for which the embedder failed before, or it is known why not. */
  settle(): Promise<void>
  search(message: string, options: SearchOptions): Promise<SemanticHits>
}

interface SearchOptions {
  /** Skills that were found by their words: these are compared in any case. */
  readonly words: readonly { readonly ordinal: number }[]
  readonly accepts: (ordinal: number) => boolean
  readonly signal: AbortSignal | undefined
}

interface SemanticSearchOptions {
  readonly signal: AbortSignal | undefined
  readonly onProgress:
    | ((progress: { readonly step: 'embedding'; readonly done: number; readonly total: number }) => void)
    | undefined
}

// The name under which the vectors are kept with the snapshot.
const PART = 'vectors'
const NEIGHBOURS = 100
const PATIENCE_MS = 5_000
// So many skills are read before their texts are embedded, which bounds the memory that the texts take.
const TEXTS_AT_ONCE = 512

/** Gives every skill of a source a vector, those that were kept first, and follows what changes. When the embedder fails, only semantic search is lost. */
export async function openSemanticSearch(
  source: SkillSource,
  embedder: Embedder | undefined,
  { signal, onProgress }: SemanticSearchOptions,
): Promise<SemanticSearch> {
  if (embedder === undefined) return keepAside(source)
  const closing = new AbortController()
  const bytes = source.part(PART)
  const vectors = openVectors(embedder, bytes === undefined ? {} : { bytes })
  const keep = () => source.keepPart(PART, () => vectors.toBytes())
  let ofSkills: SkillError | undefined
  let ofMessage: SkillError | undefined
  let following: Promise<void> = Promise.resolve()

  const stop = signal === undefined ? closing.signal : AbortSignal.any([closing.signal, signal])
  let isPatient = true

  const put = async (ordinals: readonly number[]) => {
    let failure: SkillError | undefined
    const tell = (done: number) => onProgress?.({ step: 'embedding', done, total: ordinals.length })
    for (let from = 0; from < ordinals.length; from += TEXTS_AT_ONCE) {
      const texts = await textsOf(source, ordinals.slice(from, from + TEXTS_AT_ONCE))
      // Some may have been removed while the others were read.
      const entries = texts.filter(({ ordinal }) => source.entry(ordinal) !== undefined)
      const update = await vectors.put(entries, {
        onProgress: (done) => tell(from + done),
        signal: stop,
      })
      failure ??= update.failure
      if (update.isOutdated) void follow(missing)
      if (update.embedded > 0) keep()
      // An embedder that is unavailable would only fail for all the others.
      else if (update.failure !== undefined) break
    }
    if (ordinals.length > 0) tell(ordinals.length)
    ofSkills = failure
  }
  const missing = () => [...source.entries()].map(({ ordinal }) => ordinal).filter((ordinal) => !vectors.has(ordinal))
  const follow = (ordinals: () => readonly number[]) => {
    following = following
      .then(() => put(ordinals()))
      .catch((error: unknown) => {
        if (!stop.aborted) ofSkills = asSkillError(error)
      })
    return following
  }
  source.onChange(({ added, removed }) => {
    vectors.remove(removed)
    keep()
    void follow(() => (ofSkills === undefined ? added : missing()))
  })
  vectors.remove(source.gone)
  if (source.gone.length > 0) keep()
  // Thousands of texts may take a slow embedder minutes; meanwhile words alone find skills.
  void follow(missing)

  const idOf = (ordinal: number) => source.entry(ordinal)?.id ?? ''
  return {
    isOn: true,
    get failure() {
      return ofMessage ?? ofSkills
    },
    async settle() {
      await following
      if (ofSkills !== undefined) await follow(missing)
      await following
    },
    async search(message, { words, accepts, signal: given }) {
      // The first search waits a little: a quick embedder is done by then, and a slow one costs no other search its time.
      if (isPatient) await settledWithin(PATIENCE_MS, following)
      isPatient = false
      const search = await vectors.search(message, {
        topK: NEIGHBOURS,
        also: words.map(({ ordinal }) => ordinal),
        accepts,
        compare: (a, b) => (idOf(a) < idOf(b) ? -1 : 1),
        ...(given === undefined ? {} : { signal: given }),
      })
      if (search.isOutdated) void follow(missing)
      ofMessage = search.failure
      return {
        hits: search.hits.map(({ ordinal, score }) => ({ id: idOf(ordinal), score })),
        baseline: search.baseline,
      }
    },
    async [Symbol.asyncDispose]() {
      closing.abort()
      await following
    },
  }
}

async function settledWithin(ms: number, work: Promise<void>): Promise<void> {
  const over = Promise.withResolvers<void>()
  const timer = setTimeout(over.resolve, ms)
  await Promise.race([work, over.promise])
  clearTimeout(timer)
}

/** Keeps the vectors that another run made in step with the skills, so that they are not made again for one that changed. */
function keepAside(source: SkillSource): SemanticSearch {
  const bytes = source.part(PART)
  const gone = new Set(source.gone)
  const keep = () => {
    if (bytes !== undefined && gone.size > 0) source.keepPart(PART, () => forgetOrdinals(bytes, gone))
  }
  keep()
  source.onChange(({ removed }) => {
    for (const ordinal of removed) gone.add(ordinal)
    keep()
  })
  return {
    isOn: false,
    failure: undefined,
    settle: async () => undefined,
    search: async () => ({ hits: [], baseline: 0 }),
    [Symbol.asyncDispose]: async () => undefined,
  }
}

async function textsOf(source: SkillSource, ordinals: readonly number[]): Promise<{ ordinal: number; text: string }[]> {
  const texts: { ordinal: number; text: string }[] = []
  for (const ordinal of ordinals) {
    const document = await source.document(ordinal)
    if (document !== undefined) texts.push({ ordinal, text: embeddingText(document) })
  }
  return texts
}

function asSkillError(thrown: unknown): SkillError {
  return thrown instanceof SkillError ? thrown : new SkillError('INTERNAL_ERROR', String(thrown), { cause: thrown })
}
