import type { AnswerOf, READ_SKILL, READ_VERSION } from '@skillwright/hub-api'
import type { Component } from 'svelte'

/** What every section of a skill's page is given. */
export interface SectionProps {
  readonly about: AnswerOf<typeof READ_SKILL>
  readonly version: AnswerOf<typeof READ_VERSION>
}

/** The sections of a skill's page, loaded when they are opened. */
export const SECTIONS: Readonly<Record<string, () => Promise<{ readonly default: Component<SectionProps> }>>> = {
  readme: () => import('./Readme.svelte'),
  contract: () => import('./Contract.svelte'),
  try: () => import('./Try.svelte'),
  trust: () => import('./Trust.svelte'),
  usage: () => import('./Usage.svelte'),
  versions: () => import('./Versions.svelte'),
}
