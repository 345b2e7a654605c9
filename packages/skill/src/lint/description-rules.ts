import type { LintContext } from './lint-context.ts'
import { everywhere, type Rule } from './rule.ts'

const MAX_CHARACTERS = 1024
// What Hermes' own collection allows, because every description is in every prompt.
const HERMES_CHARACTERS = 60
const SAYS_WHEN =
  /\b(?:use(?:d)? (?:this|it|when|whenever|for|after|before|if|to|as|first|proactively|with)|(?:useful|ideal|helpful) for|invoke (?:with|for)|when(?:ever)? |trigger|for when|if (?:the|a|you|somebody|someone))|当|时(?:使用|可用|可以|用|调用|，)|触发|适用|适合|用于|用户(?:想|需|要|说|问|提)|场景/i
// The whole of it stands for something that was never written; a skill about TODO comments says more than that.
const SAYS_NOTHING =
  /^\s*(?:(?:TODO|FIXME|TBD|XXX)(?:\s*[:：].*|\s+[-–—]\s.*|\W*)|[<[{][^\]>}]*[\]>}]|\.{3}|…|待补充.*|待完善.*|(?:a |the |your |skill )?description(?: (?:here|goes here|of (?:the|this|your) skill))?|what it does,? and when to use it|describe (?:what )?(?:the|this|your) skill.*)[.。!]?\s*$|\blorem ipsum\b/is
// A line that holds nothing else; a skill about TODO comments shows them in sentences and in code.
const UNFINISHED =
  /^[\s>*-]*(?:\*\*[^*\n]{1,60}\*\*\s*)?[[<(]?(?:TODO|FIXME|TBD|XXX|待补充|待完善)[\]>)]?(?:\s*[:：].*)?[\s.。!]*$|\b[Ll]orem ipsum\b|^\s*(?:\.{3}|…)\s*$/m

/** What the description must do. */
export const DESCRIPTION_RULES: readonly Rule[] = [
  {
    id: 'skill/description-length',
    severity: { standard: 'warning', agentskills: 'error', clawhub: 'warning', hermes: 'error' },
    summary: 'The description has more than 1,024 characters.',
    why: 'Every description is in every prompt; clients of the open standard refuse or cut a longer one.',
    fix: 'Say in one sentence what it does and when to use it; the rest belongs in the body.',
    check(context, report) {
      const length = [...descriptionOf(context)].length
      if (length > MAX_CHARACTERS)
        report(context.at('description'), `description has ${length} characters, at most ${MAX_CHARACTERS} are allowed`)
    },
  },
  {
    id: 'skill/description-short',
    severity: { hermes: 'warning' },
    summary: 'The description has more than 60 characters.',
    why: "It is the house rule of Hermes' collection: the list of skills stands in every prompt.",
    fix: 'Shorten it to one phrase; the body says when to use it.',
    check({ skill, at }, report) {
      const length = [...skill.description].length
      if (length > HERMES_CHARACTERS && length <= MAX_CHARACTERS)
        report(at('description'), `description has ${length} characters, Hermes wants at most ${HERMES_CHARACTERS}`)
    },
  },
  {
    id: 'skill/description-sentence',
    severity: { standard: 'warning' },
    summary: 'The description is more than one sentence, and one that says when to use it.',
    why: 'Index and search show one sentence; what follows it is not read.',
    fix: 'Keep one sentence on what it does, and one that begins with "Use when"; move the rest to the Overview.',
    check({ skill, at }, report) {
      const sentences = sentencesOf(skill.description)
      const saysWhen = sentences.slice(1).some((sentence) => SAYS_WHEN.test(sentence))
      if (sentences.length > (saysWhen ? 2 : 1))
        report(at('description'), `description has ${sentences.length} sentences`)
    },
  },
  {
    id: 'skill/description-when',
    severity: { standard: 'info', agentskills: 'info', clawhub: 'info' },
    summary: 'The description does not say when to use the skill.',
    why: 'A model chooses a skill by its description alone; one that only says what it is is chosen too rarely or too often.',
    fix: 'Add "Use when …" with the words people say.',
    check({ skill, at }, report) {
      if (skill.description !== '' && !SAYS_WHEN.test(skill.description))
        report(at('description'), 'description does not say when to use the skill')
    },
  },
  {
    id: 'skill/placeholder-description',
    // The standard's own validator takes any text.
    severity: { ...everywhere('error'), agentskills: 'warning' },
    summary: 'The description is still a placeholder.',
    why: 'People and models choose by it, and it says nothing.',
    fix: 'Say in one sentence what it does and when to use it.',
    check({ skill, at }, report) {
      if (SAYS_NOTHING.test(skill.description)) report(at('description'), 'description is still a placeholder')
    },
  },
  {
    id: 'skill/placeholder',
    severity: everywhere('warning'),
    summary: 'An example is still a placeholder.',
    why: 'It is shown to users and models as written.',
    fix: 'Write what is meant.',
    check({ skill, atExample }, report) {
      for (const { title, text } of skill.sections.examples.slice(0, 50))
        if (UNFINISHED.test(withoutCode(text)))
          report(atExample(title), `The example "${title}" is still a placeholder`)
    },
  },
]

function withoutCode(text: string): string {
  return text.replaceAll(/^(\s*)(`{3,}|~{3,})[\s\S]*?^\1\2.*$/gm, 'code').replaceAll(/`[^`\n]*`/g, 'code')
}

/** The description with its outer white space, which the standard counts. */
function descriptionOf({ frontMatter, skill }: LintContext): string {
  const { description } = frontMatter.fields
  return typeof description === 'string' ? description : skill.description
}

function sentencesOf(text: string): string[] {
  return text
    .replaceAll(/\b(?:e\.g|i\.e|etc|vs|Dr|Mr|Ms|No)\./gi, (abbreviation) => abbreviation.slice(0, -1))
    .split(/(?<=[.!?]["”)]?)\s+(?=[\p{Lu}"“(])|(?<=[。！？])\s*(?=\S)/u)
    .filter((sentence) => sentence.trim() !== '')
}
