import type { CoercionOutcome } from './coerce/coerce.ts'
import type { SchemaValidator } from './engine/compile-schema.ts'
import type { Issue } from './issue.ts'
import { preview } from './json.ts'

/** The issues of a value that could not be accepted, with what was tried and why it did not help. */
export function explainIssues(
  validator: SchemaValidator,
  sent: unknown,
  filled: unknown,
  outcome?: CoercionOutcome,
): readonly Issue[] {
  const asSent = validator.issues(sent)
  const withDefaults = filled === sent ? asSent : validator.issues(filled)
  // A property with a default is never missing.
  const issues = withDefaults.length < asSent.length ? withDefaults : asSent
  if (!outcome) return issues
  const tried = triedInVain(validator, outcome)
  const hints = new Map(outcome.hints.map(({ path, text }) => [path, text]))
  return issues.map((issue) => {
    const suggestion = tried.get(issue.path) ?? hints.get(nearest(hints, issue.path) ?? '')
    return suggestion === undefined ? issue : { ...issue, suggestion }
  })
}

/** For each place that was repaired and still is refused: what it was read as, and why that is no good either. */
function triedInVain(validator: SchemaValidator, { value, coercions }: CoercionOutcome): Map<string, string> {
  const texts = new Map<string, string>()
  if (coercions.length === 0) return texts
  const repaired = new Map(coercions.map(({ path, to }) => [path, to]))
  for (const issue of validator.issues(value)) {
    const path = nearest(repaired, issue.path)
    if (path === undefined || texts.has(path)) continue
    texts.set(path, `read as ${preview(repaired.get(path), 40)}, it is still refused: ${issue.message}`)
  }
  return texts
}

/** The path itself or the closest one above it that the map has. */
function nearest(places: ReadonlyMap<string, unknown>, path: string): string | undefined {
  for (let above = path; ; above = above.slice(0, above.lastIndexOf('/'))) {
    if (places.has(above)) return above
    if (above === '') return undefined
  }
}
