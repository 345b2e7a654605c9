/** Words that hold a sentence together and say nothing about what it is about. They are not indexed. */
export const STOP_WORDS: ReadonlySet<string> = listed(`
  a an the and or but nor if then else than as so too of to in on at by for from with without into onto over under about
  is are was were be been being am do does did doing done have has had having can could will would shall should may might
  must i me my mine myself you your yours yourself he him his she her hers it its itself we us our ours they them their
  theirs this that these those there here what which who whom whose when where why how not no only just also very any all
  each every both few more most other some such own same don doesn didn isn aren wasn weren won wouldn couldn shouldn
  let please s t d m re ve ll
  的 了 是 在 我 你 他 她 它 们 和 与 或 及 等 请 把 被 将 对 从 到 为 以 于 中 上 下 个 这 那 其 可 能 会 要 也 都 并 而 就 很 吗 呢 吧 啊`)

/**
 * Words that say how something is asked for rather than what: they count, but little. In a large index they are frequent
 * and weigh little anyway; among the few skills that most people have, each may stand in one by chance.
 */
export const SMALL_TALK: ReadonlySet<string> = listed(`
  able ability accurate actually add additional additionally advice allow answer anything appropriate ask assist assistance
  available based basic believe best better big bit brief briefly certain check clear clearly come common complete
  comprehensive consider curious current currently day days describe detail detailed different easily easy effective
  effectively efficient efficiently enable ensure entire essential etc everything example exact exactly explain fast feel find
  first following full general get give go going good great guidance guide hello help helpful hey hi high highly hope
  idea important include including information interested interesting keep key kind kindly know last latest like list
  little look looking lot lots love main major make many maybe method much multiple necessary need new next now offer one
  option options overall particular particularly people perhaps person plan popular possible possibly potential prefer
  preferably process proper properly provide put question quick quickly quite range really recent recently recommend
  recommendation regarding related relevant request require required right say second see several show simple simply
  small someone something sort specific specifically start step still stuff suggest suggestion sure take task tell thank
  thanks thing things think three through time today together tool top try trying two type under understand up use used
  useful user using various variety want way ways well whole wide within wonder wondering work year yes yet
  skill skills agent plugin need needs again already anyway else ever glad guess hmm kidding later meant never nice nothing oh
  ok okay once probably said says sorry wait wow yeah yep
  使用 帮我 帮助 需要 想要 可以 如何 怎么 什么 一个 进行 提供 用户 以及 通过 这个 或者 支持 能够 给我 我想 相关 一下 一些 功能 工具 技能
  继续 等一下 为什么 觉得 你好 谢谢 好的 算了 一遍 晚安 早上好 明天见 再见 有意思 开玩笑 原来如此`)

/** What a word of small talk counts. */
export const SMALL_TALK_WEIGHT = 0.3

function listed(words: string): ReadonlySet<string> {
  return new Set(words.trim().split(/\s+/))
}
