import { IncomingMessage } from 'node:http'

/** A request that counts its body as it comes in, independent of its reader. */
export class CountedMessage extends IncomingMessage {
  received = 0
  /** Told after every piece how much has come; the rest is dropped once it answers false. */
  onReceived: ((received: number) => boolean) | undefined

  override push(piece: Uint8Array | null, encoding?: BufferEncoding): boolean {
    if (piece !== null) {
      this.received += piece.length
      if (this.onReceived?.(this.received) === false) return true
    }
    return super.push(piece, encoding)
  }
}
