import type { HubWords } from './messages/chinese.ts'
import { EN, type MessageKey } from './messages/en.ts'
import { recall, remember } from './preference.ts'

/** The languages of the pages. */
export const LANGUAGES = { en: 'English', zh: '中文' } as const

/** One of them. */
export type Language = keyof typeof LANGUAGES

let words = $state.raw<Readonly<Record<MessageKey, string>>>(EN)
let spoken = $state<Language>('en')
let ofHub = $state.raw<HubWords>()

/** The language that is spoken now. */
export function language(): Language {
  return spoken
}

/** The language that the user chose here before, or else the browser asks for. */
export function wantedLanguage(): Language {
  const chosen = recall('language') ?? navigator.language
  return chosen.startsWith('zh') ? 'zh' : 'en'
}

/** Speaks a language from now on. */
export async function speak(wanted: Language): Promise<void> {
  const chinese = wanted === 'zh' ? (await import('./messages/chinese.ts')).CHINESE : undefined
  words = chinese?.pages ?? EN
  ofHub = chinese?.hub
  spoken = wanted
  document.documentElement.lang = wanted === 'zh' ? 'zh-CN' : 'en'
  remember('language', wanted)
}

/** A message in the language that is spoken, with its {places} filled in; {n:file|files} is the word that suits the number n. */
export function t(key: MessageKey, values: Readonly<Record<string, string | number>> = {}): string {
  return words[key].replace(/\{(\w+)(?::(.*?)\|(.*?))?\}/g, (_, name: string, one?: string, many?: string) => {
    const value = values[name] ?? ''
    if (one !== undefined && many !== undefined) return value === 1 ? one : many
    return typeof value === 'number' ? number(value) : value
  })
}

/** What the hub says in English alone, in the language that is spoken; nothing where that is English. */
export function hubWord(group: keyof HubWords, code: string): string | undefined {
  const known = ofHub?.[group]
  return known !== undefined && Object.hasOwn(known, code) ? known[code] : undefined
}

/** A message whose key is put together, such as a state of the API; the word itself where there is none. */
export function word(group: string, name: string): string {
  const key = `${group}.${name}`
  return isKey(key) ? words[key] : name
}

function isKey(key: string): key is MessageKey {
  return Object.hasOwn(EN, key)
}

// Dates and numbers as the browser's own English writes them. Odd names of locales are refused by Intl.
const ENGLISH = navigator.languages.find((one) => /^en-[A-Z]{2}$/.test(one)) ?? 'en'
const locale = () => (spoken === 'zh' ? 'zh-CN' : ENGLISH)

/** A number as it is written in the language that is spoken. */
export function number(value: number): string {
  return new Intl.NumberFormat(locale()).format(value)
}

/** A moment as it is written in the language that is spoken. */
export function moment(iso: string): string {
  return new Intl.DateTimeFormat(locale(), { dateStyle: 'medium', timeStyle: 'short' }).format(new Date(iso))
}

/** A moment to the second, where many are close to each other. */
export function instant(iso: string): string {
  return new Intl.DateTimeFormat(locale(), { dateStyle: 'medium', timeStyle: 'medium' }).format(new Date(iso))
}

/** A day as it is written in the language that is spoken. */
export function day(iso: string): string {
  return new Intl.DateTimeFormat(locale(), { dateStyle: 'medium' }).format(new Date(iso))
}

/** A moment on an axis, as short as can be: of days the hours between them, of longer times the days. */
export function tick(at: number, span: 'day' | 'week' | 'month'): string {
  const isHour = span === 'day' && new Date(at).getHours() !== 0
  const options: Intl.DateTimeFormatOptions = isHour
    ? { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' }
    : { month: 'short', day: 'numeric' }
  return new Intl.DateTimeFormat(locale(), options).format(at)
}

/** A length of time in the unit that suits it. */
export function duration(ms: number): string {
  if (ms < 1_000) return `${Math.round(ms)} ms`
  if (ms < 60_000) return `${(ms / 1_000).toFixed(1)} s`
  return `${Math.floor(ms / 60_000)} min ${Math.round((ms % 60_000) / 1_000)} s`
}

/** A number of bytes in the unit that suits it. */
export function bytes(count: number): string {
  if (count < 1_000) return `${count} B`
  return count < 1_000_000 ? `${(count / 1_000).toFixed(1)} kB` : `${(count / 1_000_000).toFixed(1)} MB`
}
