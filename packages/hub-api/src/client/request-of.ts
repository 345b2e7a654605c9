import type { TObject, TOptional, TProperties, TSchema } from 'typebox'
import type { Operation, Wire } from '../operations/operation.ts'

/** What an operation is asked with: the parts that its schemas name, without what is optional or has a default. */
export type RequestOf<Op extends Operation> = Part<'params', Op['schema']['params']> &
  Part<'query', Op['schema']['querystring']> &
  Part<'headers', Op['schema']['headers']> &
  Part<'body', Op['schema']['body']>

/** What an operation answers when it succeeds. */
export type AnswerOf<Op extends Operation> = ValueOf<Omit<Op['schema']['response'], 302 | 304>>

/** What the list of an operation holds. */
export type ItemOf<Op extends Operation> =
  AnswerOf<Op> extends { readonly items: readonly (infer Item)[] } ? Item : never

/** The operation itself when it answers with a page of a list, else nothing that can be given. */
export type ListOperation<Op extends Operation> = [ItemOf<Op>] extends [never] ? never : Op

type Part<Name extends string, Schema> = [Schema] extends [TObject<infer Properties>]
  ? Named<Name, Given<Properties>>
  : [Schema] extends [{ readonly content: unknown }]
    ? { readonly [Key in Name]: ValueOf<{ readonly body: Schema }> }
    : [Schema] extends [TSchema]
      ? { readonly [Key in Name]: Wire<Schema> }
      : unknown

/** A part of which nothing has to be given need not be there itself. */
type Named<Name extends string, Part> = object extends Part
  ? { readonly [Key in Name]?: Part }
  : { readonly [Key in Name]: Part }

type Given<Properties extends TProperties> = {
  readonly [Key in Exclude<keyof Properties, Spared<Properties>>]: Wire<Properties[Key]>
} & { readonly [Key in Spared<Properties>]?: Wire<Properties[Key]> | undefined }

/** The properties that need not be given. */
type Spared<Properties extends TProperties> = {
  [Key in keyof Properties]: Properties[Key] extends TOptional | { readonly default: unknown } ? Key : never
}[keyof Properties]

type ValueOf<Answers> = {
  [Status in keyof Answers]: Answers[Status] extends { readonly content: infer Content }
    ? {
        [Media in keyof Content]: Content[Media] extends { readonly schema: infer Schema extends TSchema }
          ? Wire<Schema>
          : never
      }[keyof Content]
    : Answers[Status] extends TSchema
      ? Wire<Answers[Status]>
      : never
}[keyof Answers]
