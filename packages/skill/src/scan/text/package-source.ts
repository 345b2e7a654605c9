import { type Affinity, hostRelation } from './host-relation.ts'
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
 * How bad a place for packages is: one that can be listened to or belongs to nobody, one of a stranger, or none of these. That
 * the place or its owner is called like something in the text is no excuse: anybody can take such a name.
 */
export function judgeSourceHost(url: string, affinity: Affinity): 'poisoned' | 'strange' | undefined {
  const relation = hostRelation(url, affinity)
  if (relation === 'ip' || relation === 'capture' || relation === 'paste' || /^http:/i.test(url)) return 'poisoned'
  return relation === 'unrelated' || relation === 'hosting' || relation === 'affine' ? 'strange' : undefined
}

/** Hosts that mirror the registries for a part of the world, or for a large maker's own packages. */
const MIRRORS =
  /(?:^|\.)(?:(?:tsinghua|ustc|bfsu|sjtu|nju|zju)\.edu\.cn|aliyun\.com|tencent\.com|tencentyun\.com|douban\.com|huaweicloud\.com|npmmirror\.com|taobao\.org|pytorch\.org|nvidia\.com|pypa\.io|pkg\.dev|pkg\.github\.com)$/

/** True for a known mirror, by its host and not by a word in its address. */
export function isMirror(url: string): boolean {
  return /^https:/i.test(url) && MIRRORS.test(parseUrl(url)?.host ?? '')
}
