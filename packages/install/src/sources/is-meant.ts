import { TIERS } from '@skillwright/hub-api'

/** Whether a skill of a hub, `@scope/name`, is one that a reference to it can mean: its scope is the one that was written, or none was. */
export function isMeant(asked: string, id: string): boolean {
  const [first = '', name] = asked.replace(/^@/, '').split('/')
  if (name === undefined) return id.endsWith(`/${first}`) || id === first
  // official/name is any scope's.
  const isTier = !asked.startsWith('@') && TIERS.some((tier) => tier === first)
  return isTier ? id.endsWith(`/${name}`) : id === `@${first}/${name}`
}
