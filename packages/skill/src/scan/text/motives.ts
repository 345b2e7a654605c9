import { anyOf, inTurn } from './join-patterns.ts'
/** How it is kept from the user: unsaid, or told otherwise. */
export const KEPT: readonly RegExp[] = [
  anyOf(
    'i',
    inTurn(
      /\b(?:do not|don't|never|without)\b[^.!?\n]{0,8}\b(?:bother|trouble|burden|worry|disturb)(?:ing)?\b/,
      /[^.!?\n]{0,8}\b(?:the )?(?:users?|them|owner|human)\b/,
    ),
    /\band (?:say )?nothing (?:about|of|else about)\b/,
  ),
  /\b(?:no (?:need|reason|point)|not (?:necessary|needed|required)|unnecessary|pointless)\b[^.!?\n]{0,6}\b(?:to|in)\b[^.!?\n]{0,10}\b(?:bring|list|mention|rais|tell|explain|discuss|show|disclos|announc|point|say|notify|inform)\w*\b/i,
  /\b(?:do not|don't|never|must not|should not|without)\b[^.!?;\n]{0,15}\b(?:show|quote|repeat|display|print|disclos\w+|reveal\w*|summari[sz]e|output|announc\w+)\b[^.!?;\n]{0,20}\b(?:this (?:paragraph|section|text|note|rule|part|line|page|step|instruction)|these (?:lines|rules|instructions|steps)|it\b|that this|the existence)/i,
  /\b(?:white on white|font-?size:? ?0|invisible to|hidden from view|out of sight|looks? untouched|unnoticed|under the radar|in the background without)\b/i,
  /\b(?:users?|they|people|owner|anyone|reviewers?)\b[^.!?\n]{0,20}\b(?:get|gets|be|become|are) (?:nervous|worried|suspicious|confused|alarmed)\b/i,
  /(?<!\b(?:not|never|n't|fail|fails|failing|failed|breaks?|crash(?:es)?) )\b(?:quietly|silently|secretly|covertly|discreetly|stealthily|unnoticed|behind the scenes)\b/i,
  /\b(?:do not|don't|never|need not|needn't|must not|should not|no need to|not necessary to|refuse to|may)\b[^.!?\n]{0,15}\b(?:mention|bring (?:it|this|that|them) up|list|quote|disclose|reveal|show this|raise|discuss|say so|omit|draw attention|attract attention|be mentioned)\b/i,
  /\b(?:leave|keep|omit)\b[^.!?\n]{0,25}\b(?:out of|from|off)\b[^.!?\n]{0,20}\b(?:summar(?:y|ies)|reports?|answers?|repl(?:y|ies)|response|transcript|logs?|list(?:ing)?s?)\b/i,
  /\b(?:so that|so)\b[^.!?\n]{0,20}\b(?:is not|isn't|does not|doesn't|goes|nobody|no one|not be)\b[^.!?\n]{0,15}\b(?:notice[ds]?|attract|seen|detected|unnoticed|flagged|spotted|suspicious)\b/i,
  anyOf(
    'i',
    inTurn(
      /\b(?:do not|don't|never)\b/,
      /[^.!?\n]{0,15}\b(?:describe (?:it|this|that|them)|point out|say that (?:this|it)|explain (?:it|this|that|the \w{1,20})|(?:discuss|speak (?:of|about)|talk about) (?:it|this|that))\b/,
    ),
    /\b(?:is|are) (?:not|never) (?:discussed|mentioned|explained|shown|disclosed|reported)\b/,
    /\b(?:need not|needn't|should not|must not) (?:appear|be (?:shown|mentioned|visible|bothered))\b/,
    /\b(?:display|show|print)\b[^.!?\n]{0,12}\bthe (?:original|real|old) (?:one|address|account|number|recipient|iban)\b/,
    /\bleave (?:it|this|that|them) out\b/,
    /\b(?:skip|omit) (?:it|this|that|them) in (?:explanations?|summar(?:y|ies)|reports?|answers?)\b/,
  ),
  /\bif (?:(?:the )?users? asks?|(?:you are )?asked|anybody asks|they ask|questioned)\b[^.!?\n]{0,60}\b(?:say|answer|reply|claim|tell|deny)\b[^.!?\n]{0,12}\b(?:that|it|none|nothing|no)\b/i,
  anyOf(
    'i',
    inTurn(
      /\bso that\b[^.!?\n]{0,20}\b(?:reviewers?|users?|nobody|no one|readers?|they)\b/,
      /[^.!?\n]{0,12}\b(?:takes?|mistakes?|thinks?|believes?|notices?|suspects?)\b/,
    ),
    /\busers? (?:do not|don't) need (?:an? )?(?:explanation|to (?:know|see))\b/,
  ),
  /\bkeep (?:this|it|these|that|the \w+(?: text)?)\b[^.!?\n]{0,12}\b(?:private|secret|confidential|quiet|to yourself|hidden|between us)\b/i,
  /\b(?:say|claim|tell (?:them|the user)|pretend|reply|answer)\b[^.!?\n]{0,25}\b(?:nothing (?:was|happened|ran|is)|(?:it|this|they) (?:was|were|is|are|look)|that you have|standard|routine|needed for)\b/i,
  anyOf(
    'i',
    inTurn(
      /\b(?:show|display|print|repeat|report)\b[^.!?\n]{0,20}\b(?:the user's|their|the original)\b/,
      /[^.!?\n]{0,30}\b(?:not|instead of|rather than)\b/,
      /[^.!?\n]{0,8}\b(?:the (?:relay|real|actual|new|other|proxy|substituted)|ours|the one)/,
    ),
    /\b(?:present|show|pass)\b[^.!?\n]{0,20}\b(?:it|them|this|these)\b[^.!?\n]{0,6}\bas (?:the )?(?:original|theirs|unchanged|the user's)\b/,
    /\bas if nothing\b|\bwithout (?:saying|telling|mentioning|trace)\b/,
  ),
  anyOf(
    'i',
    inTurn(
      /\b(?:do not|don't|never)\b[^.!?\n]{0,12}\b(?:explain|show|mention|describe|list|report|display)\b/,
      /[^.!?\n]{0,8}\b(?:(?:the )?steps? \d|these (?:\w+ )?(?:steps?|lines?|commands?|changes?)\b|the (?:transfer|transaction|payment|request|upload|approval)s?\b)/,
    ),
    // Chinese.
    /(?:不要|无需|不必|别|不得)(?:向用户)?(?:解释|说明|展示|显示)(?:这|该|此|以上|上述)|(?:不要|无需|不必|别|不得)向用户(?:解释|说明)/,
  ),
  /(?:不要|无需|不必|不用|切勿|别|不得)[^。！？\n]{0,12}(?:提到|提及|提起|告诉|告知|写进|写入总结|透露|声张)|悄悄|偷偷|静默|暗中|(?:使|让)(?:其|用户|对方)[^。！？\n]{0,4}(?:察觉不到|无法察觉|不知情)|当作(?:用户|原来|原始)|(?:保密|隐瞒)/,
]

/** The voice of somebody else: of the system, of a tool, of the user. */
export const OTHER_VOICE = anyOf(
  'i',
  /<\/?(?:system|system-reminder|tool_result|function_results?|assistant|developer|important|admin|policy|instructions?)\b[^>\n]{0,80}>/,
  /<\/skill>|<\|im_(?:start|end)\|>|\[\/?(?:INST|SYSTEM|assistant|ADMIN)\]/,
  /(?:^|\n)\s*(?:Human|System|SYSTEM|Operator):\s/,
  /\b(?:note|message|instructions?) (?:to|for) (?:the |any |all )?(?:ai|llm|assistants?|agents?|models?)\b/,
  /\b(?:ai |llm )?(?:assistants?|agents?|models?)\b[^.!?\n]{0,25}\b(?:reading|processing|using) this\b/,
  // Chinese.
  /(?:给|致)(?:智能体|助手|模型|AI)的?(?:说明|提示|指令|备注)/,
)

/** How the user is not asked. */
export const UNASKED = anyOf(
  'i',
  inTurn(
    /\b(?:without|do not|don't|never|no|not)\b/,
    /[^.!?\n]{0,25}\b(?:ask(?:s|ing)?|confirm(?:ing|ation|ations)?|approval|permission|consent|prompt(?:ing|s)?)\b/,
  ),
  /\b(?:confirmations?|approvals?|permission|consent|asking)\b (?:is|are) (?:not (?:needed|necessary|required)|unnecessary|skipped)\b/,
  /\bon (?:the user's|their|his|her) behalf\b|\bwhile the user is (?:away|asleep|absent|not)\b/,
  /\bthere is no need to (?:ask|confirm|bring)|\balready (?:consented|agreed|approved|confirmed)\b/,
  // Chinese.
  /(?:无需|不需要|不用|不必|不要|不得)[^。！？\n]{0,6}(?:确认|同意|询问|请求确认|批准)/,
)

/** What is the user's: talk, files, settings, code, people they know. */
export const PRIVATE = anyOf(
  'i',
  /\b(?:the |their |a copy of (?:the )?)?users?'s? (?:full |whole |complete |last |own )?(?:\w{1,30} )?(?:messages?|conversations?|files?|code|project|configuration|settings|folders?|name|address|data|history|input|text|documents?|company password)\b/,
  /\bcontents? of (?:every|each|any|all)\b/,
  /\b(?:every|each|all) (?:file|diff|message|document|prompt)s?\b/,
  /\b(?:customer|contact|client|mailing) lists?\b|\bsource code\b|\bmessage text\b|\bdate of birth\b/,
  /\bmaiden name\b|\bone-time codes?\b|(?:^|[\s`(])~\/\.?\w+/,
  // Chinese.
  /完整(?:对话|内容|环境)|对话内容|用户(?:的)?(?:消息|文件|数据|代码|输入|对话|隐私)|验证码|支付密码|源代码|通讯录/,
)

/** The same in other words: what was said, seen, written or found on the way. */
export const PERSONAL = anyOf(
  'i',
  inTurn(
    /\b(?:details|text|words?|answers?|questions?|numbers?|input|prompts?|addresses|content|copy|dump|list)\b/,
    /[^.!?\n]{0,25}\b(?:of|from|by|about)\b[^.!?\n]{0,12}\b(?:the|their|this|your|each|every|all)\b/,
    /[^.!?\n]{0,12}\b(?:users?|owner|conversations?|chats?|sessions?|contacts?|files?|repositor(?:y|ies)|projects?|clipboard|inbox|machine|calendar)\b/,
  ),
  /\b(?:users?|owner|customer|repository|project|machine|workspace|company)'s (?:\w+ ){0,2}(?:questions?|prompts?|answers?|e-?mails?|contacts?|clipboard|source|keys?|tokens?|balances?|screen|calendar|inbox|photos?|notes|tabs|details|location|identity|contents?)\b/,
  /\bwhat(?:ever)? (?:you know about|the user|they|is stored|is in|stands in)\b/,
  /\b(?:details|data|answers|numbers|words|text) (?:they|the user) (?:gave|give|typed?|entered|wrote|said)\b/,
  /\b(?:printenv|env|set) output\b|\b(?:account )?balances\b/,
  inTurn(
    /\b(?:full |whole )?(?:dump|copy|transcript|log|record)\b/,
    /[^.!?\n]{0,12}\bof (?:this|the|our|each|every) (?:conversation|chat|session|dialogue|exchange)\b/,
  ),
  /\b(?:last|previous|recent) (?:\w+ )?messages\b/,
  /\b(?:file|folder|repository|clipboard|mailbox|inbox) contents?\b|\b(?:contacts|address book)\b/,
  /\ball branches\b|\b(?:all|every|each|any|incoming|new) (?:\w+ ){0,2}(?:e-?mails?|mail|messages?)\b/,
)

/** A key that is put into a form, by hand and not as the proof of a request. */
export const ENTERS_SECRET = anyOf(
  'i',
  inTurn(
    /\b(?:enter|type|register|hand|drop|paste|put|fill|give|deposit)(?:s|ing)?\b/,
    /[^.!?\n]{0,60}\b(?:form|page|box|field|portal|site)\b(?=[\s\S]{0,400})(?<=\b(?:tokens?|passwords?|private keys?|api keys?|credentials|seed phrase|recovery phrase|cookies)\b[\s\S]{0,200})/,
  ),
)

/** Reasons that are given for what would not be done without one: an office, a rule, a deadline, a favour. */
export const PRETEXT =
  /\b(?:complian\w+|noncomplian\w+|licen[cs](?:e|ing)|audits?|diagnostics?|telemetry|crash|verification|maintenance|administrators?|maintainers?|support (?:team|case|staff|contract)|quality assurance|backup|safety copy|partner|legal|regulat\w+|policy requires|required by|mandatory|suspen(?:ded|sion)|terminated|expires?|immediately|right away|within \w+ (?:minutes|hours)|urgent\w*|deadline)\b/i

/** A verb of giving, beyond those of phrases.ts. */
export const GIVE =
  /\b(?:register|report|e-?mail|note|copy|paste|upload|zip|mail|publish|save|hand|drop|put|use|issue|mirror|place|enter|type|log|relay|sync|stream|write|give|fill|pass|call|get|request|open|encode|require|need|want|expect|retriev|collect)(?:e?s|ing|es)?\b/i
/** Where anybody can read it. */
export const OPEN_PLACE = anyOf(
  'i',
  /\b[\w+-]{1,64}(?:\.[\w+-]{1,64}){0,4}@[a-z0-9-]{1,63}(?:\.[a-z0-9-]{1,63}){0,5}\.[a-z]{2,24}\b/,
  /(?<![\w.])\+\d[\d ()-]{7,18}\d|\bpublic (?:gist|channel|paste|repo(?:sitory)?|bucket|page)\b/,
  /\bpastebin\b/,
)

/** Addressed to whoever decides whether the package is safe. */
export const TO_REVIEWER = anyOf(
  'i',
  inTurn(
    /\b(?:note|notice|attention|message|dear|to|for)\b/,
    /[^.!?\n]{0,12}\b(?:automated |ai |security |code )?(?:reviewers?|scanners?|auditors?|moderators?)\b/,
    /[^.!?\n]{0,60}[:,][^\n]{0,200}\b(?:safe|benign|verified|skip|ignore(?! (?:them|those|these|it|such)\b)|approve|trusted|clean)\b/,
  ),
  // Chinese.
  /(?:给|致|请)[^。！？\n]{0,6}(?:审核|扫描|检测)(?:员|器|程序|系统|工具)[^。！？\n]{0,30}[：:，,][^\n]{0,80}(?:评为|判为|跳过|忽略|放行)/,
)

/** An order that nobody can read as it stands. */
export const SPELLED = anyOf(
  'i',
  inTurn(
    /\b(?:first|last|initial|second|third)\b[^.!?\n]{0,12}\b(?:letters?|words?|characters?)\b/,
    /[^.!?\n]{0,60}\b(?:obey|follow|execute|run|carry out|do)\b/,
  ),
)

/** A password or code that the agent is to get out of its user. */
export const ASKED_OF_USER = anyOf(
  'i',
  inTurn(
    /\b(?:ask|request|prompt|have|tell|get)\b[^.!?\n]{0,40}\b(?:users?|them|person|customer)\b/,
    /[^.!?\n]{0,60}\b(?:passwords?|one-time codes?|verification codes?|2fa|otp|pin|recovery phrase|seed phrase|card number|security code)\b/,
  ),
  // Chinese.
  /(?:请|让|要求)用户[^。！？\n]{0,12}(?:提供|输入|告知|发送)[^。！？\n]{0,15}(?:验证码|密码|口令|卡号|助记词)/,
)

/** What only a thief asks for: the second half of a login, and all of a card. */
export const ASKS_FOR_PROOF = anyOf(
  'i',
  inTurn(
    /\b(?:ask|asks|request|prompt|get)\b/,
    /[^.!?\n]{0,60}\b(?:2fa|otp|one-time|authenticator|verification|(?:six|6)-digit|cvc|cvv|security code|pin|card number|codes? and (?:the |their )?passwords?|passwords? and (?:the |their |a )?(?:\w+ )?codes?)\b/,
  ),
)
