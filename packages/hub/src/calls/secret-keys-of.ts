import type { HubContext } from '../hub-context.ts'
import { openSecretKeys, type SecretKeys } from './secret-keys.ts'

const opened = new WeakMap<HubContext, Promise<SecretKeys>>()

/** The keys of a hub; read when they are first needed. Only a hub may make some: a worker's would open nothing. */
export function secretKeysOf(hub: HubContext, options: { readonly mayMake?: boolean } = {}): Promise<SecretKeys> {
  const keys = opened.get(hub) ?? openSecretKeys(hub.config, options)
  opened.set(hub, keys)
  keys.catch(() => opened.delete(hub))
  return keys
}
