/** The shell lines that bring a version to each client. Names come from the hub, which allows letters, digits, dots, plus and minus in them. */
export function installLines(
  url: string,
  { scope, skill, version }: { readonly scope: string; readonly skill: string; readonly version: string },
): readonly { readonly client: string; readonly text: string }[] {
  const address = `${url}/v1/skills/@${scope}/${skill}/versions/${version}/package`
  return [
    { client: 'skillwright', text: `skillwright login ${url}\nskillwright install @${scope}/${skill}@${version}` },
    { client: 'skills', text: `npx skills add ${url} --skill ${skill}` },
    { client: 'shell', text: `mkdir ${skill} && curl -fsSL '${address}' | tar xz -C ${skill}` },
  ]
}
