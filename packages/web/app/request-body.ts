import { isObject } from '@skillwright/contract'

/** The only action of a contract that names none. */
const ONLY_ACTION = 'run'

/** What a call sends: the parameters alone, or a whole request where they could be taken for one. */
export function requestBody(action: string | undefined, params: unknown): Readonly<Record<string, unknown>> {
  const isPlain = isObject(params) && !['action', 'params', 'context'].some((name) => name in params)
  return isPlain ? params : { action: action ?? ONLY_ACTION, params }
}
