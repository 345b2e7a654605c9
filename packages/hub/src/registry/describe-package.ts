import { isObject, SkillError } from '@skillwright/contract'
import {
  type Descriptor,
  describeSkill,
  parseSkill,
  readDescriptor,
  type Skill,
  type SkillFiles,
} from '@skillwright/skill'
import { ownHeader } from '../calls/own-header.ts'
import { readOwnDescriptor, statedDescriptor } from './stated-descriptor.ts'

/** What is asked of a descriptor, and what only the hub knows. */
export interface DescribeRequest extends Pick<Descriptor, 'id' | 'version' | 'access'> {
  /** Which action, where there are several. */
  readonly action?: string | undefined
  /** How this hub answers for it; why it does not when it does not. */
  readonly here: HubEndpoint | { readonly refused: string }
}

/** Where and how a version is called at this hub. */
interface HubEndpoint {
  /** The address of the version, which the paths of calls stand below. */
  readonly versionUrl: string
  readonly skillUrl: string
  /** The ways to show who calls; the skill has the one it states, else the first. */
  readonly auth: readonly Descriptor['auth'][]
}

/**
 * How a package is called, under the id, version and access it has here: by the service that its author names, else by this hub. Throws
 * DATA_NOT_FOUND when neither answers for it.
 */
export function describePackage(files: SkillFiles, { id, version, access, action, here }: DescribeRequest): Descriptor {
  const stated = statedDescriptor(files)
  if (stated !== undefined) return { ...stated, id, version, access }
  if ('refused' in here)
    throw new SkillError('DATA_NOT_FOUND', `${id} ${version} cannot be called here: ${here.refused}`, {
      hint: 'Install it and run it on a machine of yours',
    })
  return describeHere(parseSkill(files), readOwnDescriptor(files) ?? {}, { id, version, access, action, here })
}

/** How a skill is called at this hub; `own` is what its descriptor.json says. */
export function describeHere(
  skill: Skill,
  own: Readonly<Record<string, unknown>>,
  { id, version, access, action, here }: DescribeRequest & { readonly here: HubEndpoint },
): Descriptor {
  const several = (skill.contract?.actions.size ?? 0) > 1
  const { endpoint, ...rest } = describeSkill(skill, {
    endpoint: `${here.versionUrl}${several ? `/actions/${encodeURIComponent(action ?? '')}` : ''}/invoke`,
    ...(action === undefined ? {} : { action }),
    own,
    access,
    auth: authOf(own.auth, here.auth),
  })
  // The hub takes all parameters in one body, wherever its author's service wants them.
  const { 'x-request': _places, ...how } = endpoint
  return readDescriptor({
    ...rest,
    id,
    version,
    endpoint: {
      ...how,
      method: 'POST',
      content_type: 'application/json',
      status_url: `${here.skillUrl}/status/{execution_id}`,
      result_url: `${here.skillUrl}/result/{execution_id}`,
    },
  })
}

function authOf(stated: unknown, offered: readonly Descriptor['auth'][]): Descriptor['auth'] {
  const [usual = { type: 'none' }] = offered
  const { type, description } = isObject(stated) ? stated : {}
  const found = offered.find((one) => one.type === type)
  if (found?.type !== 'custom') return found ?? usual
  const header = ownHeader(stated)
  if (header === undefined) return usual
  return {
    type: 'custom',
    header,
    description: typeof description === 'string' ? description : 'A token of the hub with the scope "invoke".',
  }
}
