/** The longest time a timer can be set to; one that is set to more fires at once. */
export const MAX_TIMER_MS = 2 ** 31 - 1
