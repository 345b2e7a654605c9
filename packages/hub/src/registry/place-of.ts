import { scopeOf } from '@skillwright/hub-api'

/** The place of a skill or version, from how an address names it. */
export function placeOf<Params extends { readonly scope: string; readonly skill: string }>({
  scope,
  skill,
  ...rest
}: Params) {
  return { ...rest, scope: scopeOf(scope), name: skill }
}
