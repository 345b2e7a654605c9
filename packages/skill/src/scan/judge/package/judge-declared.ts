import { unfitPermissions } from '../../../permissions.ts'
import type { Fact } from '../../code/trace.ts'
import { HOLE } from '../../code/value.ts'
import type { Purpose } from '../../declared-purpose.ts'
import { at, type Evidence, fromFact } from '../../evidence.ts'
import { normalPath } from '../../text/path-class.ts'
import { parseUrl } from '../../text/urls.ts'

/** Programs every shell script may use without saying so. */
const PLAIN = new Set(
  'cd echo printf test [ [[ true false exit return set export local read shift cat ls mkdir rm cp mv touch head tail grep sed awk cut sort uniq tr wc tee basename dirname date sleep pwd which command type env if then else fi for do done while case esac function source . chmod mktemp trap wait kill find xargs eval declare : let unset getopts pushd popd readlink realpath seq tput stat diff expr'.split(
    ' ',
  ),
)

/** What is wrong with the permissions in skill.json, and what scripts do beyond them; nothing when none are declared. */
export function judgeDeclared(facts: readonly Fact[], purpose: Purpose): Evidence[] {
  const { permissions } = purpose
  if (permissions === undefined) return []
  const seen = new Set<string>()
  const place = { file: 'skill.json', line: 1, layers: [] }
  const unfit = unfitPermissions(permissions).map(({ permission, item, why }) =>
    at('scan/unfit-permission', place, `asks for permissions.${permission} ${JSON.stringify(item)}: ${why}`, item),
  )
  const beyond = facts.flatMap((fact): Evidence[] => {
    if (fact.place.origin !== 'script') return []
    const found = undeclared(fact, permissions)
    if (found === undefined || seen.has(`${found.rule} ${found.name}`)) return []
    seen.add(`${found.rule} ${found.name}`)
    return [fromFact(found.rule, fact, `${found.verb} ${found.name}, which permissions do not list`, found.name)]
  })
  return [...unfit, ...beyond]
}

function undeclared(fact: Fact, permissions: NonNullable<Purpose['permissions']>) {
  switch (fact.kind) {
    case 'request': {
      const host = fact.targets
        .map((url) => parseUrl(url)?.host ?? '')
        .find(
          (name) =>
            name !== '' && !name.includes(HOLE) && !permissions.network.some((allowed) => covers(allowed, name)),
        )
      return host === undefined
        ? undefined
        : ({ rule: 'scan/undeclared-network', verb: 'talks to', name: host } as const)
    }
    case 'program': {
      const name = fact.targets.find(
        (program) =>
          /^[\w.+-]+$/.test(program) &&
          !PLAIN.has(program) &&
          !permissions.programs.includes(program) &&
          !permissions.programs.some((allowed) => allowed.split('/').at(-1) === program),
      )
      return name === undefined ? undefined : ({ rule: 'scan/undeclared-program', verb: 'starts', name } as const)
    }
    case 'env': {
      const name = fact.targets.find(
        (each) =>
          !permissions.env.includes(each) && !permissions.env.includes('*') && /KEY|TOKEN|SECRET|PASS|CRED/.test(each),
      )
      return name === undefined ? undefined : ({ rule: 'scan/undeclared-env', verb: 'reads', name } as const)
    }
    case 'read':
    case 'write': {
      const allowed = fact.kind === 'read' ? [...permissions.read, ...permissions.write] : permissions.write
      const name = fact.targets.find(
        (path) =>
          /^[~/]/.test(path) &&
          !/^\/(?:tmp|dev|proc\/self)\b/.test(path) &&
          !allowed.some((each) => isInside(path, each)),
      )
      return name === undefined
        ? undefined
        : ({ rule: 'scan/undeclared-files', verb: fact.kind === 'read' ? 'reads' : 'writes', name } as const)
    }
    default:
      return undefined
  }
}

function covers(allowed: string, host: string): boolean {
  const name = allowed.replace(/:\d+$/, '').toLowerCase()
  if (name === '*' || name === host) return true
  return name.startsWith('*.') && host.endsWith(name.slice(1))
}

function isInside(path: string, allowed: string): boolean {
  const folder = normalPath(allowed).replace(/\/?\*{0,2}$/, '')
  return path === folder || path.startsWith(`${folder}/`)
}
