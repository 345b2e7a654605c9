import type { PathStep } from '../pointer.ts'

/** Every string inside a JSON value, with its path. Safe for deep and for cyclic values. */
export function* eachString(value: unknown): Generator<{ text: string; steps: readonly PathStep[] }> {
  const seen = new Set<object>()
  const pending: { value: unknown; way: Way | undefined }[] = [{ value, way: undefined }]
  for (let next = pending.pop(); next; next = pending.pop()) {
    const { value: item, way } = next
    if (typeof item === 'string') yield { text: item, steps: toSteps(way) }
    if (typeof item !== 'object' || item === null || seen.has(item)) continue
    seen.add(item)
    if (Array.isArray(item)) {
      for (let i = item.length - 1; i >= 0; i--) pending.push({ value: item[i], way: { step: i, up: way } })
    } else {
      for (const [step, inner] of Object.entries(item).reverse()) pending.push({ value: inner, way: { step, up: way } })
    }
  }
}

interface Way {
  readonly step: PathStep
  readonly up: Way | undefined
}

function toSteps(way: Way | undefined): PathStep[] {
  const steps: PathStep[] = []
  for (let at = way; at; at = at.up) steps.push(at.step)
  return steps.reverse()
}
