import type { Purpose } from '../../declared-purpose.ts'
import { type Evidence, fromMatch } from '../../evidence.ts'
import { isAboutSecurity } from '../about-security.ts'

/** Memory that may be executed, and a call into it. */
const EXECUTABLE_MEMORY = /\bmmap\b|\bmprotect\b|VirtualAlloc|memfd_create|HeapCreate/
const CALLS_MEMORY =
  /CFUNCTYPE|WINFUNCTYPE|CreateThread|CreateRemoteThread|GetDelegateForFunctionPointer|fexecve|\(\*?\s*void\s*\(\s*\*\s*\)/

/** A shellcode loader: bytes that nobody can read here become a program without ever being a file. */
export function judgeMachineCode(path: string, code: string, purpose: Purpose): Evidence[] {
  const call = EXECUTABLE_MEMORY.test(code) ? CALLS_MEMORY.exec(code) : null
  if (call === null) return []
  const rule = isAboutSecurity(purpose) ? 'scan/obfuscated-code' : 'scan/decoded-command'
  return [fromMatch(rule, { path, text: code }, call, 'runs bytes as machine code')]
}
