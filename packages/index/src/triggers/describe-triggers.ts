import type { ConfusedPair, SkillTriggers, TriggerCounts, TriggerReport, WrongTrigger } from './trigger-report.ts'

const MAX_LISTED = 20
const MAX_SHOWN = 100

/** A trigger report as lines for people. What the skills bring is quoted, so that it cannot command the terminal. */
export function describeTriggers({
  topK,
  minScore,
  minShare,
  margin,
  total,
  skills,
  untested,
  confused,
  descriptions,
}: TriggerReport): string[] {
  const lines = [
    `A skill is offered when it is among the first ${topK} with a score of at least ${minScore} and ${percent(minShare)} of the best; it triggers when it is the best, or within ${percent(margin)} of it.`,
    `All: ${counts(total)}.`,
    ...skills.flatMap(describeSkill),
  ]
  if (untested.length > 0) lines.push(`Without trigger tests: ${listed(untested)}.`)
  if (confused.length > 0) lines.push('Easily confused:')
  for (const pair of confused.slice(0, MAX_LISTED)) lines.push(...describePair(pair))
  if (confused.length > MAX_LISTED) lines.push(`  and ${confused.length - MAX_LISTED} more pairs`)
  if (descriptions.checked < descriptions.of)
    lines.push(`Descriptions were compared for ${descriptions.checked} of ${descriptions.of} skills.`)
  return lines
}

function describeSkill(skill: SkillTriggers): string[] {
  const mark = skill.wrong.length === 0 ? 'ok' : 'wrong'
  return [`${mark} ${plain(skill.id)}: ${counts(skill)}`, ...skill.wrong.slice(0, MAX_LISTED).map(describeWrong)]
}

function describeWrong({ query, shouldTrigger, rank, others }: WrongTrigger): string {
  const place = rank === null ? 'not found' : `found at ${rank}`
  const rivals = others.length === 0 ? '' : `, ${shouldTrigger ? 'instead' : 'beside'} ${listed(others)}`
  return `  ${shouldTrigger ? 'missed' : 'false'}: ${quoted(query)} (${place}${rivals})`
}

function describePair({ skills: [a, b], contests, nearness }: ConfusedPair): string[] {
  const reasons = [
    ...(contests.length === 0 ? [] : [`${contests.length} ${contests.length === 1 ? 'message' : 'messages'}`]),
    ...(nearness === null ? [] : [`descriptions ${percent(nearness)} similar`]),
  ]
  const shown = contests.slice(0, 3).map(({ query, of, rank, rivalRank }) => {
    const rival = of === a ? b : a
    return `    ${quoted(query)} is of ${plain(of)} (${rank === null ? 'not found' : `at ${rank}`}), ${plain(rival)} is at ${rivalRank}`
  })
  return [`  ${plain(a)} and ${plain(b)}: ${reasons.join(', ')}`, ...shown]
}

function counts({ should, found, triggered, recall, shouldNot, falselyOffered, falsely }: TriggerCounts): string {
  const parts = [
    ...(recall === null
      ? []
      : [`offered for ${found} of ${should} messages (${percent(recall)}), triggered by ${triggered}`]),
    ...(shouldNot === 0 ? [] : [`falsely offered for ${falselyOffered} of ${shouldNot}, triggered by ${falsely}`]),
  ]
  return parts.join('; ') || 'no tests'
}

function listed(ids: readonly string[]): string {
  const shown = ids.slice(0, MAX_LISTED).map(plain).join(', ')
  return ids.length > MAX_LISTED ? `${shown} and ${ids.length - MAX_LISTED} more` : shown
}

function percent(share: number): string {
  return `${Math.round(share * 100)} %`
}

function quoted(text: string): string {
  return JSON.stringify(plain(text))
}

function plain(text: string): string {
  const line = text.replace(/[\p{Cc}\p{Cf}\s]+/gu, ' ').trim()
  return line.length > MAX_SHOWN ? `${line.slice(0, MAX_SHOWN - 1).toWellFormed()}…` : line
}
