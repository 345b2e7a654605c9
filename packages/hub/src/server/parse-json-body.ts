import { isDeeperThan, readExactJson, SkillError } from '@skillwright/contract'
import type { FastifyBodyParser, FastifyInstance } from 'fastify'
import { refuseUnstorable } from './refuse-unstorable.ts'

const MAX_DEPTH = 64
const MAX_KEYS = 10_000
const MAX_VALUES = 100_000

/** Parses a JSON body; keys that reach into prototypes are refused, and so is what nests too deep or holds too much. */
export function parseJsonBody(app: FastifyInstance): FastifyBodyParser<string> {
  const parse = app.getDefaultJsonParser('error', 'error')
  return (request, text, done) => {
    void parse(request, text, (error, value) => {
      if (error) return done(error)
      if (isDeeperThan(value, MAX_DEPTH, { maxKeys: MAX_KEYS, maxValues: MAX_VALUES }))
        return done(
          new SkillError(
            'INPUT_TOO_LARGE',
            `The JSON body must nest at most ${MAX_DEPTH} levels and hold at most ${MAX_VALUES} values`,
          ),
        )
      try {
        refuseUnstorable(value, text)
        // A skill gets what its caller wrote, or nothing.
        if (request.route?.failsAs === 'response') refuseLoss(text)
      } catch (refused) {
        return done(refused as SkillError)
      }
      done(null, value)
    })
  }
}

/** Throws INVALID_INPUT for text that parsing changes without a word: a key that stands twice, a number that a double cannot hold. */
function refuseLoss(text: string): void {
  const exact = readExactJson(text, { maxDepth: MAX_DEPTH })
  const [rounded] = exact.ok ? exact.rounded : []
  const lost = exact.ok ? rounded && `the number ${rounded.text}, which would become ${rounded.became}` : exact.message
  if (lost !== undefined)
    throw new SkillError('INVALID_INPUT', `Expected JSON that can be read without loss, got ${lost}`, {
      hint: 'Write long numbers as text, and each key once',
    })
}
