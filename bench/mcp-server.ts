// An MCP server with one trivial tool, as its SDK's own documentation writes it, with a schema for its input and one for its
// output: what a warm call, which checks both too, is measured against.
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js'
import { z } from 'zod'

const server = new McpServer({ name: 'bench', version: '1.0.0' })
server.registerTool(
  'analyze',
  {
    description: 'Analyses days.',
    inputSchema: { days: z.number() },
    outputSchema: { average: z.number(), trend: z.string(), days_analyzed: z.number() },
  },
  async ({ days }) => {
    const data = { average: 85.3, trend: 'improving', days_analyzed: days }
    return { content: [{ type: 'text', text: JSON.stringify(data) }], structuredContent: data }
  },
)
await server.connect(new StdioServerTransport())
