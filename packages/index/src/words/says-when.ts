import type { SkillDocument } from '../skill-document.ts'

const SAYS_WHEN =
  /\buse[ds]?\b[^.\n]{0,40}\b(?:when|whenever|if|for)\b|\bwhen(?:ever)? (?:the |a )?(?:user|you|someone|asked|working)\b|\btrigger|当用户|用户(?:说|提到|询问|要求)|触发|适用于|使用场景/i

/** True when a skill says when it is to be used, as the Agent Skills standard asks of a description: it is meant to be found by messages. */
export function saysWhen({ description = '', triggers = [], whenToUse = [] }: SkillDocument): boolean {
  return triggers.length > 0 || whenToUse.length > 0 || SAYS_WHEN.test(description)
}
