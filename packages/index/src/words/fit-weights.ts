// Written by bench/train-form.ts: do not edit.

/** How much surer each fact of `factsOfFit` makes an answer, as the power of e by which it is multiplied. */
export const FIT_WEIGHTS: readonly number[] = [-2.44, -1.51, 0.61, 1.32, 0.98, 0.42]

/** Where an answer times that is so much, it is as likely as not that a skill is wanted. */
export const HALF = 4.8
