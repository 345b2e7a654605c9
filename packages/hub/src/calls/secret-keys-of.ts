import type { HubContext } from '../hub-context.ts'
import { openSecretKeys, type SecretKeys } from './secret-keys.ts'

const opened = new WeakMap<HubContext, Promise<SecretKeys>>()

/** The keys of a hub; read when they are first needed. */
export function secretKeysOf(hub: HubContext): Promise<SecretKeys> {
  const keys = opened.get(hub) ?? openSecretKeys(hub.config)
  opened.set(hub, keys)
  keys.catch(() => opened.delete(hub))
  return keys
}
