import { SkillError } from '@skillwright/contract'

/** Throws when a budget is not a number of tokens. */
export function refuseWrongBudget(budget: number): void {
  if (budget >= 0) return
  const hint = 'Give the number of tokens that skills may take, such as 2000.'
  throw new SkillError('INVALID_INPUT', `budget must be a number of tokens, 0 or more, got ${budget}`, { hint })
}
