/** The longest time a timer can be set to; a longer one fires at once. */
export const MAX_TIMER_MS = 2 ** 31 - 1
