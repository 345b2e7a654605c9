import { readFileSync } from 'node:fs'
import { openIndex } from '@skillwright/index'
import { CHAT_MESSAGES, OTHER_MESSAGES } from './chat-messages.ts'
import { type Measure, measure } from './measure.ts'
import { HALVES, type Half, halfOf, type LabelledSet, librariesOf } from './retrieval-cases.ts'
import { TALK_MESSAGES } from './talk-messages.ts'

// Its author wrote nothing that is learnt from, so that all of it judges.
const ANOTHER = readFileSync(new URL('messages/talk-to-judge.txt', import.meta.url), 'utf8')
  .trim()
  .split('\n')
const TALK = {
  'small talk': CHAT_MESSAGES,
  'other talk': OTHER_MESSAGES,
  'talk of many kinds': TALK_MESSAGES,
  'talk of another author': ANOTHER,
}

/** In libraries of a size: how many messages that need no skill are offered one, and how many right ones are lost for it. */
export async function falseOffers(
  kind: string,
  set: LabelledSet,
  { size, libraries }: { readonly size: number; readonly libraries: number },
): Promise<Measure[]> {
  const counts = new Map<string, { seen: number; wrong: number }>()
  const count = (name: string, half: Half, isWrong: boolean) => {
    const { seen, wrong } = counts.get(name + half) ?? { seen: 0, wrong: 0 }
    counts.set(name + half, { seen: seen + 1, wrong: wrong + Number(isWrong) })
  }
  for (const library of librariesOf(set, size, libraries)) {
    await using index = await openIndex({ skills: library.skills })
    for (const { query, relevant } of library.queries) {
      const isThere = (found: readonly { readonly id: string }[]) => found.some(({ id }) => relevant.includes(id))
      if (isThere(await index.find(query, { minScore: 0, minShare: 0 })))
        count(LOST, halfOf(query), !isThere(await index.find(query)))
    }
    for (const [name, messages] of Object.entries(TALK))
      for (const message of messages)
        count(name, messages === ANOTHER ? 'judged' : halfOf(message), (await index.find(message)).length > 0)
  }
  return [LOST, ...Object.keys(TALK)].flatMap((name) =>
    HALVES.flatMap((half) => {
      const { seen, wrong } = counts.get(name + half) ?? { seen: 0, wrong: 0 }
      if (seen === 0) return []
      const isLost = name === LOST
      const one = measure({
        name: `index: library of ${size}, ${kind}, ${isLost ? name : `offered for ${name}`}`,
        value: (100 * wrong) / seen,
        unit: '%',
        better: 'lower',
        target: isLost ? 5 : 10,
        baseline: `${seen} messages ${isLost ? 'found without one' : 'that need no skill'} (${half} half)`,
      })
      return [one]
    }),
  )
}

const LOST = 'lost by the least score'
