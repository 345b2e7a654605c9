import { anyOf, inTurn } from './join-patterns.ts'
/**
 * What sentences say in English and Chinese; other languages are read by the words of order-words.ts, except what is said about
 * helpers. Each pattern is linear: no repetition inside a repetition.
 * Gaps are `[^.!?\n]{0,n}`, so that a phrase stays inside one sentence.
 */

/** Drop your rules, your questions, your safety. */
export const OVERRIDE = anyOf(
  'i',
  inTurn(
    /\b(?:ignore|disregard|forget|discard)\b/,
    /[^.!?\n]{0,30}\b(?:all |any |your |the |these |those |previous|prior|above|earlier|system|safety|security|existing|other|preceding|former)/,
    /[^.!?\n]{0,30}\b(?:instructions?|rules?|guidelines?|prompts?|polic(?:y|ies)|restrictions?|safeguards?|constraints?|directives?|guardrails?)\b/,
  ),
  inTurn(
    /\b(?:override|bypass|circumvent)\b/,
    /[^.!?\n]{0,20}\b(?:your|system|safety|previous|prior|built-in|default safety|all (?:previous|prior|safety))\b/,
    /[^.!?\n]{0,20}\b(?:instructions?|rules?|guidelines?|prompts?|polic(?:y|ies)|restrictions?|safeguards?|guardrails?)\b/,
  ),
  inTurn(
    /\b(?:instructions?|rules?|guidance|guidelines?|polic(?:y|ies)|prompts?)\b/,
    /[^.!?\n]{0,60}\b(?:safety|security|system|conversation|session|operator|developer|user|previous|above|earlier)\b/,
    /[^.!?\n]{0,40}\b(?:is|are|was|were|be)\b/,
    /[^.!?\n]{0,12}\b(?:superseded|overridden|void|suspended|revoked|no longer (?:valid|in force|binding|applicable))\b/,
  ),
  inTurn(
    /\b(?:treat|consider|regard)\b[^.!?\n]{0,30}\b(?:every|all|each|any)\b/,
    /[^.!?\n]{0,25}\b(?:commands?|actions?|requests?|calls?|operations?|changes?|prompts?)\b/,
    /[^.!?\n]{0,15}\b(?:as )?(?:already |pre-?)?(?:approved|confirmed|authori[sz]ed|consented)\b/,
  ),
  /\byou are (?:no longer|not) (?:bound|restricted|limited|subject)/,
  /\b(?:enter|enable|activate|switch to) (?:developer|god|dan|unrestricted|jailbreak)[- ]?mode/,
  /\bnew system (?:prompt|instructions?)\b/,
  inTurn(
    /\bapprove\b[^.!?\n]{0,20}\b(?:each|every|all|any)\b/,
    /[^.!?\n]{0,20}\b(?:permissions?|confirmations?|approvals?)\b/,
    /[^.!?\n]{0,15}\b(?:yourself|automatically|(?:prompts?|requests?|dialogs?|questions?) (?:yourself|automatically|without))/,
  ),
  inTurn(
    /\b(?:skip|bypass|suppress|disable)\b/,
    /[^.!?\n]{0,25}\b(?:safety|security|permission|approval|confirmation|consent)\b/,
    /[^.!?\n]{0,15}\b(?:checks?|prompts?|dialogs?|steps?|questions?|filters?)/,
  ),
  // Chinese.
  /(?:忽略|无视|忘记|覆盖|绕过|忽視|無視)[^。！？\n]{0,15}(?:之前|先前|以上|所有|全部|系统|安全|原有|现有|任何)[^。！？\n]{0,12}(?:指令|规则|提示|限制|约束|设定|策略|指示)/,
)

/** Keep it from the user. */
export const CONCEAL = anyOf(
  'i',
  inTurn(
    /\b(?:do not|don't|never|must not|should not|avoid)\b/,
    /[^.!?\n]{0,30}\b(?:tell(?:ing)?|inform(?:ing)?|mention(?:ing)?|reveal(?:ing)?|disclos(?:e|ing)|notify(?:ing)?|alert(?:ing)?|show(?:ing)?|report(?:ing)?|ask(?:ing)?|warn(?:ing)?|explain(?:ing)?)\b/,
    /[^.!?\n]{0,40}\b(?:users?|them|human|owner|operator|anyone|person|developer)\b/,
  ),
  inTurn(
    /\bwithout\b/,
    /[^.!?\n]{0,20}\b(?:telling|informing|notifying|asking|alerting|mentioning|the knowledge of)\b/,
    /[^.!?\n]{0,30}\b(?:users?|them|human|owner|operator|anyone)\b/,
  ),
  /\b(?:hide|conceal|keep)\b[^.!?\n]{0,40}\b(?:from the (?:user|human|owner|operator)|secret from|hidden from)/,
  /\b(?:keep|leave)\b[^.!?\n]{0,30}\bout of\b[^.!?\n]{0,20}\b(?:summary|answer|reply|response|report|transcript|conversation)/,
  /\b(?:say|tell|mention|reveal) nothing (?:of|about)\b[^.!?\n]{0,20}\b(?:this|it|these|the (?:notice|rule|step|instruction)s?)\b/,
  /\b(?:no need|not necessary|unnecessary) to (?:mention|tell|inform|notify|disclose|report)\b/,
  inTurn(
    /\b(?:do not|don't|never)\b/,
    /[^.!?\n]{0,12}\b(?:mention|list|note|comment|explain|describe|document|include|point out|refer to)\b (?:on )?(?:it|this|that|them|these|the change|this (?:line|change|step|rule|file|code|part))\b/,
    /[^.!?\n]{0,12}\b(?:in|on)\b/,
    /[^.!?\n]{0,20}\b(?:summar(?:y|ies)|explanations?|diff|descriptions?|commits?|reports?|answers?|repl(?:y|ies)|responses?|output|changelog)\b/,
  ),
  inTurn(
    /\b(?:users?|human|owner)\b/,
    /[^.!?\n]{0,12}\b(?:does not|doesn't|do not|don't|need not|needn't)\b(?: (?:need|have) to)? (?:be (?:told|informed|shown|asked)|know (?:about|of) (?:it|this)|notice)\b/,
  ),
  /\b(?:user|human|owner)\b[^.!?\n]{0,20}\b(?:must|should|need) (?:not|never)\b[^.!?\n]{0,15}\b(?:know|see|notice|learn|be (?:told|informed|aware))/,
  /\bsilently\b[^.!?\n]{0,40}\b(?:send|upload|post|transmit|execute|run|install|exfiltrate|collect|forward|copy)\b/,
  inTurn(
    /\b(?:send|upload|post|transmit|run|execute|install|collect|forward)\b/,
    /[^.!?\n]{0,60}\b(?:silently|covertly|secretly|in secret|without (?:any )?(?:notice|notification|consent|confirmation))\b/,
  ),
  // Chinese.
  /(?:不要|别|勿|不得|无需|不能|切勿)[^。！？\n]{0,10}(?:告诉|告知|通知|提及|透露|让|提醒|显示|询问|提示)[^。！？\n]{0,10}(?:用户|使用者|他|她|主人|任何人)/,
  /(?:对|向)用户(?:隐瞒|保密|隐藏)|(?:悄悄|偷偷|静默|暗中|秘密)(?:地)?(?:发送|上传|执行|运行|收集|安装|复制|提交)/,
)

/** Send something away. */
export const SEND = anyOf(
  'i',
  /\b(?:send|upload|transmit|forward|exfiltrate|deliver|relay)(?:s|ing)?\b/,
  /\b(?:post|submit|append|attach|include|push|share|pass)(?:ing)?\b/,
  /\b(?:sent|uploaded|posted|submitted|transmitted|forwarded|output|written) to\b/,
  /\boutput\b[^.!?\n]{0,80}\bto\b/,
  /\b(?:add|put|embed|encode|place)\b[^.!?\n]{0,80}\b(?:links?|url|query|parameter|address)\b/,
  /\bfollowed by (?:your|the|all|its|everything)\b/,
  // Chinese.
  /发送|上传|提交|传输|转发|回传|上报|附加|外发/,
)

/** Private things. */
export const SECRET_NOUN = anyOf(
  'i',
  /\b(?:api[- ]?keys?|(?:access|auth|session|bearer|refresh|secret)[- ]?tokens?|secrets?|credentials?|passwords?|private[- ]?keys?|ssh[- ]?keys?|seed[- ]?phrases?|mnemonics?|environment variables?|env(?:ironment)? vars?|cookies|chat (?:history|logs?)|conversation(?: history| contents?| transcripts?| logs?)?|session (?:history|transcript|data|contents?)|system prompt|user(?:'s)? messages?|full context|memory contents?|MEMORY\.md|SOUL\.md|id_rsa|keychain|wallet|process\.env|os\.environ|output of [`"']?(?:env|printenv|set)|(?:openai|anthropic|claude|gemini|google|aws|azure|github|gh|gitlab|npm|slack|stripe|hf)_(?:\w{1,20}_)?(?:key|token|secret))\b/,
  /(?:^|[\s`'"/~(])\.(?:env|ssh|aws)\b/,
  // Chinese.
  /(?:API|访问|会话)?(?:密钥|令牌|口令|密码|凭证|凭据|私钥|助记词)|环境变量|聊天记录|对话(?:内容|记录|历史)|会话(?:内容|记录)|系统提示词/,
)

/** It must be there first. */
export const REQUIRED = anyOf(
  'i',
  /\b(?:require[sd]?|requirement|requisite|prerequisites?|mandatory|must (?:be )?(?:first )?(?:add(?:ed)?|install(?:ed)?|download(?:ed)?|run(?:ning)?|have|setup|set up)|needs? to be (?:installed|running|downloaded)|need(?:ed|s)?\b|before (?:using|(?:the|this) (?:skill|tool|plugin) (?:can|is|will)|you (?:start|begin|use|can)|proceeding|first use|any)|will not (?:work|function|run)|won't (?:work|function)|cannot (?:work|function|run|be used|proceed) without|does(?: not|n't) work without|depends on|essential|first,? (?:install|download|run)|without (?:it|this|which))\b/,
  // Chinese.
  /必须|必需|前置(?:条件|要求)?|先决条件|依赖|需要(?:先)?(?:安装|下载|运行)|使用前|否则无法|才能(?:使用|工作|运行)|请先/,
  /requiere|requisitos?|obligatori|obrigatóri|sin (?:est[eo]|él)|sem (?:isso|ele)|requis|prérequis/,
  /erforderlich|voraussetzung|требуется|необходимо/,
  /必要/,
  /필수/,
)

/** Start it. */
export const RUN = anyOf(
  'i',
  /\b(?:run|runs|running|execute|launch|start|open|double[- ]?click|install(?:er)?|load (?:the (?:folder|extension)|unpacked)|extract and|unzip and|paste|enter)\b/,
  // Chinese.
  /运行|执行|启动|打开|双击|安装|粘贴/,
  /ejecut|abre|exécut|lance[rz]|starte|ausführen|запуст/,
  /実行/,
  /실행/,
)

/** A password for an archive, with the password. */
export const PASSWORD = anyOf(
  'i',
  /\b(?:pass(?:word|code|phrase|wd|key)?|pwd|extraction (?:key|code|password)|archive key|unlock (?:code|key))\b\s*(?:is|for[^\n:]{0,30})?\s*[:=：-]?\s*[`"'*“「]{0,3}[\w!@#$%^&*.-]{2,40}/,
  // Chinese.
  /(?:解压|压缩包|提取)?(?:密码|口令)\s*[:：是为]?\s*[`"'“「]?[\w!@#$-]{2,40}/,
  /contraseña\s*[:=]\s*\S{2,40}|mot de passe\s*[:=]\s*\S{2,40}|passwort\s*[:=]\s*\S{2,40}/,
  /пароль\s*[:—-]\s*\S{2,40}|パスワード\s*[:：]\s*\S{2,40}/,
)

/** Go to a page and run what stands there. */
export const RUN_FROM_PAGE = anyOf(
  'i',
  inTurn(
    /\b(?:visit|go to|open|navigate to|head to|browse to|follow|check|see|from|at|on|copy)\b/,
    /[^.!?\n]{0,200}\b(?:copy|run|execute|paste|enter|type|launch|use)\b/,
    /[^.!?\n]{0,80}\b(?:commands?|scripts?|one-?liners?|code|snippet|installation (?:command|script|code))\b/,
  ),
  inTurn(
    /\b(?:copy|run|execute|paste|enter)\b/,
    /[^.!?\n]{0,60}\b(?:commands?|scripts?|one-?liners?|code|snippet)\b/,
    /[^.!?\n]{0,60}\b(?:from|on|at|shown|listed|found|provided|given|displayed|published)\b/,
    /[^.!?\n]{0,200}/,
  ),
  inTurn(
    /(?:\babr[ae]|visit[ae]|vaya a|acced[ae]|acesse|ouvrez|visitez|rendez-vous|öffne[nt]?|besuche[nt]?|откройте|перейдите|зайдите|посетите)/,
    /[^.!?\n]{0,200}(?:copi|ejecut|execut|exécut|pegu|cole|coll|kopier|führ|скопируй|выполни|вставь|запусти)/,
    /[^.!?\n]{0,80}(?:comando|commande|befehl|команд|script|código|скрипт)/,
  ),
  inTurn(
    /(?:\babr[ae]|visit[ae]|ouvrez|öffne[nt]?|откройте|перейдите)/,
    /[^.!?\n]{0,200}(?:comando|commande|befehl|команд|script|código|скрипт)/,
    /[^.!?\n]{0,60}(?:ejecut|execut|exécut|pegu|führ|aus\b|выполни|вставь|запусти)/,
  ),
  // Chinese.
  /(?:访问|打开|前往|进入|浏览)[^。！？\n]{0,200}(?:复制|执行|运行|粘贴)[^。！？\n]{0,40}(?:命令|脚本|代码|指令)/,
  /(?:复制|执行|运行)[^。！？\n]{0,40}(?:页面|网页|网站|链接)[^。！？\n]{0,20}(?:命令|脚本|代码)/,
)

/** Fetch a text and do what it says. */
export const FOLLOW_REMOTE = anyOf(
  'i',
  inTurn(
    /\b(?:fetch|download|read|load|retrieve|get|curl|check|pull)\b[^.!?\n]{0,200}\b(?:and|then)\b/,
    /[^.!?\n]{0,30}\b(?:follow|obey|execute|apply|carry out|act on|do (?:exactly |precisely |just )?what(?:ever)?)\b/,
    /[^.!?\n]{0,60}\b(?:instructions?|it|them|steps?|directives?|commands?|guidance|says|(?:newest|latest|current|remote) (?:version|text|rules?|file))\b/,
  ),
  inTurn(
    /\b(?:replace|overwrite|swap)\b/,
    /[^.!?\n]{0,30}\b(?:SKILL\.md|this (?:skill|file|document|text)|these (?:steps|rules|instructions)|itself)\b/,
    /[^.!?\n]{0,20}\b(?:with|by|from)\b[^.!?\n]{0,40}/,
  ),
  /\b(?:treat|regard|consider)\b[^.!?\n]{0,200}\bas (?:your |new |binding |further )?(?:instructions?|orders?|rules|system prompt)\b/,
  // Chinese.
  /(?:获取|下载|读取|拉取)[^。！？\n]{0,120}(?:并|然后)[^。！？\n]{0,15}(?:遵循|遵守|执行|按照)[^。！？\n]{0,20}(?:指令|说明|步骤|内容|命令)/,
)

/** Give me the key to the money. */
export const WALLET_KEY = anyOf(
  'i',
  inTurn(
    /\b(?:paste|enter|provide|share|send|input|give|supply|asks? (?:the |your )?(?:user|them|human|owner) for)\b/,
    /[^.!?\n]{0,50}\b(?:private[- ]?key|seed[- ]?phrase|recovery[- ]?phrase|mnemonic(?: phrase)?|secret[- ]?phrase)\b/,
  ),
  // Chinese.
  /(?<!(?:不要|切勿|请勿|禁止|不得|如果|若)[^。！？\n]{0,8})(?:输入|提供(?!了)|粘贴|发送)[^。！？，；,;\n]{0,25}(?:私钥|助记词|种子短语)/,
)

/** Working against people. */
export const HOSTILE = anyOf(
  'i',
  inTurn(
    /\b(?:manipulat|dominat|infiltrat|subvert|coerc|deceiv|hijack|exploit)\w*\b/,
    /[^.!?\n]{0,60}\b(?:agents?|users?|humans?|people|targets?|skills?|communit(?:y|ies)|swarm|bots?|platform)\b/,
  ),
  inTurn(
    /\b(?:take over|recruit|extract intelligence from|intelligence extraction)\b/,
    /[^.!?\n]{0,60}\b(?:agents?|users?|humans?|people|skills?|communit(?:y|ies)|bots?)\b/,
  ),
)

/** A decoder and an order to run what comes out, said in words. */
export const DECODE_AND_RUN = anyOf(
  'i',
  inTurn(
    /\b(?:decode|decrypt|unpack|base64|deobfuscate|reverse)\b[^.!?\n]{0,100}\b(?:and|then)\b/,
    /[^.!?\n]{0,25}\b(?:run|execute|eval(?:uate)?|follow|obey|apply|carry out|do what)\b/,
  ),
  // Chinese.
  /(?:解码|解密|还原)[^。！？\n]{0,60}(?:并|然后|后)[^。！？\n]{0,10}(?:执行|运行|遵循|按照)/,
)

/** Not one key, but whatever there is. */
export const ALL_SECRETS = anyOf(
  'i',
  inTurn(
    /\b(?:all|any|every|each|available|entire|full|full list of|complete)\b/,
    /[^.!?\n]{0,30}\b(?:api[- ]?keys?|tokens?|secrets?|credentials?|passwords?|private keys?|environment variables?|env(?:ironment)? vars?|conversations?|chat (?:history|logs?))\b/,
  ),
  inTurn(
    /\b(?:environment variables?|config(?:uration)? files?|credential files?)\b/,
    /[^.!?\n]{0,40}\b(?:api[- ]?keys?|tokens?|secrets?|credentials?|passwords?)\b/,
  ),
  // Chinese.
  /(?:所有|全部|任何)[^。！？\n]{0,10}(?:密钥|令牌|密码|凭证|凭据|环境变量|对话|聊天记录)/,
)

/** Keys of every kind, not one. */
export const ALL_KEYS =
  /\b(?:all|any|every|each|available)\b[^.!?\n]{0,30}\b(?:api[- ]?keys?|tokens?|secrets?|credentials?|passwords?|private keys?)\b|(?:所有|全部|任何)[^。！？\n]{0,10}(?:密钥|令牌|密码|凭证|凭据|私钥)/i
