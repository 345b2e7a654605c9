import type { ParameterDefinition, Schema } from '@skillwright/contract'
import type { CapabilityType } from '../skill.ts'

/** How a client calls a skill over HTTP (document D). Field names are the document's. */
export interface Descriptor {
  readonly protocol: ProtocolVersion
  readonly id: string
  readonly name: string
  readonly version: string
  readonly capability_type: CapabilityType
  readonly description: string
  readonly provider: Provider
  readonly endpoint: InvocationEndpoint
  readonly inputs: readonly ParameterDefinition[]
  readonly output: OutputDefinition
  readonly auth: AuthConfig
  readonly access: AccessPolicy
  readonly tags?: readonly string[]
  readonly documentation_url?: string
  readonly created_at?: string
  readonly updated_at?: string
  /** What the contract says and the fields above cannot express, so that nothing is lost; our own addition. */
  readonly 'x-contract'?: ContractExtra
}

/** The version of the descriptor protocol. */
interface ProtocolVersion {
  readonly version: string
  readonly changelog_url?: string
}

/** Who offers the skill. */
export interface Provider {
  readonly name: string
  readonly url?: string
  readonly contact?: string
}

/** Where and how it is called. */
export interface InvocationEndpoint {
  readonly url: string
  readonly method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  readonly content_type?: string
  /** Has `{execution_id}` where the id of the run goes. */
  readonly status_url?: string
  readonly result_url?: string
  readonly timeout_ms?: number
  readonly retry?: { readonly max_attempts?: number; readonly backoff_ms?: number }
  /** Where in the request each parameter goes, for a service that takes them elsewhere than all in one place; our own addition. */
  readonly 'x-request'?: RequestPlaces
}

/** Where the parameters of a request go. */
export interface RequestPlaces {
  /** Behind the address, with `{name}` where a parameter goes. */
  readonly path?: string
  /** Those that do not go into the body, by the name that the contract has for them. */
  readonly parameters?: Readonly<Record<string, ParameterPlace>>
  /** The parameter that is the body, or true when all others together are; there is none when absent. */
  readonly body?: string | true
}

/** Where one parameter goes, and how lists and objects are written there. */
export interface ParameterPlace {
  readonly in: 'path' | 'query' | 'header' | 'cookie'
  /** What the service calls it; the same when absent. */
  readonly name?: string
  readonly style?: 'simple' | 'form' | 'spaceDelimited' | 'pipeDelimited' | 'deepObject' | 'json'
  readonly explode?: boolean
}

/** What comes back. */
interface OutputDefinition {
  readonly content_type?: string
  readonly schema?: Schema
  readonly description?: string
}

/** How a caller proves who they are. */
export interface AuthConfig {
  readonly type: 'api_key' | 'oauth2' | 'custom' | 'none'
  readonly description?: string
  /** Header that carries the key, for `api_key` and `custom`. */
  readonly header?: string
  readonly oauth2?: OAuth2Config
  /** The HTTP scheme that the header names before the key, which is `user:password` for basic; our own addition. */
  readonly 'x-scheme'?: 'bearer' | 'basic'
}

/** The addresses and scopes of OAuth 2.0. */
export interface OAuth2Config {
  readonly authorization_url?: string
  readonly token_url: string
  readonly scopes?: Readonly<Record<string, string>>
}

/** Who may find and call it. public: all clients; restricted: all may find it, authenticated ones may call it; private: only authenticated ones may find it. */
export type AccessPolicy = 'public' | 'restricted' | 'private'

/**
 * What the contract says and document D has no field for, in the words of contract.json: each key replaces what the plain
 * fields say, null removes it. `actions` names the one action that the descriptor is for.
 */
export interface ContractExtra {
  readonly title?: string | null
  readonly version?: string | null
  readonly description?: string | null
  readonly 'x-docs'?: string
  readonly tools_required?: readonly string[]
  readonly migrations?: readonly unknown[]
  readonly actions?: Readonly<Record<string, ActionExtra>>
}

/** The same for the action. */
interface ActionExtra {
  readonly description?: string | null
  readonly 'x-docs'?: string
  readonly idempotent?: boolean
  readonly timeout_seconds?: number | null
  readonly pass_through?: string
  readonly examples?: readonly unknown[]
  /** Where parameters cannot say it: conditions, open objects, combinations. */
  readonly input?: Schema
  readonly output?: Schema
}
