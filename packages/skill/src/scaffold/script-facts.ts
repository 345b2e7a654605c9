import type { StarterAction, StarterKind } from './starter-action.ts'

/** What a script template is filled with. */
export interface ScriptFacts {
  readonly title: string
  /** One sentence. */
  readonly description: string
  readonly actions: readonly StarterAction[]
}

/** A parameter as a script knows it: its type, and the default where it may be left out. */
export interface ScriptParameter {
  readonly name: string
  readonly type: string
  /** As JSON text; undefined when the parameter is required. */
  readonly defaultJson: string | undefined
}

/** The parameters of a starter action. Starters have one type each, and a default for everything that is not required. */
export function scriptParameters({ input }: StarterAction): ScriptParameter[] {
  return Object.entries(input.properties ?? {}).map(([name, schema]) => ({
    name,
    type: typeof schema === 'object' && typeof schema.type === 'string' ? schema.type : 'string',
    defaultJson:
      typeof schema === 'object' && !input.required?.includes(name) ? JSON.stringify(schema.default) : undefined,
  }))
}

/** The sample data that the starters of these actions work on. */
export function neededSamples(actions: readonly StarterAction[]): { values: boolean; items: boolean } {
  const uses = (...kinds: StarterKind[]) => actions.some(({ kind }) => kinds.includes(kind))
  return { values: uses('analyze', 'report', 'full'), items: uses('fetch') }
}

/** A request that calls the first action, as one line of JSON. */
export function sampleRequest({ actions }: ScriptFacts): string {
  const [action] = actions
  return JSON.stringify({ action: action?.name, params: action?.examples[0].input })
}
