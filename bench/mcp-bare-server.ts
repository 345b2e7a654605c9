// The handler of python-worker.ts registered in the MCP SDK itself, with a schema for its input and one for its output: what the same
// call through skills, which checks both too, is measured against.
import { fromJsonSchema, McpServer } from '@modelcontextprotocol/server'
import { serveStdio } from '@modelcontextprotocol/server/stdio'
import { WORKER_CONTRACT } from './python-worker.ts'

const { input, output } = WORKER_CONTRACT.actions.analyze

serveStdio(() => {
  const server = new McpServer({ name: 'bench', version: '1.0.0' })
  server.registerTool(
    'analysis',
    {
      description: 'Analyses days.',
      inputSchema: fromJsonSchema<{ days: number }>(input),
      outputSchema: fromJsonSchema(output),
    },
    async ({ days }) => {
      const data = { average: 85.3, trend: 'improving', days_analyzed: days }
      return { content: [{ type: 'text', text: JSON.stringify(data) }], structuredContent: data }
    },
  )
  return server
})
