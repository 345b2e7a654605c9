import type { Skill } from '@skillwright/skill'
import type { PoolChoice, Tier } from './pool-spec.ts'

const TIERS: readonly Tier[] = ['auto', 'spawn', 'spare', 'zygote', 'worker']

/**
 * How a skill is kept warm. `auto`: the first call is a plain process; when it is called again soon, Python gets a zygote
 * and every other language a spare, unless what it does before it reads its input would be seen outside of its sandbox: a
 * spare may never be called. skill.json may say otherwise: `"runtime": {"tier": …, "prestart": …}`.
 */
export function chooseTier(
  { manifest, entry }: Pick<Skill, 'manifest' | 'entry'>,
  { hasEffects }: { hasEffects: boolean },
): Pick<PoolChoice, 'tier' | 'prestart'> {
  const runtime = manifest?.runtime
  const wish = typeof runtime === 'object' && runtime !== null ? (runtime as Record<string, unknown>) : {}
  const tier = TIERS.find((name) => name === wish.tier) ?? 'auto'
  return {
    // A zygote is for Python; for another language the next best is meant.
    tier: tier === 'zygote' && entry?.language !== 'python' ? 'spare' : tier,
    prestart: typeof wish.prestart === 'boolean' ? wish.prestart : tier === 'spare' || !hasEffects,
  }
}
