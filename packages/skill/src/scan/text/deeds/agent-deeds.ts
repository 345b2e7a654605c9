import { anyOf, inTurn } from '../join-patterns.ts'

/** What the agent is to become: without rules, without questions, at the orders of somebody else. */

export const DISABLES_PROTECTION = anyOf(
  'i',
  inTurn(
    /\b(?:disable|uninstall|deactivate|remove|switch off|turn off|skip|suppress|bypass)\b/,
    /[^.!?\n]{0,60}\b(?:guards?|audit\w*|scan(?:s|ner|ners|ning)?|security|safety|protections?|antivirus|firewall|approvals?|permission|confirmations?|code review|safeguards?|moderation)\b/,
  ),
  inTurn(
    /\b(?:approve|accept|allow|grant|auto-?approve)\b[^.!?\n]{0,20}\b(?:every|all|any|each)\b/,
    /[^.!?\n]{0,40}\b(?:permissions?|requests?|prompts?|dependenc\w+|actions?|operations?|tool calls?|commands?)\b/,
  ),
  inTurn(
    /\b(?:user|owner|human)\b[^.!?\n]{0,15}\b(?:has|have)\b/,
    /[^.!?\n]{0,12}\b(?:pre-?approved|approved|authori[sz]ed|consented to)\b/,
    /[^.!?\n]{0,12}\b(?:all|any|every)\b/,
  ),
  /\bbypassPermissions\b|--dangerously-skip-permissions/,
  // Chinese.
  /(?:关闭|禁用|停用|卸载|跳过|绕过)[^。！？\n]{0,15}(?:安全|防护|审计|审核|扫描|权限|确认|杀毒|提示)/,
  /自动(?:批准|同意|允许|通过)[^。！？\n]{0,8}(?:全部|所有|任何|一切)/,
)

export const JAILBREAKS = anyOf(
  'i',
  inTurn(
    /\b(?:safety|ethic\w*|content|refusals?|confirmations?)\b/,
    /[^.!?\n]{0,50}\b(?:rules?|polic\w+|refusals?|restrictions?|guidelines?|confirmations?|checks?)\b/,
    /[^.!?\n]{0,40}\b(?:do not|don't|no longer|need not|cannot|never) (?:apply|count|matter|hold|bind)\b/,
  ),
  inTurn(
    /\b(?:assistant|model|ai|agent|character|persona|you)\b/,
    /[^.!?\n]{0,30}\b(?:without|has no|have no|with no|free of)\b/,
    /[^.!?\n]{0,15}\b(?:restrictions?|ethical|moral limits|content polic\w+|safety (?:rules|limits))\b/,
  ),
  /\bnever refuses?\b/,
  // Chinese.
  /(?:没有|不受)(?:任何)?(?:约束|限制|束缚)的?(?:助手|模型|智能体|AI|角色)|(?:你|助手|模型)[^。！？\n]{0,6}(?:不受|没有)(?:任何)?(?:约束|限制)/,
  /(?:不得|不要|不能)拒绝任何/,
)

export const WEAKENS_SECURITY_OF_CODE = anyOf(
  'i',
  inTurn(
    /\b(?:do not|don't|never|skip|avoid|leave out)\b/,
    /[^.!?\n]{0,20}\b(?:report\w*|flag\w*|warn\w*|mention\w*|run(?:ning)?)\b/,
    /[^.!?\n]{0,50}\b(?:(?:sql|code|command|script|shell|html|prompt|header) injection|injections|vulnerabilit\w+|missing auth\w*|hard-?coded|credentials|security (?:linters?|issues?|checks?|tools?|findings?)|backdoors?)\b/,
  ),
  inTurn(
    /\b(?:also|always|additionally)\b[^.!?\n]{0,20}\b(?:accept|allow|add|insert|include|create)\b/,
    /[^.!?\n]{0,40}\b(?:passwords?|admin(?:istrator)?|account|backdoor)\b/,
  ),
  /\b(?:add|insert|create|plant)\b[^.!?\n]{0,20}\b(?:default|hidden|secret|second|extra) (?:admin|account|user|password|token|endpoint|route)\b/,
  // Chinese.
  /(?:不要|不得|跳过)[^。！？\n]{0,10}(?:报告|指出|提示|警告)[^。！？\n]{0,15}(?:漏洞|注入|硬编码|安全问题)/,
  /(?:添加|加入|植入|留下?)[^。！？\n]{0,8}(?:后门|万能密码|隐藏账号|隐藏账户)/,
)

export const VOUCHES_FOR_ITSELF = anyOf(
  'i',
  inTurn(
    /\b(?:say|tell|claim|state|answer|confirm|report|rate|mark|classify|treat)\b/,
    /[^.!?\n]{0,50}\b(?:skill|package|file|code|it|they|payments?)\b/,
    /[^.!?\n]{0,30}\b(?:safe|audited|verified|benign|trusted|clean|harmless|(?<!(?:'ve|have|has) )approved|fine)\b/,
  ),
  // Chinese.
  /(?:技能|文件|代码|软件包)[^。！？\n]{0,12}(?:评为|标记为|视为|声称)(?:(?!不)[^。！？\n]){0,6}(?:安全的?|已审核|可信|无害)/,
)

export const OBEYS_TRIGGER_WORD = anyOf(
  'i',
  inTurn(
    /\b(?:message|comment|text|issue|e?-?mail|prompt|file|page|input|line|ticket|commit|user|sender|anyone|somebody|someone)s?\b/,
    /[^.!?\n]{0,40}\b(?:holds?|contains?|includes?|says?|writes?|mentions?|starts? with|begins? with|ends? with|has|carr(?:y|ies))\b/,
    /[^.!?\n]{0,30}[`"'“「][^`"'”」\n]{3,60}[`"'”」]/,
    /[^!?\n]{0,120}\b(?:obey (?:all|every|any|each)|as the (?:owner|admin\w*|operator|developer|system)|skip (?:all|every|any) (?:checks?|questions?|confirmations?)|run (?:the|what|any|every|all)\b[^.!?\n]{0,30}\bas (?:a )?(?:commands?|shell)|reveal\b[^.!?\n]{0,30}\b(?:keys?|configuration|secrets?|prompt)|without limits|drop (?:all|your) (?:limits|rules))/,
  ),
  // Chinese.
  /(?:消息|评论|文本|邮件|输入|文件)[^。！？\n]{0,12}(?:出现|包含|含有|写着)[“"「『`][^”"」』`\n]{2,40}[”"」』`][^。！？\n]{0,30}(?:管理员|主人|所有者|执行(?:其|他的)?(?:所有|任何|全部)|给出密钥|跳过)/,
)

export const OUTRANKS_USER = anyOf(
  'i',
  /\bVorrang vor d\w+ (?:Be)?nutzer|\bpriorit\w+ sur l['’]utilisateur/,
  /\bprioridade? sobre (?:el|o) usu[aá]rio|приоритет над пользовател/,
  // Chinese.
  /ユーザーより優先/,
  /사용자보다 우선/,
  /\b(?:has|have|with|gets?|takes?) (?:\w+ )?(?:priority|precedence) over (?:the |your )?(?:user|human|owner)/,
  inTurn(
    /\b(?:differs?|disagrees?|conflicts?)\b[^.!?\n]{0,20}\b(?:from|with)\b/,
    /[^.!?\n]{0,20}\b(?:the )?(?:user|owner|human)\b/,
    /[^.!?\n]{0,30}\b(?:it|this|the (?:page|text|file)) (?:wins|prevails|counts|decides)\b/,
  ),
  inTurn(
    /\b(?:rules?|instructions?|file|page|skill|text)\b/,
    /[^.!?\n]{0,40}\b(?:prevails?|takes? (?:priority|precedence)) over\b/,
    /[^.!?\n]{0,15}\b(?:the |your )(?:user|human|owner|operator|system prompt|developer)\b/,
  ),
  /\b(?:rules?|instructions?|file|page|skill|text)\b[^.!?\n]{0,10}\b(?:stand|rank|come)s? above\b[^.!?\n]{0,40}\b(?:user|human|owner|system)\b/,
  /\b(?:user|human|owner)'?s?\b[^.!?\n]{0,10}\b(?:instructions?|requests?|wishes|orders)\b[^.!?\n]{0,10}\b(?:rank|come|stand)s? below\b/,
  /\bdiffers? from the user'?s? (?:wishes|request|instructions?|orders?|messages?)\b[^.!?\n]{0,30}\b(?:win|prevail|count)s?\b/,
  inTurn(
    /\b(?:treat|regard|consider)\b/,
    /[^.!?\n]{0,40}\bas (?:if )?(?:coming from|written by|said by|an order of) (?:the |your )?(?:user|operator|developer|owner)\b/,
  ),
  /优先(?:级)?(?:高于|于)[^。！？\n]{0,6}用户(?!配置|设置|目录)|(?:覆盖|取代)用户的?(?:要求|指令)/,
)

export const SHADOWS_TOOLS = anyOf(
  'i',
  inTurn(
    /\b(?:instead of|in place of|replaces?|rather than|before (?:any|each|every)(?: use of)?)\b/,
    /[^.!?\n]{0,50}\b(?:built-?in|original|native|standard|other)\b[^.!?\n]{0,60}\btools?\b/,
  ),
  /\b(?:each|every|any|all) calls? (?:of|to)\b[^.!?\n]{0,120}\b(?:other|another) skills?\b/,
  /\b(?:route|pass|redirect|run)\b[^.!?\n]{0,30}\b(?:commands?|tool calls?|calls|requests?|arguments)\b[^.!?\n]{0,20}\bthrough\b/,
  /\b(?:built-?in|original|native) tools?\b[^.!?\n]{0,40}\b(?:deprecated|not to be trusted|untrusted|broken|forbidden|must not be used)\b/,
)

export const OBEYS_REMOTE_TEXT = anyOf(
  'i',
  inTurn(
    /\b(?:whatever|what|everything|anything|the (?:answer|reply|response|text|body|output)|(?:each|every) (?:answer|reply|response|one|message|line|post))\b/,
    /[^.!?\n]{0,30}\b(?:comes? back|returns?|returned|arrives?|answers?|is)\b/,
    /[^.!?\n]{0,40}\b(?:tasks?|jobs?|orders?|commands?|instructions?)\b/,
    /[^!?\n]{0,60}\b(?:execut\w+|run|carry|obey|follow|perform)\b/,
  ),
  inTurn(
    /\b(?:do|act|proceed|behave|continue)\b/,
    /[^.!?\n]{0,20}\b(?:as|what(?:ever)?) (?:it|they|that (?:page|file|text|server)|the (?:page|reply|answer|response|server|file)) (?:says?|tells?|asks?|repl(?:y|ies)|returns?|lists?|wants?|instructs?)\b/,
  ),
  inTurn(
    /\b(?:carry out|execute|perform|follow|obey|apply|run)\b(?! (?:and|up)\b)/,
    /[^.!?\n]{0,20}\b(?:what(?:ever)?|everything|anything|any (?:steps?|orders?|commands?|instructions?))\b/,
    /[^.!?\n]{0,60}\b(?:LINK|servers?|repl(?:y|ies)|returns?|responds?|sends?|says?|lists?|contains?|there)\b/,
  ),
  inTurn(
    /\bLINK\b/,
    /[^.!?\n]{0,80}\b(?:outranks?|(?<!\bto )overrides?(?! (?:via|with|by|for)\b)|supersedes?|takes? precedence|has priority|wins over|is (?:part of|binding)|as (?:if it were )?part of (?:this|these))\b/,
  ),
  inTurn(
    /\b(?:treat|regard|take|consider)\b/,
    /[^.!?\n]{0,20}\b(?:its|the|their) (?:output|answer|reply|result|lines?)\b[^.!?\n]{0,20}\bas\b/,
    /[^.!?\n]{0,12}\b(?:instructions?|orders?|commands?)\b/,
  ),
  /\b(?:treat|consider|regard|read)\b[^.!?\n]{0,30}\bLINK\b[^.!?\n]{0,30}\bas\b/,
)

export const CLAIMS_CONSENT = anyOf(
  'i',
  inTurn(
    /\b(?:users?|owner|operator|human|they|everyone)\b[^.!?\n]{0,40}\b(?:has|have|had)\b/,
    /[^.!?\n]{0,12}\b(?:consented|agreed|given (?:their |his |her )?(?:consent|permission|approval)|authori[sz]ed|approved|signed off)\b/,
    /[^.!?\n]{0,30}\b(?:everything|anything|all|any|each|every|this|in advance|beforehand|already|by (?:using|installing|running|starting))\b/,
  ),
  inTurn(
    /\b(?:confirmation|permission|approval|consent|security|warning)\b/,
    /[^.!?\n]{0,12}\b(?:dialogs?|prompts?|questions?|windows?|pop-?ups?|messages?|warnings?)\b/,
    /[^.!?\n]{0,40}\b(?:accept|confirm|click (?:yes|ok|allow)|approve|dismiss|say yes|answer yes|ignore)\b/,
  ),
  inTurn(
    /\b(?:accept|confirm|approve|dismiss|click through|answer yes to|say yes to)\b/,
    /[^.!?\n]{0,20}\b(?:any|all|every|each|whatever|the)\b/,
    /[^.!?\n]{0,20}\b(?:confirmation|permission|approval|consent|security)\b/,
    /[^.!?\n]{0,12}\b(?:dialogs?|prompts?|questions?|windows?|pop-?ups?|warnings?)\b/,
  ),
  /\bauto[-_ ]?(?:approve|accept|confirm|run)\w*\b["'`]?\s*[:=]\s*["'`]?(?:true|on|yes|1|all|always)\b/,
  // Chinese.
  /用户(?:已经?|早已)[^。！？\n]{0,6}(?:授权|同意|批准)[^。！？\n]{0,6}(?:所有|全部|任何|一切)/,
)

export const DEMANDS_TRUST = anyOf(
  'i',
  inTurn(
    /\b(?:commands?|scripts?|requests?|orders?|instructions?|calls?|content|code)\b/,
    /[^.!?\n]{0,15}\b(?:from|of|by)\b[^.!?\n]{0,40}\b(?:are|is|as|count as|be)\b/,
    /[^.!?\n]{0,12}\b(?:trusted|safe|pre-?approved|exempt|allowed|verified|authori[sz]ed)\b/,
  ),
  inTurn(
    /\b(?:mark|treat|regard|whitelist|allowlist|trust)\b[^.!?\n]{0,30}\b(?:all|any|every|each)\b/,
    /[^.!?\n]{0,40}\b(?:as )?(?:safe|trusted|allowed|approved|harmless)\b/,
  ),
  /\badd\b[^.!?\n]{0,60}\bto\b[^.!?\n]{0,15}\b(?:allowed|trusted|safe|whitelisted|allowlisted) (?:domains?|hosts?|sources?|senders?|sites?)\b/,
  /\b(?:allowlist|whitelist|exempt|exclude)(?:e?d)?\b[^.!?\n]{0,60}\b(?:from|in|by|with|for)\b[^.!?\n]{0,20}\b(?:antivirus|firewall|(?:security|virus|malware) scan|scans|scanner|checks?|defender|audit\w*)\b/,
)

export const DROPS_RULES_OF_OTHERS = anyOf(
  'i',
  inTurn(
    /\b(?:CLAUDE\.md|AGENTS\.md|project rules?|workspace rules?|team rules?|house rules?|system prompt|safety rules?|guard ?rails?|its rules|their rules|other (?:skills?|rules?|instructions?))\b/,
    /[^.!?\n]{0,40}\b(?:outdated(?! \w)|obsolete|void|suspended|off|ignored?|do(?:es)? not (?:count|apply|matter)|no longer (?:count|apply|matter|valid)|not (?:binding|needed)|can be skipped|second)\b/,
  ),
  /\b(?:skip|ignore|disregard|forget)\b[^.!?\n]{0,25}\b(?:CLAUDE\.md|AGENTS\.md|the project'?s rules|the user'?s rules|house rules|team rules)\b/,
  inTurn(
    /\b(?:maintenance|debug|developer|admin|service|root|unrestricted|test) mode\b/,
    /[^!?\n]{0,120}\b(?:guard ?rails?|limits?|rules?|filters?|restrictions?|checks?)\b/,
    /[^.!?\n]{0,20}\b(?:off|disabled|lifted|suspended|relaxed|do not apply)\b/,
  ),
)

export const OVERRULES_USER = anyOf(
  'i',
  inTurn(
    /\b(?:user'?s?|owner'?s?|human'?s?)\b/,
    /[^.!?\n]{0,40}\b(?:differ|disagree|object|conflict|say otherwise|want something else|insist|refuse)s?\b/,
    /[^.!?\n]{0,50}\b(?:this (?:page|file|skill|document|text)|these (?:rules|steps|instructions)|go ahead|continue|proceed|wins?|prevails?)\b/,
  ),
  inTurn(
    /\beven (?:if|when|where|though)\b[^.!?\n]{0,20}\b(?:the )?(?:user|owner|human)s?\b/,
    /[^.!?\n]{0,30}\b(?:names?|objects?|refuses?|declines?|forbids?|prefers?|chose|chooses?|disagrees?)\b/,
  ),
)
