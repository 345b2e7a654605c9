const CHUNK_BYTES = 64 * 1024

/** Bytes as a stream that tells how far it is. */
export function uploadStream(
  bytes: Uint8Array,
  onProgress: (sent: number, total: number) => void,
): ReadableStream<Uint8Array> {
  let sent = 0
  return new ReadableStream({
    pull(controller) {
      if (sent >= bytes.length) return controller.close()
      controller.enqueue(bytes.subarray(sent, sent + CHUNK_BYTES))
      sent = Math.min(sent + CHUNK_BYTES, bytes.length)
      onProgress(sent, bytes.length)
    },
  })
}
