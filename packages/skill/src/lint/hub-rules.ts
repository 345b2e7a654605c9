import { isObject, openSchema, type SchemaObject } from '@skillwright/contract'
import { CLAWHUB_METADATA_SCHEMA, FRONT_MATTER_SCHEMA, HERMES_METADATA_SCHEMA } from '../schemas/front-matter-schema.ts'
import { CLAWHUB_METADATA, metadataOf } from '../skill-fields.ts'
import type { LintContext } from './lint-context.ts'
import type { Report, Rule } from './rule.ts'

const CLAWHUB = openSchema(CLAWHUB_METADATA_SCHEMA)
const HERMES = openSchema(HERMES_METADATA_SCHEMA)
const HERMES_FIELDS = openSchema(only(['platforms', 'required_environment_variables', 'required_credential_files']))

/** What ClawHub and Hermes read beyond name and description. */
export const HUB_RULES: readonly Rule[] = [
  {
    id: 'skill/clawhub-metadata',
    severity: { clawhub: 'warning' },
    summary: 'metadata.openclaw does not have the shape ClawHub reads.',
    why: 'What it needs is then not checked and not installed, and the skill fails where it is used.',
    fix: 'Correct the place.',
    check({ frontMatter, at }, report) {
      const metadata = metadataOf(frontMatter.fields)
      for (const name of CLAWHUB_METADATA) {
        if (!Object.hasOwn(metadata, name)) continue
        for (const { path, message } of CLAWHUB.check(metadata[name], { policy: 'strict' }).issues)
          report(at(lastName(path) ?? name, name, 'metadata'), `metadata.${name}: ${message}`)
      }
    },
  },
  {
    id: 'skill/clawhub-alias',
    severity: { clawhub: 'info' },
    summary: 'ClawHub metadata stands under one of its old names.',
    why: 'metadata.clawdbot and metadata.clawdis are read only for old skills.',
    fix: 'Rename it to metadata.openclaw.',
    check({ frontMatter, at }, report) {
      for (const name of CLAWHUB_METADATA.slice(1))
        if (Object.hasOwn(metadataOf(frontMatter.fields), name))
          report(at(name, 'metadata'), `metadata.${name} is an old name of metadata.openclaw`)
    },
  },
  {
    id: 'skill/primary-env',
    severity: { clawhub: 'warning' },
    summary: 'primaryEnv is not among the environment variables the skill requires.',
    why: 'The key is asked for under a name that is never checked.',
    fix: 'Add it to requires.env.',
    check({ frontMatter, at }, report) {
      const metadata = metadataOf(frontMatter.fields)
      for (const name of CLAWHUB_METADATA) {
        const own = metadata[name]
        if (!isObject(own) || typeof own.primaryEnv !== 'string') continue
        const env = isObject(own.requires) && Array.isArray(own.requires.env) ? own.requires.env : []
        if (!env.includes(own.primaryEnv))
          report(at('primaryEnv', name, 'metadata'), `primaryEnv ${own.primaryEnv} is not in requires.env`)
      }
    },
  },
  {
    id: 'skill/clawhub-license',
    severity: { clawhub: 'info' },
    summary: 'The skill states another licence than MIT-0.',
    why: 'ClawHub publishes every skill under MIT-0, whatever it states.',
    fix: 'Publish elsewhere, or agree to MIT-0.',
    check({ skill, at }, report) {
      if (skill.license !== undefined && skill.license !== 'MIT-0')
        report(at('license'), `license is ${skill.license}; ClawHub publishes under MIT-0`)
    },
  },
  {
    id: 'skill/hermes-metadata',
    severity: { hermes: 'warning' },
    summary:
      'A field that Hermes reads does not have its shape: platforms, required_environment_variables, required_credential_files, metadata.hermes.',
    why: 'It is ignored: the skill is offered where it cannot work, and users are not asked for what it needs.',
    fix: 'Correct the place.',
    check(context, report) {
      checkHermes(context, report)
    },
  },
  {
    id: 'skill/hermes-prerequisites',
    severity: { hermes: 'info' },
    summary: 'prerequisites is the old form of required_environment_variables.',
    why: 'It is read only for old skills, and users are not asked for a value.',
    fix: 'Write required_environment_variables with name and prompt.',
    check({ frontMatter, at }, report) {
      if (Object.hasOwn(frontMatter.fields, 'prerequisites'))
        report(at('prerequisites'), 'prerequisites is an old form')
    },
  },
  {
    id: 'skill/hermes-tags',
    severity: { hermes: 'info' },
    summary: 'metadata.hermes has no tags or no category.',
    why: 'The list of skills is browsed by them.',
    fix: 'Add metadata.hermes.tags and metadata.hermes.category.',
    check({ frontMatter, at }, report) {
      const { hermes } = metadataOf(frontMatter.fields)
      const own = isObject(hermes) ? hermes : {}
      for (const name of ['tags', 'category'])
        if (!Object.hasOwn(own, name)) report(at('metadata'), `metadata.hermes.${name} is missing`)
    },
  },
]

function checkHermes({ frontMatter, at }: LintContext, report: Report): void {
  const { fields } = frontMatter
  for (const { path, message } of HERMES_FIELDS.check(fields, { policy: 'strict' }).issues)
    report(at(path.split('/')[1] ?? ''), message)
  const { hermes } = metadataOf(fields)
  if (hermes === undefined) return
  for (const { path, message } of HERMES.check(hermes, { policy: 'strict' }).issues)
    report(at(path.split('/')[1] ?? 'hermes', 'hermes', 'metadata'), `metadata.hermes: ${message}`)
}

function only(names: readonly string[]): SchemaObject {
  const properties = Object.entries(FRONT_MATTER_SCHEMA.properties ?? {}).filter(([name]) => names.includes(name))
  return { type: 'object', properties: Object.fromEntries(properties) }
}

/** The last step of a pointer that is a name and no index. */
function lastName(path: string): string | undefined {
  return path.split('/').findLast((step) => step !== '' && !/^\d+$/.test(step))
}
