import { checkVersion } from './check-version.ts'
import { checkName, fullName } from './skill-name.ts'

/**
 * The shell line that unpacks a version into a new folder of its name. Nothing that is there is overwritten: where the folder
 * exists, it ends before anything is fetched. Throws INVALID_INPUT for a name or version that a hub cannot have, so that a hub
 * which lies puts nothing else into a shell.
 */
export function installLine(
  url: string,
  { scope, name, version }: { readonly scope: string; readonly name: string; readonly version?: string },
): string {
  const skill = fullName({ scope: checkName(scope, 'scope'), name: checkName(name) })
  const wanted = version === undefined ? 'latest' : checkVersion(version).text
  const address = `${new URL(url).href.replace(/\/+$/, '')}/v1/skills/${skill}/versions/${wanted}/package`
  return `mkdir ${name} && curl -fsSL '${address.replaceAll("'", '%27')}' | tar xz -C ${name}`
}
