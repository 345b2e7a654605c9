import { openIndex } from '@skillwright/index'
import { CHAT_MESSAGES, OTHER_MESSAGES } from './chat-messages.ts'
import { type Measure, measure } from './measure.ts'
import { HALVES, halfOf, type LabelledSet, librariesOf } from './retrieval-cases.ts'

/** In libraries of a size: how many messages that need no skill are offered one, and how many right ones are lost for it. */
export async function falseOffers(kind: string, set: LabelledSet, size: number): Promise<Measure[]> {
  const counts = { developed: noCounts(), judged: noCounts(), other: noCounts() }
  for (const library of librariesOf(set, size, 12)) {
    await using index = await openIndex({ skills: library.skills })
    for (const { query, relevant } of library.queries) {
      const all = await index.find(query, { minScore: 0, minShare: 0 })
      if (!all.some(({ id }) => relevant.includes(id))) continue
      const count = counts[halfOf(query)]
      count.right++
      if (!(await index.find(query)).some(({ id }) => relevant.includes(id))) count.lost++
    }
    for (const message of [...CHAT_MESSAGES, ...OTHER_MESSAGES]) {
      const count = OTHER_MESSAGES.includes(message) ? counts.other : counts[halfOf(message)]
      count.chat++
      if ((await index.find(message)).length > 0) count.offered++
    }
  }
  const line = (name: string, value: number, target: number, baseline: string) =>
    measure({
      ...{ name: `index: library of ${size}, ${kind}, ${name}`, value, unit: '%', better: 'lower', target, baseline },
    })
  const { chat: others, offered: offeredOthers } = counts.other
  return [
    ...HALVES.flatMap((half) => {
      const { right, lost, chat, offered } = counts[half]
      return [
        line('offered for small talk', share(offered, chat), 10, `${chat} messages that need no skill (${half} half)`),
        line('lost by the least score', share(lost, right), 5, `${right} messages found without one (${half} half)`),
      ]
    }),
    line('offered for other talk', share(offeredOthers, others), 10, `${others} messages of other kinds`),
  ]
}

function share(part: number, whole: number): number {
  return (100 * part) / whole
}

function noCounts() {
  return { right: 0, lost: 0, chat: 0, offered: 0 }
}
