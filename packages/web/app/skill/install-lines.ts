import { installLine } from '@skillwright/hub-api'

/** The shell lines that bring a version to each client. Names come from the hub, which allows nothing in them that a shell would take for more. */
export function installLines(
  url: string,
  { scope, skill, version }: { readonly scope: string; readonly skill: string; readonly version: string },
): readonly { readonly client: string; readonly text: string }[] {
  return [
    { client: 'skillwright', text: `skillwright install @${scope}/${skill}@${version} --hub ${url}` },
    { client: 'skills', text: `npx skills add ${url} --skill ${skill}` },
    { client: 'shell', text: installLine(url, { scope, name: skill, version }) },
  ]
}
