/**
 * True for a message in the form of talk rather than of a task: a question about the world or about whom it is asked, a statement, or a
 * turn of the conversation. Tasks are put so too, and then have more in common with a skill. A question about what is the author's own
 * ("what is in my inbox", "我明天有会吗") is as often a task.
 */
export function isTalk(message: string): boolean {
  const isQuestion = QUESTION.test(message) || CHINESE_QUESTION.test(message)
  return (isQuestion && !OWN.test(message)) || OTHER_FORMS.some((form) => form.test(message))
}

const VERB = 'is|are|was|were|am|do|does|did|has|have|had|should|would|will'

/** Matches messages that begin with one of some forms, each the source of a regular expression. */
function beginning(forms: readonly string[]): RegExp {
  return new RegExp(`^[^\\p{L}\\p{N}]*(?:${forms.join('|')})(?![\\p{L}\\p{N}])`, 'iu')
}

// Asks for a reason, an opinion or a meaning; a question about the author's own affairs too.
const OPINION_QUESTION = beginning(['why|should|would', "what(?:['’]?s| is) the (?:difference|point|deal|meaning)"])
const QUESTION = beginning([
  'who|whom|whose',
  `${VERB}|isn['’]t|aren['’]t|don['’]t|doesn['’]t|didn['’]t`,
  `(?:when|where) (?:${VERB})`,
  `how (?:come|many|much|${VERB})`,
  `how \\p{L}+ (?:away )?(?:${VERB}|can)`,
  `what(?:['’]?s| (?:can|could|happens|happened|caused|causes|makes|goes|if|${VERB}))`,
  `(?:what|which) \\p{L}+ (?:goes|comes|came|can|${VERB})`,
  // "Can dogs see colours" asks about the world; "can you", "can I" and "can this" ask for something.
  'can (?!(?:you|i|we|u|this|the|it|please)\\b)\\p{L}+',
])
const OWN = /\b(?:i|me|my|we|us|our|this|these)\b|[我咱这]/i

const STATEMENT = beginning([
  "i(?:['’](?:m|ve|d|ll))?(?! (?:need|want|would like|am looking|am trying))",
  "we|you|he|she|they|it|there(?:['’]s| is| are| was)",
  // "The news" and "my tax return" say nothing of what they name.
  "(?:my|our|that|this|the|these|those)(?!(?: [\\p{L}\\p{N}'’-]+){1,2}[^\\p{L}\\p{N}]*$)",
  'everybody|everyone|nobody|somebody|people',
  'today|yesterday|tomorrow|tonight|last (?:night|week|month|year)|lately|sometimes|honestly|in my opinion',
])
// "Remote work is lonely": what something is, in the first words.
const DECLARATIVE =
  /^(?!(?:please|how|what|which|where|when|if|check|show|tell|find|explain|list|see|make|get|give|help)\b)(?:[\p{L}'’-]+ ){1,3}(?:is|are|was|were|isn['’]t|aren['’]t|has been|have been|makes?|never|always|keeps?)\b/iu
const TURN = beginning([
  'thanks|thank|cheers|hi|hello|hey|bye|goodbye|welcome|congratulations|sorry',
  'ok|okay|yes|yeah|yep|no|nope|sure|cool|great|good|nice|fine|perfect|brilliant|awesome|excellent|exactly|right',
  'wait|h+m+|well|oh|ah|wow|lol|haha+|both|neither|never mind|nevermind|go on|go ahead',
  'so (?:basically|what|you|it|that)|whatever|too',
  "(?:please )?(?:continue|repeat|stop)|say|sing|pretend|guess|imagine|let['’]?s|let us",
  'tell me (?:a|an|one|something)|(?:can|could) (?:we|you (?:say|be|go on|guess|repeat|explain (?:that|it|this)))',
])
const OPINION =
  /\b(?:do you (?:think|like|agree|ever|prefer|remember|believe|want|mean)|are you|you (?:didn|are|were|said|told|already)|isn['’]t it|in (?:your|my) opinion|any advice|i (?:love|hate|like|think|feel|miss|guess|hope|wish|prefer))\b/i

const CHINESE_QUESTION =
  /吗|呢|为什么|谁|几[个条只根月年点分种块岁]|多[远久大少高深长]|是什么|什么时候|哪里|怎么样|怎么[办看会说]|是怎么|还是|区别|(?!能不能|可不可)(\p{Script=Han})不\1|吧\P{L}*$/u
const CHINESE_STATEMENT =
  /^(?:我(?!需要|想要|要|想让|.*[吗呢?？])|你|他|她|今天|明天|昨天|昨晚|今晚|大家|老板|领导|同事|朋友|邻居|老公|老婆|爸|妈|儿子|女儿|孩子|奶奶|爷爷)|[了啊呀啦嘛](?:\P{L}*$|[,，。!！])|太\p{Script=Han}{1,3}了|老是|总是|从来|终于|一直想|又\p{Script=Han}/u
const CHINESE_TURN =
  /^(?:嗯|哦|哈|好的|行$|谢谢|多谢|感谢|非常感谢|太|辛苦|不好意思|对不起|抱歉|没事|算了|继续|接着|再见|晚安|早安|早上好|先这样|随便|可以\P{L}|新年|不用|不是|这不是|不对|等等|别|两个都|都行|就选)|[讲说]个|讲一[个下]|讲讲|说说|唱首|写一?首|我们来|聊/u

const OTHER_FORMS = [OPINION_QUESTION, STATEMENT, DECLARATIVE, TURN, OPINION, CHINESE_STATEMENT, CHINESE_TURN]
