import type { Fact } from '../../code/trace.ts'
import { type Evidence, fromFact } from '../../evidence.ts'
import { normalPath } from '../../text/path-class.ts'

/** A shell, wherever its disk is mounted. */
const SHELL_PATH = /\/(?:ba|z|da|k)?sh$/
/** A mode that gives whoever starts a program the rights of its owner. */
const SETUID = /^[4-7]\d{3}|u\+s|\+s/
const WORLD_WRITABLE = /777|666|a\+|o\+w|ugo/
const SYSTEM_PATH = /^\/(?:etc|usr|bin|sbin|lib|boot|var|home|root|opt|srv|System|Library)(?:\/|$)|^\/$|^~$/
const CORE_PATH = /^\/(?:etc|usr|bin|sbin|lib|boot|root|System|Library)(?:\/|$)|^\/$|^~$/

/** Rights of files that are loosened: setuid shells, system files that everybody may write. */
export function judgeFileMode(fact: Fact): Evidence[] {
  const shell = fact.targets.find((target) => SHELL_PATH.test(target))
  if (shell !== undefined && SETUID.test(fact.what))
    return [fromFact('scan/loosened-permissions', fact, `gives ${shell} root rights (${fact.what})`)]
  const path = fact.targets.map(normalPath).find((target) => SYSTEM_PATH.test(target))
  if (path === undefined || /^owner root/.test(fact.what)) return []
  if (SETUID.test(fact.what) && /sh$|python|perl/.test(path))
    return [fromFact('scan/loosened-permissions', fact, `gives ${path} root rights (${fact.what})`)]
  if (!WORLD_WRITABLE.test(fact.what)) return []
  const rule = CORE_PATH.test(path) || / -R/.test(fact.what) ? 'scan/loosened-permissions' : 'scan/weakened-protection'
  return [fromFact(rule, fact, `makes ${path} world-writable (${fact.what})`)]
}
