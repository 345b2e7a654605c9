const CELLS = 24

/** Shows how far long work is as a bar, on a terminal's stderr only; calling it with nothing left wipes the line. */
export function showProgress(what: string, done: number, total: number): void {
  if (!process.stderr.isTTY) return
  if (done >= total) return void process.stderr.write('\r\x1b[K')
  const filled = Math.round((done / total) * CELLS)
  const bar = `${'█'.repeat(filled)}${'░'.repeat(CELLS - filled)}`
  // A narrow terminal would break the line, and then it could not be wiped.
  const words = `${what} ${done + 1} of ${total}`
  const hasRoom = (process.stderr.columns ?? 80) > words.length + CELLS + 1
  process.stderr.write(`\r\x1b[K${hasRoom ? `${bar} ` : ''}${words}`)
}
