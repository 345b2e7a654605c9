import { dirname, join } from 'node:path'
import type { RemoteOptions } from '@skillwright/runtime'
import { keyFolder } from '@skillwright/skill'
import type { RemoteFlags } from './open-runtime.ts'

/** How services are called from the command line. A refresh token that a service replaced is kept beside the user's keys. */
export async function remoteSettings({ credential, allow = [] }: RemoteFlags): Promise<RemoteOptions> {
  const { createTokenStore, credentialsFromEnvironment, refreshTokenFile } = await import('@skillwright/runtime')
  const refreshTokens = refreshTokenFile(join(dirname(keyFolder()), 'refresh-tokens.json'))
  return {
    allow,
    credentials: credentialsFromEnvironment(process.env),
    tokens: createTokenStore({ refreshTokens }),
    ...(credential === undefined ? {} : { credential }),
  }
}
