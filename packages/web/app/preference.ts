const PREFIX = 'skillwright.'

/** What the user chose in this browser before. */
export function recall(name: string): string | undefined {
  try {
    return localStorage.getItem(PREFIX + name) ?? undefined
  } catch {
    // A browser may keep nothing for us.
    return undefined
  }
}

/** Keeps a choice in this browser; never anything secret. */
export function remember(name: string, value: string): void {
  try {
    localStorage.setItem(PREFIX + name, value)
  } catch {
    // Then it is chosen anew next time.
  }
}
