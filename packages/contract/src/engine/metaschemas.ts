import applicator from 'ajv/dist/refs/json-schema-2020-12/meta/applicator.json' with { type: 'json' }
import content from 'ajv/dist/refs/json-schema-2020-12/meta/content.json' with { type: 'json' }
import core from 'ajv/dist/refs/json-schema-2020-12/meta/core.json' with { type: 'json' }
import formatAnnotation from 'ajv/dist/refs/json-schema-2020-12/meta/format-annotation.json' with { type: 'json' }
import metaData from 'ajv/dist/refs/json-schema-2020-12/meta/meta-data.json' with { type: 'json' }
import unevaluated from 'ajv/dist/refs/json-schema-2020-12/meta/unevaluated.json' with { type: 'json' }
import validation from 'ajv/dist/refs/json-schema-2020-12/meta/validation.json' with { type: 'json' }
import schema from 'ajv/dist/refs/json-schema-2020-12/schema.json' with { type: 'json' }
import type { Schema } from '../schema.ts'

/** The schema that every draft 2020-12 schema must fit. */
export const METASCHEMA: Schema = asSchema(schema)

/** The built-in documents `$ref` may name, by URI. */
export const METASCHEMAS: ReadonlyMap<string, Schema> = new Map(
  [schema, core, applicator, unevaluated, validation, metaData, formatAnnotation, content].map((document) => [
    document.$id,
    asSchema(document),
  ]),
)

function asSchema(document: object): Schema {
  return document as Schema
}
