/** The page of a skill, or one of its sections. */
export function skillPath(
  { scope, skill }: { readonly scope: string; readonly skill: string },
  section = '',
  version?: string,
): string {
  const path = `/skills/@${encodeURIComponent(scope)}/${encodeURIComponent(skill)}${section === '' ? '' : `/${section}`}`
  return version === undefined ? path : `${path}?version=${encodeURIComponent(version)}`
}
