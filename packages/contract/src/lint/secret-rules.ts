import { preview } from '../json.ts'
import type { PathStep } from '../pointer.ts'
import { namesType } from '../schema-types.ts'
import { eachString } from './each-string.ts'
import { findSecret, isRandomLooking, mask } from './find-secret.ts'
import { isSecretName } from './is-secret-name.ts'
import { nameWords } from './name-words.ts'
import { onInputs, onSchemas, type Report, type Rule } from './rule.ts'
import { type Place, someInPlace } from './schema-site.ts'

const ROTATE = 'Remove it, and replace the credential at its provider: it was published the moment the file was shared.'

/** Rules about credentials: a contract is public. */
export const SECRET_RULES: readonly Rule[] = [
  {
    id: 'contract/secret',
    severity: 'error',
    summary: 'A default, example, constant, enum or description holds a credential.',
    why: 'A contract is public: every reader can use the credential.',
    fix: ROTATE,
    fixable: false,
    check(context, report) {
      for (const site of context.sites) {
        for (const keyword of ['default', 'const', 'enum'] as const) reportSecrets(site, keyword, report, true)
        for (const keyword of ['examples', 'description', 'x-docs', '$comment']) reportSecrets(site, keyword, report)
      }
      for (const action of context.actions) {
        for (const keyword of ['examples', 'description', 'x-docs']) reportSecrets(action, keyword, report)
      }
      const { contract } = context
      // In the short form the document is its own action, and was checked above.
      if (!contract || context.actions.some((action) => action.value === contract.value)) return
      for (const keyword of ['description', 'x-docs', 'migrations']) reportSecrets(contract, keyword, report)
    },
  },
  {
    id: 'contract/secret-default',
    severity: 'error',
    summary: 'A property for a credential has a default.',
    why: 'The default is public, and callers that send none are let in with it.',
    fix: 'Remove the default, and rotate the credential.',
    fixable: false,
    check: onSchemas((site, report) => {
      const value = site.schema.default
      if (!isSecretName(site.name) || typeof value !== 'string' || value === '' || findSecret(value)) return
      report(site, `${preview(site.name)} has a default of ${value.length} characters`, { at: ['default'] })
    }),
  },
  {
    id: 'contract/secret-random',
    severity: 'warning',
    summary: 'A default or constant looks as random as a key.',
    why: 'If it is a credential, every reader of the contract can use it.',
    fix: 'If it is a credential, remove it and replace it at its provider; if not, say in the description what it is.',
    fixable: false,
    check: onSchemas((site, report) => {
      const words = nameWords(site.name ?? '')
      if (isSecretName(site.name) || words.some((word) => HARMLESS.has(word))) return
      for (const keyword of ['default', 'const'] as const) {
        for (const { text, steps } of eachString(site.schema[keyword])) {
          if (!isRandomLooking(text) || findSecret(text)) continue
          report(site, `${mask(text)} looks like a key`, { at: [keyword, ...steps] })
        }
      }
    }),
  },
  {
    id: 'contract/secret-property',
    severity: 'info',
    summary: 'A property for a credential is not marked `writeOnly`.',
    why: 'Marked, it is kept out of logs, histories and generated examples.',
    fix: 'Add `"writeOnly": true`, or better, let the host hold the credential so that no model ever sees it.',
    fixable: true,
    check: onInputs((site, report) => {
      if (site.keyword !== 'properties' || !isSecretName(site.name) || !namesType(site.schema, 'string')) return
      if (someInPlace(site, (schema) => schema.writeOnly === true)) return
      const repair = { edits: [{ at: ['writeOnly'], value: true }] }
      report(site, `${preview(site.name)} looks like a credential and is not \`writeOnly\``, { repair })
    }),
  },
]

function reportSecrets(place: Place & Valued, keyword: string, report: Report, isUsed = false): void {
  const holder = place.schema ?? place.value
  for (const { text, steps } of eachString(holder?.[keyword])) {
    const found = findSecret(text)
    // A made-up key in a text shows the format; as a default or constant it would really be sent.
    if (!found || (found.isPlaceholder && !isUsed)) continue
    const at: PathStep[] = [keyword, ...steps]
    report(place, `This looks like ${found.kind}: ${found.hint}`, { at })
  }
}

interface Valued {
  readonly schema?: Readonly<Record<string, unknown>>
  readonly value?: Readonly<Record<string, unknown>>
}

const HARMLESS: ReadonlySet<string> = new Set(
  'hash digest checksum sha sha1 sha256 sha512 md5 etag cursor id uuid guid commit image data content base64 signature fingerprint public'.split(
    ' ',
  ),
)
