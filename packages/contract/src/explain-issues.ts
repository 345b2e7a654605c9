import type { CoercionOutcome } from './coerce.ts'
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
  // A property that has a default is not missed by anybody.
  const issues = withDefaults.length < asSent.length ? withDefaults : asSent
  if (!outcome) return issues
  const suggestions = new Map(outcome.hints.map(({ path, text }) => [path, text]))
  for (const [path, text] of triedInVain(validator, outcome)) suggestions.set(path, text)
  if (suggestions.size === 0) return issues
  return issues.map((issue) => {
    const suggestion = suggestions.get(issue.path)
    return suggestion === undefined ? issue : { ...issue, suggestion }
  })
}

/** For each place that was repaired and still is refused: what it was read as, and why that is no good either. */
function triedInVain(validator: SchemaValidator, { value, coercions }: CoercionOutcome): Map<string, string> {
  const texts = new Map<string, string>()
  if (coercions.length === 0) return texts
  const remaining = new Map(validator.issues(value).map((issue) => [issue.path, issue]))
  for (const { path, to } of coercions) {
    const issue = remaining.get(path)
    if (issue) texts.set(path, `read as ${preview(to, 40)}, it is still refused: ${issue.message}`)
  }
  return texts
}
