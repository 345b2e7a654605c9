/** Whose rules a skill is held to: document C's, the Agent Skills standard's, ClawHub's or Hermes'. */
export type Profile = 'standard' | 'agentskills' | 'clawhub' | 'hermes'

/** Every profile, the default first. */
export const PROFILES: readonly Profile[] = ['standard', 'agentskills', 'clawhub', 'hermes']
