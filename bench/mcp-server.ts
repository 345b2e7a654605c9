// An MCP server with one trivial tool, as its SDK's own documentation writes it: what a warm call is measured against.
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js'
import { z } from 'zod'

const server = new McpServer({ name: 'bench', version: '1.0.0' })
server.registerTool(
  'convert',
  { description: 'Converts km to m.', inputSchema: { value: z.number(), from: z.string(), to: z.string() } },
  async ({ value, from, to }) => ({ content: [{ type: 'text', text: JSON.stringify({ value: value * 1_000, from, to }) }] }),
)
await server.connect(new StdioServerTransport())
