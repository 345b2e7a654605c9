import { ZH } from './zh.ts'
import { ZH_DEEDS, ZH_ERRORS, ZH_EVIDENCE, ZH_KEYWORDS } from './zh-hub.ts'

/**
 * What the hub says in English alone, by its codes: what errors mean and what to do about them, what a value breaks by the keyword
 * of its schema, what the audit log says was done, and what is known about the conditions of a tier.
 */
export type HubWords = Readonly<
  Record<'errors' | 'actions' | 'keywords' | 'deeds' | 'evidence', Readonly<Record<string, string>>>
>

/** All that is said in Chinese on any page. */
export const CHINESE: { readonly pages: typeof ZH; readonly hub: HubWords } = {
  pages: ZH,
  hub: { errors: each(0), actions: each(1), keywords: ZH_KEYWORDS, deeds: ZH_DEEDS, evidence: ZH_EVIDENCE },
}

function each(part: 0 | 1): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(ZH_ERRORS).map(([code, words]) => [code, words[part]]))
}
