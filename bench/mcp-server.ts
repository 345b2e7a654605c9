// An MCP server with one trivial tool, as its SDK's own documentation writes it: what a warm call is measured against.
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js'
import { z } from 'zod'

const server = new McpServer({ name: 'bench', version: '1.0.0' })
server.registerTool(
  'analyze',
  { description: 'Analyses days.', inputSchema: { days: z.number() } },
  async ({ days }) => ({
    content: [{ type: 'text', text: JSON.stringify({ average: 85.3, trend: 'improving', days_analyzed: days }) }],
  }),
)
await server.connect(new StdioServerTransport())
