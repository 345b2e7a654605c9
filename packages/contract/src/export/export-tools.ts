import type { Contract } from '../open-contract.ts'
import { escapeStep } from '../pointer.ts'
import type { ExportedTool, Loss } from './loss.ts'
import { ANTHROPIC_NAMES, type AnthropicTool, toAnthropicTool } from './to-anthropic-tool.ts'
import { MCP_NAMES, type McpTool, toMcpTool } from './to-mcp-tool.ts'
import { OPEN_AI_NAMES, type OpenAiTool, toOpenAiTool } from './to-open-ai-tool.ts'
import { toolNames } from './tool-name.ts'

/** Who the tools are for. */
export type ToolTarget = 'openai' | 'openai-strict' | 'anthropic' | 'anthropic-strict' | 'mcp'

/** The tools of a contract, and what they could not say. */
export interface ExportedTools {
  readonly tools: readonly (OpenAiTool | AnthropicTool | McpTool)[]
  readonly losses: readonly Loss[]
}

/** Every action of a contract as a tool, under names that the target accepts and that differ. */
export function exportTools(contract: Contract, target: ToolTarget): ExportedTools {
  const actions = [...contract.actions.values()]
  const rule = target === 'mcp' ? MCP_NAMES : target.startsWith('openai') ? OPEN_AI_NAMES : ANTHROPIC_NAMES
  const names = toolNames(
    actions.map((action) => action.name),
    rule,
  )
  const title = actions.length === 1 && contract.title !== undefined ? { title: contract.title } : {}
  const exported = actions.map((action, i): ExportedTool<OpenAiTool | AnthropicTool | McpTool> => {
    const name = names[i] ?? action.name
    if (target === 'mcp') return toMcpTool(action, { name, ...title })
    const strict = target.endsWith('-strict')
    return target.startsWith('openai')
      ? toOpenAiTool(action, { strict, name })
      : toAnthropicTool(action, { strict, name })
  })
  return {
    tools: exported.map(({ tool }) => tool),
    losses: exported.flatMap(({ losses }, i) => {
      const prefix = actions.length > 1 ? `/actions/${escapeStep(actions[i]?.name ?? '')}` : ''
      return losses.map((loss) => ({ ...loss, pointer: `${prefix}${loss.pointer}` }))
    }),
  }
}
