import { paint } from '../terminal.ts'
import { visibleText } from '../visible-text.ts'

const COLOURS: Readonly<Record<string, 'green' | 'cyan'>> = { official: 'green', verified: 'cyan' }

/** A tier in its colour. */
export function paintTier(tier: string): string {
  return paint(COLOURS[tier] ?? 'dim', visibleText(tier))
}
