/** What a card says. */
export interface AgentCardFacts {
  readonly name: string
  readonly description: string
  /** Where JSON-RPC is spoken. */
  readonly url: string
  readonly documentationUrl?: string
  /** Whether callers without a token are answered. */
  readonly isOpen: boolean
  readonly skills: readonly CardSkill[]
}

/** A skill of a card. */
export interface CardSkill {
  /** What a message calls it by: `@scope/name`, or `@scope/name#action`. */
  readonly id: string
  readonly name: string
  readonly description: string
  readonly tags: readonly string[]
}

const JSON_MODE = 'application/json'
const TEXT_MODE = 'text/plain'

/** Writes an agent card of A2A 1.0. */
export function agentCard({ name, description, url, documentationUrl, isOpen, skills }: AgentCardFacts) {
  return {
    name,
    description,
    supportedInterfaces: [{ url, protocolBinding: 'JSONRPC', protocolVersion: '1.0' }],
    version: '1.0.0',
    ...(documentationUrl === undefined ? {} : { documentationUrl }),
    capabilities: { streaming: true, pushNotifications: false, extendedAgentCard: true },
    securitySchemes: {
      token: { httpAuthSecurityScheme: { scheme: 'Bearer', description: 'A token with the scope "invoke".' } },
    },
    securityRequirements: isOpen ? [] : [{ schemes: { token: { list: [] } } }],
    defaultInputModes: [JSON_MODE, TEXT_MODE],
    defaultOutputModes: [JSON_MODE],
    skills: skills.map((skill) => ({ ...skill, tags: [...skill.tags] })),
  }
}
