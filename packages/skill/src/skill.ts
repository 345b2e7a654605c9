import type { Contract, Finding } from '@skillwright/contract'
import type { Permissions } from './permissions.ts'

/** What a folder with SKILL.md says, read into one form whatever dialect it is written in. */
export interface Skill {
  /** Absolute path of the folder; undefined when the files came from elsewhere. */
  readonly dir: string | undefined
  /** Kebab-case identifier: front matter `id`, else the standard's `name`, else the folder's name. */
  readonly id: string
  /** Name for people. */
  readonly name: string
  readonly version: string | undefined
  /** One sentence, for index and search; empty when the file has none. */
  readonly description: string
  readonly author: string | undefined
  readonly license: string | undefined
  readonly homepage: string | undefined
  readonly language: string | undefined
  readonly created: string | undefined
  readonly updated: string | undefined
  readonly tags: readonly string[]
  /** Range of host versions it works with. */
  readonly hermesVersion: string | undefined
  readonly toolsRequired: readonly string[]
  readonly toolsOptional: readonly string[]
  readonly capabilityType: CapabilityType
  /** Which dialect the SKILL.md is written in. */
  readonly dialect: Dialect
  /** The front matter as it was read, every key kept. */
  readonly frontMatter: Readonly<Record<string, unknown>>
  /** skill.json as it was read. */
  readonly manifest: Readonly<Record<string, unknown>> | undefined
  /** SKILL.md below the front matter. */
  readonly body: string
  readonly sections: SkillSections
  readonly contract: Contract | undefined
  /** Where the contract came from. */
  readonly contractSource: 'contract.json' | 'parameter-table' | undefined
  /** `prompts/system.md`. */
  readonly systemPrompt: string | undefined
  /** `prompts/examples/*.json`. */
  readonly examples: readonly SkillExample[]
  /** The script that runs it; undefined for a skill that is only a prompt. */
  readonly entry: SkillEntry | undefined
  readonly permissions: Permissions
  /** Skills that it needs, by name, each with the range of versions that will do. */
  readonly dependencies: ReadonlyMap<string, string>
  /** How long a run may take, where agent.yaml or skill.json says so. */
  readonly timeoutSeconds: number | undefined
  /** Every file of the package, as sorted relative paths with `/`. */
  readonly files: readonly string[]
  readonly findings: readonly Finding[]
}

/** What kind of ability it is (document D). */
export type CapabilityType = 'plugin' | 'api' | 'knowledge' | 'task'

/** Whose conventions a SKILL.md follows: document C's, the Agent Skills standard's, or a client's extension of it. */
export type Dialect = 'standard' | 'agentskills' | 'clawhub' | 'hermes' | 'claude-code' | 'codex' | 'script'

/** The script that runs a skill. */
export interface SkillEntry {
  /** Relative path inside the package. */
  readonly path: string
  readonly language: EntryLanguage
}

/** What a script is written in, by its ending or first line. */
export type EntryLanguage = 'python' | 'javascript' | 'typescript' | 'shell' | 'executable'

/** The known sections of SKILL.md, whatever language their headings are in; absent ones are empty. */
export interface SkillSections {
  readonly overview: string
  readonly whenToUse: readonly string[]
  readonly whenNotToUse: readonly string[]
  readonly usage: string
  /** Phrases that invoke it explicitly. */
  readonly invocations: readonly string[]
  /** The Markdown parameter table, as written. */
  readonly parameters: string
  /** The numbered steps of the process. */
  readonly process: readonly string[]
  readonly examples: readonly SectionExample[]
  readonly dependencies: string
  readonly configuration: string
  readonly limitations: readonly string[]
  readonly changelog: readonly ChangelogEntry[]
}

/** One example in the Examples section. */
export interface SectionExample {
  readonly title: string
  readonly text: string
}

/** What changed in one version. */
export interface ChangelogEntry {
  readonly version: string
  readonly date: string | undefined
  readonly changes: readonly string[]
}

/** One input and output pair under prompts/examples. */
export interface SkillExample {
  readonly file: string
  readonly action?: string
  readonly input: unknown
  readonly output?: unknown
}
