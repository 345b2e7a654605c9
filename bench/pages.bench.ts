import { openPages } from '../packages/web/src/fixtures/open-pages.ts'
import { servePlainPage, untilReady } from '../packages/web/src/fixtures/until-ready.ts'
import { type Measure, measure, median } from './measure.ts'

const ROUNDS = 9

/** How soon the first page can be used, against a page without scripts of the same size, style and headers on the same machine, in turns. */
export async function run(): Promise<Measure[]> {
  const pages = await openPages()
  if (pages === undefined) throw new Error('No browser starts here')
  const { browser, hub, url } = pages
  try {
    const { bytes } = await untilReady(browser, url, '#q')
    await using plain = await servePlainPage(url, bytes)
    const [ours, theirs]: [number[], number[]] = [[], []]
    for (let round = 0; round < ROUNDS; round++) {
      ours.push((await untilReady(browser, url, '#q')).ms)
      theirs.push((await untilReady(browser, plain.url, '#end')).ms)
    }
    return [
      measure({
        name: 'pages: first page until it can be used',
        value: median(ours) / median(theirs),
        unit: '× time',
        baseline: `a static page of the same ${Math.round(bytes / 1_000)} KB, style and headers`,
        better: 'lower',
        target: 1.5,
      }),
    ]
  } finally {
    await browser.close()
    await hub[Symbol.asyncDispose]()
  }
}
