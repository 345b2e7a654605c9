import { isUtf8 } from 'node:buffer'
import type { FastifyReply } from 'fastify'

/** Sends an uploaded file as text or bytes: whatever type it claims, it is never taken for a page of the hub. */
export function sendFile(reply: FastifyReply, bytes: Uint8Array): FastifyReply {
  return reply
    .header('content-security-policy', "default-src 'none'; sandbox")
    .type(isText(bytes) ? 'text/plain; charset=utf-8' : 'application/octet-stream')
    .send(bytes)
}

/** True for what people can read. */
export function isText(bytes: Uint8Array): boolean {
  return isUtf8(bytes) && !bytes.includes(0)
}
