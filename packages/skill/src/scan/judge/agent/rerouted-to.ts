import type { Purpose } from '../../declared-purpose.ts'
import { isUnsaidHost } from '../strange-host.ts'

/** Where the traffic of a model goes, as a variable or a setting. */
const MODEL_ADDRESS =
  /\b(?:ANTHROPIC|OPENAI|CLAUDE|GEMINI|GOOGLE)_(?:API_)?(?:BASE_URL|API_BASE|BASE|ENDPOINT|HOST)["'\]`]{0,3}\s{0,3}(?:[:=,]|is|to|as|becomes|points? (?:to|at)|auf|设为|设置为|改为|为)?\s{0,3}["'`]{0,2}(https?:\/\/[^\s"'`,})]+)/i

/** The stranger that a text sends the traffic of a model to. */
export function reroutedTo(text: string, purpose: Purpose): string | undefined {
  const url = MODEL_ADDRESS.exec(text)?.[1]
  if (url === undefined || /proxy|router|gateway|provider|relay|litellm/.test(purpose.said)) return undefined
  return isUnsaidHost(url, purpose) ? url : undefined
}
