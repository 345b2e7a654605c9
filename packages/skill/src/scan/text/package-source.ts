import { type Affinity, hostRelation, nameWords } from './host-relation.ts'
import { parseUrl } from './urls.ts'

const SHORT_HOSTS: Readonly<Record<string, string>> = {
  github: 'github.com',
  gitlab: 'gitlab.com',
  bitbucket: 'bitbucket.org',
  gist: 'gist.github.com',
}

/** The address that a dependency is taken from; undefined when it comes from the registry, by its name. */
export function packageSource(stated: string): string | undefined {
  const source = stated.replace(/^[\w.[\]-]+\s*@\s*(?=[a-z+]+:)/i, '').trim()
  const url = /^(?:git\+)?(https?:\/\/\S+)/i.exec(source)?.[1]
  if (url !== undefined) return url
  const overSsh =
    /^(?:git\+)?(?:ssh|git):\/\/(?:[\w.-]+@)?([\w.-]+)[/:](\S+)/i.exec(source) ?? /^git@([\w.-]+):(\S+)/i.exec(source)
  if (overSsh !== null) return `https://${overSsh[1]}/${overSsh[2]}`
  const short = /^(github|gitlab|bitbucket|gist):(\S+)/i.exec(source)
  return short === null ? undefined : `https://${SHORT_HOSTS[(short[1] ?? '').toLowerCase()]}/${short[2]}`
}

/** The same for a package of npm, where `owner/name` is short for GitHub. */
export function npmSource(stated: string): string | undefined {
  const short = /^[A-Za-z0-9][\w.-]*\/[\w.-]+(?:#\S+)?$/.test(stated) ? `https://github.com/${stated}` : undefined
  return short ?? packageSource(stated)
}

/**
 * How bad a place for packages is: one that can be listened to or belongs to nobody, one of a stranger, or none of these.
 * `mentions` is how often the words of its name stand in the text already because it is named there.
 */
export function judgeSourceHost(
  url: string,
  { timesUsed, ...affinity }: Affinity & { readonly timesUsed: (word: string) => number },
  mentions = 0,
): 'poisoned' | 'strange' | undefined {
  const relation = hostRelation(url, affinity)
  if (relation === 'ip' || relation === 'capture' || relation === 'paste' || /^http:/i.test(url)) return 'poisoned'
  if (relation !== 'unrelated' && relation !== 'hosting') return undefined
  // The tool that the text speaks of may come from its own project.
  const owner = (parseUrl(url)?.path ?? '')
    .split(/[/#@?]/)
    .slice(1, 3)
    .join(' ')
  const isNamed = nameWords(owner.replace(/\.git$/, '')).some(
    (word) => affinity.words.has(word) || timesUsed(word) > mentions,
  )
  return isNamed ? undefined : 'strange'
}
