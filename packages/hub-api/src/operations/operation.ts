import type { Static, TObject, TSchema } from 'typebox'
import * as Type from 'typebox'

/** What a token may be used for. */
export type TokenScope = 'read' | 'invoke' | 'publish' | 'account' | 'review' | 'admin'

/** Who may call an operation: everyone, every signed-in caller, or callers whose token has the scope, or several scopes. */
export type Needs = 'anyone' | 'signed-in' | TokenScope | readonly TokenScope[]

/** Which of the rate limits an operation counts against. */
export type RateClass = 'read' | 'write' | 'login' | 'call' | 'none'

/** What the server makes sure of before it serves an operation. */
export interface OperationConfig {
  readonly needs: Needs
  /** By method when absent: GET and HEAD read, the others write. */
  readonly rate?: RateClass
  /** True for what is about the token itself, which also one that is bound to a scope or skill may do. */
  readonly isOfToken?: boolean
  /** True where a program shows its own name and secret (Basic), and not a token. */
  readonly isOfClient?: boolean
  /** What its failures are answered as: the response of a skill, as its callers expect; a problem document when absent. */
  readonly failsAs?: 'response'
}

/** Bytes or text that are sent as they are, by media type. */
export interface Content {
  readonly description: string
  readonly content: Readonly<Record<string, { readonly schema: TSchema }>>
}

/**
 * One thing the hub does over HTTP: where, who may, and what goes in and out. The server registers it as it is and sends what its
 * response schemas say; the OpenAPI document and typed clients come from it too, so nothing in this folder may import the server.
 */
export interface Operation {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  readonly url: string
  readonly config: OperationConfig
  readonly schema: {
    readonly operationId: string
    readonly tags: readonly [string]
    readonly summary: string
    readonly description?: string
    readonly params?: TObject
    readonly querystring?: TObject
    readonly headers?: TObject
    readonly body?: TSchema | Content
    /** Every status of success; failures are problem documents. */
    readonly response: Readonly<Record<number, TSchema | Content>>
  }
}

/** The answer that says nothing more. */
export const DONE = Type.Unsafe<undefined>({ type: 'null', description: 'Done.' })

/** The type of what a schema describes, as it is handed around: nothing in it is changed. */
export type Wire<Schema extends TSchema> = Frozen<Static<Schema>>

type Frozen<T> = T extends Uint8Array
  ? T
  : T extends readonly (infer Item)[]
    ? readonly Frozen<Item>[]
    : T extends object
      ? { readonly [Key in keyof T]: Frozen<T[Key]> }
      : T
