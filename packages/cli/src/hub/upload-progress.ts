import type { CallOptions } from '@skillwright/hub-api'

/** Shows on a terminal how far an upload is, and then that the hub is at work; disposing of it wipes the line. */
export function showUpload(what: string): Disposable & Required<Pick<CallOptions, 'onProgress'>> {
  const write = (text: string) => {
    if (process.stderr.isTTY) process.stderr.write(`\r\x1b[K${text}`)
  }
  return {
    onProgress(sent, total) {
      if (sent < total) write(`sending ${what}: ${kilobytes(sent)} of ${kilobytes(total)} kB`)
      else write(`${what} is sent (${kilobytes(total)} kB), the hub checks it …`)
    },
    [Symbol.dispose]: () => write(''),
  }
}

function kilobytes(bytes: number): string {
  return (bytes / 1000).toFixed(1)
}
