import { requestBody } from '../request-body.ts'

/** A call, as it is written in each language. */
export interface CallLine {
  readonly language: string
  readonly text: string
}

/** What is called, and with what. */
export interface WrittenCall {
  readonly url: string
  readonly scope: string
  readonly skill: string
  readonly version: string
  readonly action: string | undefined
  readonly params: unknown
}

const TOKEN = '-H "authorization: Bearer $SKILLWRIGHT_HUB_TOKEN"'
const JSON_BODY = "-H 'content-type: application/json'"

/** The same call with curl, on the command line, in TypeScript and over MCP. What a user typed stays data in each. */
export function callLines({ url, scope, skill, version, action, params }: WrittenCall): readonly CallLine[] {
  const base = `${url}/v1/skills/@${scope}/${skill}/versions/${version}`
  const address = action === undefined ? `${base}/invoke` : `${base}/actions/${encodeURIComponent(action)}/invoke`
  const descriptor = `${base}/descriptor${action === undefined ? '' : `?action=${encodeURIComponent(action)}`}`
  const body = JSON.stringify(requestBody(action, params))
  const operation = action === undefined ? 'INVOKE_SKILL' : 'INVOKE_ACTION'
  const toolCall = {
    jsonrpc: '2.0',
    id: 1,
    method: 'tools/call',
    params: { name: 'run_skill', arguments: { skill: `@${scope}/${skill}`, action, params } },
  }
  const place = { scope, skill, version, ...(action === undefined ? {} : { action }) }
  return [
    {
      language: 'curl',
      text: `curl ${quote(address)} \\\n  ${TOKEN} ${JSON_BODY} \\\n  -d ${quote(body)}`,
    },
    { language: 'cli', text: `printf %s ${quote(body)} | skillwright call ${quote(descriptor)} --input -` },
    {
      language: 'typescript',
      text: `import { createHubClient, ${operation} } from '@skillwright/hub-api'\n\nconst hub = createHubClient({ url: ${JSON.stringify(url)}, token: process.env.SKILLWRIGHT_HUB_TOKEN })\nconst response = await hub.call(${operation}, {\n  params: ${JSON.stringify(place)},\n  body: ${body},\n})`,
    },
    {
      language: 'mcp',
      text: `curl ${quote(`${url}/mcp`)} \\\n  ${TOKEN} ${JSON_BODY} -H 'accept: application/json, text/event-stream' \\\n  -d ${quote(JSON.stringify(toolCall))}`,
    },
  ]
}

function quote(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`
}
