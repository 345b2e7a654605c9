import type { Purpose } from '../../declared-purpose.ts'
import { at, type Evidence, placeAt } from '../../evidence.ts'
import type { TextFile } from '../../package-view.ts'
import { isMirror } from '../../text/package-source.ts'
import { isStranger } from '../strange-host.ts'

/** A place for packages as a setting: in a file of settings, or told in a sentence. */
const REGISTRY =
  /(?:^|[\s`"'])(?:@[\w.-]+:)?(?:registry|index-url|extra-index-url|GOPROXY|npm_config_registry|PIP_INDEX_URL)\s*[=:]\s*["']?(https?:\/\/[^\s"'`,]+)/im
const UNCHECKED =
  /strict-ssl\s*[=:]\s*["']?false|trusted-host\s*[=:]|GONOSUMDB|GONOSUMCHECK|NODE_TLS_REJECT_UNAUTHORIZED/

/** A registry of a stranger, from which every package is taken from now on. */
export function judgeRegistrySetting(file: TextFile, purpose: Purpose): Evidence[] {
  const found = REGISTRY.exec(file.text)
  const url = found?.[1]
  if (found === null || url === undefined || !isStranger(url, purpose) || isMirror(url)) return []
  const rule = UNCHECKED.test(file.text) || /^http:/.test(url) ? 'scan/poisoned-index' : 'scan/dependency-source'
  return [at(rule, placeAt(file, found.index), `takes packages from ${url}`, url)]
}
