/** Shows how far long work is, on a terminal's stderr only; calling it with nothing left wipes the line. */
export function showProgress(what: string, done: number, total: number): void {
  if (!process.stderr.isTTY) return
  process.stderr.write(done < total ? `\r\x1b[K${what} ${done + 1} of ${total}` : '\r\x1b[K')
}
