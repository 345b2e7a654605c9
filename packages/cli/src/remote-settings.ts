import { dirname, join } from 'node:path'
import type { RemoteOptions } from '@skillwright/runtime'
import { keyFolder } from '@skillwright/skill'
import type { RemoteFlags } from './open-runtime.ts'
import { readEnvironment } from './read-environment.ts'

/** How services are called from the command line. A refresh token that a service replaced is kept beside the user's keys. */
export async function remoteSettings({ credential, allow = [] }: RemoteFlags): Promise<RemoteOptions> {
  const { createTokenStore, credentialsFromEnvironment, refreshTokenFile } = await import('@skillwright/runtime')
  const refreshTokens = refreshTokenFile(join(dirname(keyFolder()), 'refresh-tokens.json'))
  const inEnvironment = credentialsFromEnvironment(process.env)
  return {
    allow,
    credentials: (ref, use) => {
      const found = inEnvironment(ref, use)
      if (found === undefined) readEnvironment([ref])
      return found
    },
    tokens: createTokenStore({ refreshTokens }),
    ...(credential === undefined ? {} : { credential }),
  }
}
