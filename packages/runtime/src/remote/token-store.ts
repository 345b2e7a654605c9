import type { RefreshTokens } from './refresh-token-file.ts'

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
  get(
    key: string,
    request: (old: HeldToken | undefined) => Promise<HeldToken>,
    options?: {
      /** Whether a refresh token is used up by it, so that one process at a time may ask. */
      readonly isRefreshing?: boolean
    },
  ): Promise<HeldToken>
  /** Marks a token that was refused as expired; its refresh token is kept. */
  expire(key: string, accessToken: string): void
  /** Keeps the refresh token that replaced another one. */
  keepRefreshToken(key: string, refreshToken: string): Promise<void>
}

/** Options of createTokenStore. */
export interface TokenStoreOptions {
  readonly maxTokens?: number
  /** Where replaced refresh tokens are kept for the next process. */
  readonly refreshTokens?: RefreshTokens
  readonly now?: () => number
}

/** So long before its end a token is renewed: it must still be good when it arrives. */
const MARGIN_MS = 30_000

/** Makes a store of access tokens in memory; refresh tokens that were replaced can be kept beyond it. */
export function createTokenStore({
  maxTokens = 1_000,
  refreshTokens,
  now = Date.now,
}: TokenStoreOptions = {}): TokenStore {
  const held = new Map<string, HeldToken>()
  const pending = new Map<string, Promise<HeldToken>>()

  const renew = async (
    key: string,
    request: (old: HeldToken | undefined) => Promise<HeldToken>,
    keeper: RefreshTokens | undefined,
  ) => {
    await using _ = await keeper?.lock()
    const refreshToken = await keeper?.read(key)
    const kept = refreshToken === undefined ? undefined : { accessToken: '', expiresAt: 0, refreshToken }
    const token = await request(kept ?? held.get(key))
    held.delete(key)
    held.set(key, token)
    const [oldest] = held.keys()
    if (held.size > maxTokens && oldest !== undefined) held.delete(oldest)
    return token
  }

  return {
    async get(key, request, { isRefreshing = false } = {}) {
      const token = held.get(key)
      if (token !== undefined && now() < token.expiresAt - MARGIN_MS) return token
      const under = pending.get(key)
      if (under !== undefined) return under
      const renewing = renew(key, request, isRefreshing ? refreshTokens : undefined).finally(() => pending.delete(key))
      pending.set(key, renewing)
      return renewing
    },
    keepRefreshToken: async (key, refreshToken) => refreshTokens?.write(key, refreshToken),
    expire(key, accessToken) {
      const token = held.get(key)
      if (token?.accessToken === accessToken) held.set(key, { ...token, expiresAt: 0 })
    },
  }
}
