// The worker of python-worker.ts behind a tool of the MCP SDK itself, with a schema for its input and one for its output: what the same
// call through skills, which checks both too, is measured against.
import { spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import { fromJsonSchema, McpServer } from '@modelcontextprotocol/server'
import { serveStdio } from '@modelcontextprotocol/server/stdio'
import { PYTHON_WORKER, WORKER_CONTRACT } from './python-worker.ts'

const { input, output } = WORKER_CONTRACT.actions.analyze
const worker = spawn('python3', ['-c', PYTHON_WORKER], { stdio: ['pipe', 'pipe', 'inherit'] })
const waiting: ((line: string) => void)[] = []
createInterface({ input: worker.stdout }).on('line', (line) => waiting.shift()?.(line))
process.stdin.once('end', () => worker.kill())

function ask(params: object): Promise<string> {
  worker.stdin.write(`${JSON.stringify({ id: 'x', action: 'analyze', params })}\n`)
  return new Promise((resolve) => waiting.push(resolve))
}

serveStdio(() => {
  const server = new McpServer({ name: 'bench', version: '1.0.0' })
  server.registerTool(
    'analysis',
    {
      description: 'Analyses days.',
      inputSchema: fromJsonSchema<{ days: number }>(input),
      outputSchema: fromJsonSchema(output),
    },
    async (params) => {
      const { data } = JSON.parse(await ask(params)) as { data: Record<string, unknown> }
      return { content: [{ type: 'text', text: JSON.stringify(data) }], structuredContent: data }
    },
  )
  return server
})
