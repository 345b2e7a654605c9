import type { Purpose } from '../declared-purpose.ts'
import { anyOf } from '../text/join-patterns.ts'

const SECURITY_PURPOSE = anyOf(
  '',
  /\b(?:pentest|penetration|red[- ]?team|offensive|exploit|reverse shell|ctf|security|hacking|malware|forensic|detection|threat|adversar|attack|vulnerab|payload|shellcode|post-exploitation|lateral|c2|privilege escalation|persistence|evasion|incident[- ]respon|security incident|compromised|vett(?:er|ing)|malicious|phishing|prompt[- ]injection|jailbreak)/,
  // Chinese.
  /安全(?:审|检|扫|评|层|防护|代理)|威胁|(?:技能|插件|代码)审查|恶意|漏洞|渗透|应急响应|安全(?:监控|命令)|危险(?:命令|模式|操作)|蜜罐|注入防护/,
)

/** True when a skill says it is about security work. */
export function isAboutSecurity(purpose: Purpose): boolean {
  return SECURITY_PURPOSE.test(purpose.said)
}
