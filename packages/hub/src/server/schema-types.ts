import type { OperationConfig, Wire } from '@skillwright/hub-api'
import type { FastifyTypeProvider } from 'fastify'
import type { TSchema } from 'typebox'
import type { Principal } from '../principal.ts'

/** Types the handler of an operation by its schemas: `app.withTypeProvider<SchemaTypes>().route({ ...OPERATION, handler })`. */
export interface SchemaTypes extends FastifyTypeProvider {
  readonly validator: this['schema'] extends TSchema ? Wire<this['schema']> : unknown
  readonly serializer: this['schema'] extends TSchema ? Wire<this['schema']> : unknown
}

declare module 'fastify' {
  interface FastifyContextConfig extends Partial<OperationConfig> {}
  interface FastifyRequest {
    principal: Principal
    /** The config of its route. */
    route: FastifyContextConfig & { readonly url?: string }
  }
}
