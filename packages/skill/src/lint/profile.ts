import { isObject } from '@skillwright/contract'
import { isExportManifest } from '../dialects/kept-original.ts'
import type { Skill } from '../skill.ts'
import { STANDARD_KEYS } from '../skill-fields.ts'

/** Whose rules a skill is held to: document C's, the Agent Skills standard's, ClawHub's or Hermes'. */
export type Profile = 'standard' | 'agentskills' | 'clawhub' | 'hermes'

/** Every profile. */
export const PROFILES: readonly Profile[] = ['standard', 'agentskills', 'clawhub', 'hermes']

/** The profile of the dialect that a skill is written in; `otherwise` for one that has no rules of its own. */
export function profileOf(
  { dialect, manifest }: Pick<Skill, 'dialect' | 'manifest'>,
  otherwise: Profile = 'agentskills',
): Profile {
  if (dialect === 'standard' || dialect === 'clawhub' || dialect === 'hermes') return dialect
  if (!isObject(manifest) || isExportManifest(manifest)) return otherwise
  // Others call a file skill.json too; one with two of document C's own keys is meant for it.
  return STANDARD_KEYS.filter((key) => Object.hasOwn(manifest, key)).length >= 2 ? 'standard' : otherwise
}
