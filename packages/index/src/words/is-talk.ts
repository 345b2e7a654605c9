/**
 * True for a message in the form of talk rather than of a task: a question about the world or about whom it is asked, or a statement
 * about its author. Tasks are put so too, and then have more in common with a skill.
 */
export function isTalk(message: string): boolean {
  return QUESTION.test(message) || STATEMENT.test(message) || CHINESE.test(message)
}

const QUESTION =
  /^\W*(?:who|why|when (?:did|was|is|will)|how (?:old|far|tall|big|long|many|much|come|do|does|did)|what(?:['’]s| is| are| was| were| does| did| do you| would| happens)|is|are|was|were|do|does|did|should|would|will)\b/i
const STATEMENT =
  /^\W*(?:i(?:['’](?:m|ve|d|ll))?|my|we|our|you|he|she|they|it|that|this|the|thanks|thank|hi|hello|hey|ok|okay|yes|no|good)\b(?! (?:need|want|would like|am looking))/i
const CHINESE =
  /^(?:我(?!需要|想要|要)|你|他|她|今天|明天|昨天)|吗|呢|为什么|谁|几[个条只]|多[远久大少高]|是什么|哪里|怎么样/
