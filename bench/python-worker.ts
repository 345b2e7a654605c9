/** A skill of the worker tier that answers at once: what is measured is the way to it and back. */
export const PYTHON_WORKER = `import json
import sys

for line in sys.stdin:
    request = json.loads(line)
    data = {"average": 85.3, "trend": "improving", "days_analyzed": request["params"]["days"]}
    answer = {"success": True, "id": request["id"], "action": request["action"], "data": data}
    sys.stdout.write(json.dumps(answer) + "\\n")
    sys.stdout.flush()
`

/** What it promises, as the tool of mcp-server.ts does. */
export const WORKER_CONTRACT = {
  version: '1.0.0',
  actions: {
    analyze: {
      description: 'Analyses days.',
      input: {
        type: 'object',
        properties: { days: { type: 'number' } },
        required: ['days'],
        additionalProperties: false,
      },
      output: {
        type: 'object',
        properties: { average: { type: 'number' }, trend: { type: 'string' }, days_analyzed: { type: 'number' } },
        required: ['average', 'trend', 'days_analyzed'],
        additionalProperties: false,
      },
    },
  },
}
