// Written by bench/train-form.ts: do not edit.

/** How much surer each fact of `factsOfFit` makes an answer, as the power of e by which it is multiplied. */
export const FIT_WEIGHTS: readonly number[] = [-0.9, -1.75, 0.79, 0.84, 0.65, 0.48]

/** Where an answer times that is so much, it is as likely as not that a skill is wanted. */
export const HALF = 7
