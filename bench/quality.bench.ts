import { coercionQuality } from './coercion-quality.ts'
import { retrievalQuality } from './index-quality.ts'
import { lintQuality } from './lint-quality.ts'
import type { Measure } from './measure.ts'
import { scanQuality } from './scan-quality.ts'

/** How right the answers are, where the other benchmarks say how fast; on the labelled cases and on what is generated from them. */
export async function run(): Promise<Measure[]> {
  return [...coercionQuality(), ...(await lintQuality()), ...(await retrievalQuality()), ...(await scanQuality())]
}
