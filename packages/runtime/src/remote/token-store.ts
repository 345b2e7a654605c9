/** An access token and until when it is good. */
export interface HeldToken {
  readonly accessToken: string
  /** Milliseconds since 1970. */
  readonly expiresAt: number
  readonly refreshToken?: string
}

/** Keeps access tokens until they expire, so that a thousand calls ask for one. */
export interface TokenStore {
  /** The token under a key, asked for when there is none that is still good. Callers at the same moment share one request. */
  get(key: string, request: (old: HeldToken | undefined) => Promise<HeldToken>): Promise<HeldToken>
  /** Marks a token that was refused as expired; its refresh token is kept. */
  expire(key: string, accessToken: string): void
}

/** Options of createTokenStore. */
export interface TokenStoreOptions {
  readonly maxTokens?: number
  readonly now?: () => number
}

/** So long before its end a token is renewed: it must still be good when it arrives. */
const MARGIN_MS = 30_000

/** Makes a store of access tokens in memory. */
export function createTokenStore({ maxTokens = 1_000, now = Date.now }: TokenStoreOptions = {}): TokenStore {
  const held = new Map<string, HeldToken>()
  const pending = new Map<string, Promise<HeldToken>>()

  const renew = async (key: string, request: (old: HeldToken | undefined) => Promise<HeldToken>) => {
    const token = await request(held.get(key))
    held.delete(key)
    held.set(key, token)
    const [oldest] = held.keys()
    if (held.size > maxTokens && oldest !== undefined) held.delete(oldest)
    return token
  }

  return {
    async get(key, request) {
      const token = held.get(key)
      if (token !== undefined && now() < token.expiresAt - MARGIN_MS) return token
      const under = pending.get(key)
      if (under !== undefined) return under
      const renewing = renew(key, request).finally(() => pending.delete(key))
      pending.set(key, renewing)
      return renewing
    },
    expire(key, accessToken) {
      const token = held.get(key)
      if (token?.accessToken === accessToken) held.set(key, { ...token, expiresAt: 0 })
    },
  }
}
