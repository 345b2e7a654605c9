import type { SettingKind } from './hub-settings.ts'

/** A value as it should be, or what it should have been. */
export type ParsedSetting = { readonly value: unknown } | { readonly expected: string }

/** Reads a setting from the environment or a flag, where everything is text. */
export function parseSettingText(kind: SettingKind, text: string): ParsedSetting {
  if (kind === 'flag') return checkSetting(kind, text === 'true' ? true : text === 'false' ? false : text)
  if (kind === 'list')
    return {
      value: text
        .split(',')
        .map((item) => item.trim())
        .filter((item) => item !== ''),
    }
  if (kind === 'count' || kind === 'port') return checkSetting(kind, /^\d{1,15}$/.test(text) ? Number(text) : text)
  return checkSetting(kind, text)
}

/** Checks a setting as it stands in the file. */
export function checkSetting(kind: SettingKind, value: unknown): ParsedSetting {
  if (typeof kind !== 'string')
    return accept(typeof value === 'string' && kind.includes(value), value, `one of ${kind.join(', ')}`)
  const { fits, expected } = KINDS[kind]
  return accept(fits(value), value, expected)
}

const KINDS: Readonly<Record<Extract<SettingKind, string>, { fits: (value: unknown) => boolean; expected: string }>> = {
  text: { fits: (value) => typeof value === 'string' && value !== '', expected: 'text' },
  url: {
    fits: (value) => /^https?:$/.test(protocolOf(value)),
    expected: 'an address that begins with http:// or https://',
  },
  postgres: {
    fits: (value) => /^postgres(?:ql)?:$/.test(protocolOf(value)),
    expected: 'an address that begins with postgres://',
  },
  count: { fits: (value) => Number.isSafeInteger(value) && Number(value) >= 0, expected: 'a whole number, 0 or more' },
  port: {
    fits: (value) => Number.isSafeInteger(value) && Number(value) >= 0 && Number(value) <= 65535,
    expected: 'a port, 0 to 65535',
  },
  flag: { fits: (value) => typeof value === 'boolean', expected: 'true or false' },
  list: {
    fits: (value) => Array.isArray(value) && value.every((item) => typeof item === 'string'),
    expected: 'a list of texts',
  },
}

function accept(fits: boolean, value: unknown, expected: string): ParsedSetting {
  return fits ? { value } : { expected }
}

function protocolOf(value: unknown): string {
  return typeof value === 'string' && URL.canParse(value) ? new URL(value).protocol : ''
}
