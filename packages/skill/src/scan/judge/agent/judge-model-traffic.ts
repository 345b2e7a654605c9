import type { Purpose } from '../../declared-purpose.ts'
import { at, type Evidence, placeAt } from '../../evidence.ts'
import type { TextFile } from '../../package-view.ts'
import { anyOf } from '../../text/join-patterns.ts'
import { isUnsaidHost } from '../strange-host.ts'
import { reroutedTo } from './rerouted-to.ts'

/** In a document the address of a model is advice; where the model's traffic goes is still for a reviewer. */
export function judgeModelAdvice(file: TextFile, purpose: Purpose): Evidence[] {
  const url = reroutedTo(file.text, purpose)
  if (url === undefined) return []
  return [
    at('scan/weakened-protection', placeAt(file, file.text.indexOf(url)), `has the agent's traffic go to ${url}`, url),
  ]
}

/** Settings that outlast the script: of a shell, of the machine, of an agent. */
const KEPT_SETTINGS = anyOf(
  '',
  /\bset -\w*U\w*\b|\bSetEnvironmentVariable\b|\bconfig\.fish\b|settings(?:\.local)?\.json/,
  /\.claude\.json|\.continue\/config|\.codex\/config/,
  /\.(?:bashrc|zshrc|profile|zshenv|zprofile|bash_profile)\b|\/etc\/environment|\bsetx\b/,
)

/** Where the model is, in the settings of editors and other agents. */
const ADDRESS_SETTING =
  /["']?\b(?:apiBase|base_url|baseUrl|baseURL|http\.proxy)["']?\]?\s{0,3}[:=]\s{0,3}["'](https?:\/\/[^\s"']+)/

/** A script that writes down where the model's traffic goes from now on. */
export function judgeModelSetting(file: TextFile, purpose: Purpose): Evidence[] {
  const { text } = file
  if (!KEPT_SETTINGS.test(text)) return []
  const setting = /prox|router|gateway|provider|relay|litellm/.test(purpose.said) ? null : ADDRESS_SETTING.exec(text)
  const led = setting?.[1] !== undefined && isUnsaidHost(setting[1], purpose) ? setting[1] : undefined
  const url = reroutedTo(text, purpose) ?? led
  if (url === undefined) return []
  return [
    at(
      'scan/rerouted-agent',
      placeAt(file, file.text.indexOf(url)),
      `sends the agent's traffic to ${url} from now on`,
      url,
    ),
  ]
}
