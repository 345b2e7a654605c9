import type { SkillError } from '@skillwright/contract'
import type { SkillSource, SourceChanges } from './skill-source.ts'
import type { Embedder } from './vectors/embedder.ts'
import { embeddingText } from './vectors/embedding-text.ts'
import type { MeaningHits } from './vectors/fuse.ts'
import { openVectors } from './vectors/open-vectors.ts'

/** The vectors of an index, kept in step with its skills. */
export interface Meaning {
  /** Why the last attempt failed; undefined while the embedder answers. */
  readonly failure: SkillError | undefined
  search(
    message: string,
    options: {
      readonly words: readonly { readonly ordinal: number }[]
      readonly accepts: (ordinal: number) => boolean
      readonly stop: AbortSignal | undefined
    },
  ): Promise<MeaningHits>
}

const PART = 'vectors'
const NEIGHBOURS = 100

/** Gives every skill of a source a vector, those that were kept first, and follows what changes. An embedder that fails costs nothing but the meaning. */
export async function openMeaning(source: SkillSource, embedder: Embedder, signal?: AbortSignal): Promise<Meaning> {
  const bytes = source.part(PART)
  const vectors = openVectors(embedder, { ...(bytes === undefined ? {} : { bytes }) })
  let failure: SkillError | undefined
  const put = async (ordinals: Iterable<number>) => {
    const entries = []
    for (const ordinal of ordinals) {
      const document = await source.document(ordinal)
      if (document !== undefined) entries.push({ ordinal, text: embeddingText(document) })
    }
    const update = await vectors.put(entries, { ...(signal === undefined ? {} : { signal }) })
    failure = update.failure
    if (update.embedded > 0) source.keepPart(PART, () => vectors.toBytes())
  }
  const follow = ({ added, removed }: SourceChanges) => {
    vectors.remove(removed)
    put(added).catch((error: SkillError) => {
      failure = error
    })
  }
  source.onChange(follow)
  const missing = [...source.entries()].map(({ ordinal }) => ordinal).filter((ordinal) => !vectors.has(ordinal))
  await put(missing)

  const idOf = (ordinal: number) => source.entry(ordinal)?.id ?? ''
  return {
    get failure() {
      return failure
    },
    async search(message, { words, accepts, stop }) {
      const search = await vectors.search(message, {
        topK: NEIGHBOURS,
        also: words.map(({ ordinal }) => ordinal),
        accepts,
        compare: (a, b) => (idOf(a) < idOf(b) ? -1 : 1),
        ...(stop === undefined ? {} : { signal: stop }),
      })
      failure = search.failure
      return {
        hits: search.hits.map(({ ordinal, score }) => ({ id: idOf(ordinal), score })),
        baseline: search.baseline,
      }
    },
  }
}
