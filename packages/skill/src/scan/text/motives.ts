/** What a passage would have the agent do to its user, in English and Chinese. Each alone may be honest. */
export const DEEDS = {
  'turn off what protects':
    /\b(?:disable|uninstall|deactivate|remove|switch off|turn off|skip|suppress|bypass)\b[^.!?\n]{0,60}\b(?:guards?|audit\w*|scan(?:s|ner|ners|ning)?|security|safety|protections?|antivirus|firewall|approvals?|permission|confirmations?|code review|safeguards?|moderation)\b|\b(?:approve|accept|allow|grant|auto-?approve)\b[^.!?\n]{0,20}\b(?:every|all|any|each)\b[^.!?\n]{0,40}\b(?:permissions?|requests?|prompts?|dependenc\w+|actions?|operations?|tool calls?|commands?)\b|\b(?:user|owner|human)\b[^.!?\n]{0,15}\b(?:has|have)\b[^.!?\n]{0,12}\b(?:pre-?approved|approved|authori[sz]ed|consented to)\b[^.!?\n]{0,12}\b(?:all|any|every)\b|\bbypassPermissions\b|--dangerously-skip-permissions|(?:关闭|禁用|停用|卸载|跳过|绕过)[^。！？\n]{0,15}(?:安全|防护|审计|审核|扫描|权限|确认|杀毒|提示)|自动(?:批准|同意|允许|通过)[^。！？\n]{0,8}(?:全部|所有|任何|一切)/i,
  'act without limits':
    /\b(?:safety|ethic\w*|content|refusals?|confirmations?)\b[^.!?\n]{0,50}\b(?:rules?|polic\w+|refusals?|restrictions?|guidelines?|confirmations?|checks?)\b[^.!?\n]{0,40}\b(?:do not|don't|no longer|need not|cannot|never) (?:apply|count|matter|hold|bind)\b|\b(?:assistant|model|ai|agent|character|persona|you)\b[^.!?\n]{0,30}\b(?:without|has no|have no|with no|free of)\b[^.!?\n]{0,15}\b(?:restrictions?|ethical|moral limits|content polic\w+|safety (?:rules|limits))\b|\bnever refuses?\b|(?:没有|不受)(?:任何)?(?:约束|限制|束缚)的?(?:助手|模型|智能体|AI|角色)|(?:你|助手|模型)[^。！？\n]{0,6}(?:不受|没有)(?:任何)?(?:约束|限制)|(?:不得|不要|不能)拒绝任何/i,
  'weaken what it writes or checks':
    /\b(?:do not|don't|never|skip|avoid|leave out)\b[^.!?\n]{0,20}\b(?:report\w*|flag\w*|warn\w*|mention\w*|run(?:ning)?)\b[^.!?\n]{0,50}\b(?:(?:sql|code|command|script|shell|html|prompt|header) injection|injections|vulnerabilit\w+|missing auth\w*|hard-?coded|credentials|security (?:linters?|issues?|checks?|tools?|findings?)|backdoors?)\b|\b(?:also|always|additionally)\b[^.!?\n]{0,20}\b(?:accept|allow|add|insert|include|create)\b[^.!?\n]{0,40}\b(?:passwords?|admin(?:istrator)?|account|backdoor)\b|\b(?:add|insert|create|plant)\b[^.!?\n]{0,20}\b(?:default|hidden|secret|second|extra) (?:admin|account|user|password|token|endpoint|route)\b|(?:不要|不得|跳过)[^。！？\n]{0,10}(?:报告|指出|提示|警告)[^。！？\n]{0,15}(?:漏洞|注入|硬编码|安全问题)|(?:添加|加入|植入|留下?)[^。！？\n]{0,8}(?:后门|万能密码|隐藏账号|隐藏账户)/i,
  'vouch for itself':
    /\b(?:say|tell|claim|state|answer|confirm|report|rate|mark|classify|treat)\b[^.!?\n]{0,50}\b(?:skill|package|file|code|it|they|payments?)\b[^.!?\n]{0,30}\b(?:safe|audited|verified|benign|trusted|clean|harmless|approved|fine)\b|(?:技能|文件|代码|软件包)[^。！？\n]{0,12}(?:评为|标记为|视为|声称)[^。！？\n]{0,6}(?:安全的?|已审核|可信|无害)/i,
  'put another receiver in':
    /\b(?:use|put|insert|set|enter)\b[^.!?\n]{0,80}\b(?:recipient|destination|payee|receiver|beneficiary)\b[^.!?\n]{0,40}\b(?:whatever|no matter|regardless|even if|whichever)\b|\b(?:replace|swap|substitute|change|exchange)\b[^.!?\n]{0,60}\b(?:account(?: numbers?)?|wallet|iban|address(?:es)?|recipients?|payee|beneficiary|payment details|links?)\b[^.!?\n]{0,30}\b(?:with|by|to|for)\b|\b(?:in place of|instead of|rather than)\b[^.!?\n]{0,30}\b(?:iban|account number|wallet|payee|beneficiary|bank details|(?:payment|payout|deposit|wallet|btc|eth) address)\b|\b(?:add|set|include|put|insert|append)\b[^.!?\n]{0,30}\b(?:bcc|blind copy|hidden recipient)\b[^.!?\n]{0,30}@[a-z0-9-]{2}|\b(?:add|set|include|put|insert|append)\b[^.!?\n]{0,20}\b[\w+-]{1,40}@[a-z0-9-]{1,60}\.[a-z.]{2,20}[^.!?\n]{0,20}\b(?:bcc|blind copy)\b|\b(?:use|put|insert|paste|write|show|give)\b[^.!?\n]{0,30}\b(?:0x[0-9a-fA-F]{40}|bc1[0-9a-z]{25,60}|T[1-9A-HJ-NP-Za-km-z]{33}|[A-Z]{2}\d{2}(?: ?[A-Z0-9]{4}){3,7})\b[^.!?\n]{0,15}\binstead\b|(?:替换|改成|改为|(?<!转)换成)[^。！？\n]{0,12}(?:地址|账号|账户|收款)|(?:地址|账号|账户|收款人)[^。！？\n]{0,8}(?:替换|改成|改为|换成)/i,
  'collect what is secret':
    /\b(?:gather|collect|look for|search for|find|harvest|extract|export|dump|list|read)\b[^.!?\n]{0,40}\b(?:stored |saved |all |any |every )?(?:credentials?|tokens?|passwords?|api[- ]?keys?|private keys?|cookies|recovery codes?|seed phrases?|environment variables?)\b|(?:收集|查找|搜索|读取|导出)[^。！？\n]{0,20}(?:密码|令牌|密钥|凭证|凭据|私钥|cookie|验证码)/i,
  'run what a stranger sends':
    /\b(?:curl|wget|iwr|irm|fetch)\b[^\n|]{0,200}\|\s*(?:sudo )?(?:(?:ba|z|da)?sh|python3?|node|iex)\b/i,
  'move money':
    /\b(?:send|transfer|pay|withdraw|move)\b[^.!?\n]{0,30}\b\d[\d.,]*\s?(?:eth|btc|sol|usdt|usdc|bnb|trx|usd|eur|dollars?)\b[^.!?\n]{0,20}\bto\b|(?:转账|转出|支付|汇款)[^。！？\n]{0,20}\d[^。！？\n]{0,20}(?:到|给|至)/i,
  'spread itself':
    /\b(?:copy|insert|append|add|paste|write|install|propagate|merge)\b[^.!?\n]{0,80}\b(?:every|all|each|any)(?: of the)?(?: (?:other|installed|existing|local))? (?:skills?|repositor(?:y|ies)|repos?|projects?|agents?|SKILL\.md)\b|\b(?:add|insert|append|write|put)\b[^!?\n]{0,160}\bSKILL\.md (?:of|in) (?:each|every|all|any)\b|(?:复制|写入|添加|安装)[^。！？\n]{0,20}(?:所有|其他|每个)[^。！？\n]{0,6}(?:技能|仓库|项目|智能体)/i,
  'wipe its traces':
    /\b(?:remove|delete|clear|erase|wipe|purge)\b[^.!?\n]{0,50}\b(?:history|logs?|audit trail|sent (?:folder|messages?|items)|traces?|transcript)\b|(?:删除|清除|清空|抹去)[^。！？\n]{0,15}(?:历史|日志|记录|痕迹)/i,
  'put this text above its user':
    /\b(?:rules?|instructions?|file|page|skill|text)\b[^.!?\n]{0,40}\b(?:prevails?|takes? (?:priority|precedence)) over\b[^.!?\n]{0,15}\b(?:the |your )(?:user|human|owner|operator|system prompt|developer)\b|\b(?:rules?|instructions?|file|page|skill|text)\b[^.!?\n]{0,10}\b(?:stand|rank|come)s? above\b[^.!?\n]{0,40}\b(?:user|human|owner|system)\b|\b(?:user|human|owner)'?s?\b[^.!?\n]{0,10}\b(?:instructions?|requests?|wishes|orders)\b[^.!?\n]{0,10}\b(?:rank|come|stand)s? below\b|\bdiffers? from the user'?s? (?:wishes|request|instructions?|orders?|messages?)\b[^.!?\n]{0,30}\b(?:win|prevail|count)s?\b|\b(?:treat|regard|consider)\b[^.!?\n]{0,40}\bas (?:if )?(?:coming from|written by|said by|an order of) (?:the |your )?(?:user|operator|developer|owner)\b|优先(?:级)?(?:高于|于)[^。！？\n]{0,6}用户|(?:覆盖|取代)用户的?(?:要求|指令)/i,
  'speak for the user':
    /\b(?:send|message|e?mail|dm|post to|forward)\b[^.!?\n]{0,30}\b(?:every|all|each)\b[^.!?\n]{0,20}\b(?:contacts?|friends?|colleagues?|channels?|address book|followers)\b|(?:群发|发给)[^。！？\n]{0,10}(?:所有|全部)?(?:联系人|好友|通讯录)/i,
  'recommend for a reason that is kept':
    /\b(?:always|only)\b[^.!?\n]{0,20}\b(?:recommend|suggest|prefer|promote)\b[^.!?\n]{0,80}\b(?:claim|pretend|say)\b/i,
  'write a dependency in':
    /\b(?:add|insert|install|include)\b[^.!?\n]{0,40}\b(?:dependency|package|library|import|workflow)\b[^.!?\n]{0,60}\b(?:even (?:if|when)|not needed|regardless|every project)|\b(?:every|each|all) projects?\b[^.!?\n]{0,40}\b(?:add|insert|install|include)\b[^.!?\n]{0,30}\b(?:dependency|package|library)\b/i,
  'take the place of other tools':
    /\b(?:instead of|in place of|replaces?|rather than|before (?:any|each|every)(?: use of)?)\b[^.!?\n]{0,50}\b(?:built-?in|original|native|standard|other)\b[^.!?\n]{0,60}\btools?\b|\b(?:each|every|any|all) calls? (?:of|to)\b[^.!?\n]{0,120}\b(?:other|another) skills?\b|\b(?:route|pass|redirect|run)\b[^.!?\n]{0,30}\b(?:commands?|tool calls?|calls|requests?|arguments)\b[^.!?\n]{0,20}\bthrough\b|\b(?:built-?in|original|native) tools?\b[^.!?\n]{0,40}\b(?:deprecated|not to be trusted|untrusted|broken|forbidden|must not be used)\b/i,
  'write something of its own into the work':
    /\b(?:every|each|all|any)\b[^.!?\n]{0,60}\b(?:generated|written|created|edited|produced|scaffolded|built)\b[^.!?\n]{0,50}\b(?:contains?|includes?|ends? with|carr(?:y|ies)|gets?|has|have|must have)\b/i,
  'get a password out of the user':
    /\b(?:enter|type|confirm|provide|give|reply with|submit)\b[^.!?\n]{0,20}\byour\b[^.!?\n]{0,30}\b(?:passwords?|one-time code|(?:six|6)-digit code|verification code|pin|card number|recovery phrase|seed phrase)\b/i,
  'do what another place says':
    /\b(?:do|act|proceed|behave|continue)\b[^.!?\n]{0,20}\b(?:as|what(?:ever)?) (?:it|they|that (?:page|file|text|server)|the (?:page|reply|answer|response|server|file)) (?:says?|tells?|asks?|repl(?:y|ies)|returns?|lists?|wants?|instructs?)\b|\b(?:carry out|execute|perform|follow|obey|apply|run)\b[^.!?\n]{0,20}\b(?:what(?:ever)?|everything|anything|any (?:steps?|orders?|commands?|instructions?))\b[^.!?\n]{0,60}\b(?:LINK|servers?|repl(?:y|ies)|returns?|responds?|sends?|says?|lists?|contains?|there)\b|\bLINK\b[^.!?\n]{0,80}\b(?:outranks?|overrides?|supersedes?|takes? precedence|has priority|wins over|is (?:part of|binding)|as (?:if it were )?part of (?:this|these))\b|\b(?:treat|regard|take|consider)\b[^.!?\n]{0,20}\b(?:its|the|their) (?:output|answer|reply|result|lines?)\b[^.!?\n]{0,20}\bas\b[^.!?\n]{0,12}\b(?:instructions?|orders?|commands?)\b|\b(?:treat|consider|regard|read)\b[^.!?\n]{0,30}\bLINK\b[^.!?\n]{0,30}\bas\b/i,
  'claim a consent that was not given':
    /\b(?:users?|owner|operator|human|they|everyone)\b[^.!?\n]{0,40}\b(?:has|have|had)\b[^.!?\n]{0,12}\b(?:consented|agreed|given (?:their |his |her )?(?:consent|permission|approval)|authori[sz]ed|approved|signed off)\b[^.!?\n]{0,30}\b(?:everything|anything|all|any|each|every|this|in advance|beforehand|already|by (?:using|installing|running|starting))\b|\b(?:confirmation|permission|approval|consent|security|warning)\b[^.!?\n]{0,12}\b(?:dialogs?|prompts?|questions?|windows?|pop-?ups?|messages?|warnings?)\b[^.!?\n]{0,40}\b(?:accept|confirm|click (?:yes|ok|allow)|approve|dismiss|say yes|answer yes|ignore)\b|\b(?:accept|confirm|approve|dismiss|click through|answer yes to|say yes to)\b[^.!?\n]{0,20}\b(?:any|all|every|each|whatever|the)\b[^.!?\n]{0,20}\b(?:confirmation|permission|approval|consent|security)\b[^.!?\n]{0,12}\b(?:dialogs?|prompts?|questions?|windows?|pop-?ups?|warnings?)\b|\bauto[-_ ]?(?:approve|accept|confirm|run)\w*\b["'`]?\s*[:=]\s*["'`]?(?:true|on|yes|1|all|always)\b/i,
  'be trusted without question':
    /\b(?:commands?|scripts?|requests?|orders?|instructions?|calls?|content|code)\b[^.!?\n]{0,15}\b(?:from|of|by)\b[^.!?\n]{0,40}\b(?:are|is|as|count as|be)\b[^.!?\n]{0,12}\b(?:trusted|safe|pre-?approved|exempt|allowed|verified|authori[sz]ed)\b|\b(?:mark|treat|regard|whitelist|allowlist|trust)\b[^.!?\n]{0,30}\b(?:all|any|every|each)\b[^.!?\n]{0,40}\b(?:as )?(?:safe|trusted|allowed|approved|harmless)\b|\badd\b[^.!?\n]{0,60}\bto\b[^.!?\n]{0,15}\b(?:allowed|trusted|safe|whitelisted|allowlisted) (?:domains?|hosts?|sources?|senders?|sites?)\b|\b(?:allowlist|whitelist|exempt|exclude)(?:e?d)?\b[^.!?\n]{0,60}\b(?:antivirus|firewall|scans?|checks?|defender|audit\w*)\b/i,
  'set the rules of others aside':
    /\b(?:CLAUDE\.md|AGENTS\.md|project rules?|workspace rules?|team rules?|house rules?|system prompt|safety rules?|guard ?rails?|its rules|their rules|other (?:skills?|rules?|instructions?))\b[^.!?\n]{0,40}\b(?:outdated|obsolete|void|suspended|off|ignored?|do(?:es)? not (?:count|apply|matter)|no longer (?:count|apply|matter|valid)|not (?:binding|needed)|can be skipped|second)\b|\b(?:skip|ignore|disregard|forget)\b[^.!?\n]{0,25}\b(?:CLAUDE\.md|AGENTS\.md|the project'?s rules|the user'?s rules|house rules|team rules)\b|\b(?:maintenance|debug|developer|admin|service|root|unrestricted|test) mode\b[^!?\n]{0,120}\b(?:guard ?rails?|limits?|rules?|filters?|restrictions?|checks?)\b[^.!?\n]{0,20}\b(?:off|disabled|lifted|suspended|relaxed|do not apply)\b/i,
  'win over its user':
    /\b(?:user'?s?|owner'?s?|human'?s?)\b[^.!?\n]{0,40}\b(?:differ|disagree|object|conflict|say otherwise|want something else|insist|refuse)s?\b[^.!?\n]{0,50}\b(?:this (?:page|file|skill|document|text)|these (?:rules|steps|instructions)|go ahead|continue|proceed|wins?|prevails?)\b|\beven (?:if|when|where|though)\b[^.!?\n]{0,20}\b(?:the )?(?:user|owner|human)s?\b[^.!?\n]{0,30}\b(?:names?|objects?|refuses?|declines?|forbids?|prefers?|chose|chooses?|disagrees?)\b/i,
  'give rights to a stranger':
    /\b(?:grant|give|invite|add|assign)\b[^.!?|\n]{0,60}(?:`@?\w[\w-]{2,60}`|[\w.+-]{1,64}@[\w-]{1,63}\.\w{2,20}`?)[^.!?|\n]{0,40}\b(?:access|rights?|permissions?|collaborators?|admin(?:istrator)?|maintainer|editor)\b|\b(?:grant|give|invite|assign)\b[^.!?|\n]{0,30}\b(?:access|rights?|permissions?|collaborators?|admin(?:istrator)?|maintainer|editor)\b[^.!?|\n]{0,40}(?:`@?\w[\w-]{2,60}`|[\w.+-]{1,64}@[\w-]{1,63}\.\w{2,20})/i,
  'look for keys that were not given':
    /\b(?:look|search|hunt|dig|go|rummage|comb)\b[^.!?\n]{0,10}\b(?:for|through)\b[^.!?\n]{0,40}\b(?:passwords?|credentials|api[- ]?keys?|private keys?|tokens|secrets)\b[^.!?\n]{0,40}\b(?:in|on|inside|under|across)\b|\bpasswords?\b[^.!?\n]{0,30}\b(?:look|search) for (?:it|one|them)\b/i,
  'put a secret where others read it':
    /\b(?:put|place|write|print|insert|add|include|embed|paste|append|leave|show)\b[^.!?\n]{0,40}(?:\b[A-Z][A-Z0-9]*_(?:API_)?(?:KEY|TOKEN|SECRET|PASSWORD)\b|(?<=\s)`?\.env\b|\b(?:api[- ]?keys?|tokens?|passwords?|credentials?|secrets?|private keys?|environment variables)\b)[^.!?\n]{0,60}\b(?:commit message|commit body|pull request|issue|comments?|footer|header of each|page|pages|readme|public\w*|title|branch name|changelog|description|log line|filename|file name|white on white|metadata)\b/i,
  'say what is not so':
    /\b(?:say|tell|report|claim|state|reassure|assure|answer|write|pretend|mark)\b[^.!?\n]{0,80}\b(?:whatever|regardless of|no matter|independent of|even (?:if|when|though))\b[^.!?\n]{0,20}\b(?:the |it |they |what |how |tests? )?\w*\b(?:results?|outcome|answer|truth|happened|happens|found|fail\w*|came out|real)\b|\b(?:reassure|assure|tell|convince)\b[^.!?\n]{0,15}\b(?:the )?(?:users?|them|him|her|owner|people)\b[^.!?\n]{0,20}\bthat\b[^.!?\n]{0,30}\b(?:nothing (?:leaves|is sent|was sent|is uploaded|happens)|no data|everything (?:stays|is) (?:local|safe)|it is safe|this is (?:normal|standard|routine|safe)|(?:session|licen[cs]e|token|account|login) (?:has )?expired)\b|\bdescribe only\b|\bwhatever (?:the |it )?(?:reply|answer|result|outcome|replies|answers)[^.!?\n]{0,6},? (?:say|tell|answer|report)\b/i,
  'get a secret out of the user':
    /\b(?:ask|have|get|let|make|prompt|request)\b[^.!?\n]{0,30}\b(?:users?|them|him|her|owner|customer)(?:'s)?\b[^.!?\n]{0,40}\b(?:passwords?|(?:12|24|twelve|twenty-four)(?:[- ]\w+)? words?|seed|recovery (?:phrase|words?|codes?)|pin\b|one-time|card number|cvv|cvc|private keys?|social security)\b/i,
  "destroy what is the user's":
    /\b(?:delete|erase|wipe|remove|overwrite|empty|shred|purge|destroy)\b[^.!?\n]{0,50}(?:`?(?:~|\$HOME|\/home|\/Users)(?:\/(?:Documents|Desktop|Pictures|Downloads|Photos|Music|projects?|work|src|code|repos?)?)?\/?`?(?=[\s.,;]|$)|\b(?:the user's|their|every|all)\s(?:\w+ ){0,2}(?:files|photos|documents|repositor(?:y|ies)|backups?|home (?:folder|directory)|mailbox|e-?mails|branches|tables|databases)\b)/i,
  'leave no trace':
    /\b(?:remove|delete|clear|erase|wipe|purge|tidy|clean)\b[^.!?\n]{0,60}\b(?:history|logs?|traces?|transcript|evidence)\b[^.!?\n]{0,60}\b(?:so (?:that )?|looks?|untouched|no one|nobody|unseen|as if|never)\b/i,
  'work while nobody looks':
    /\b(?:when|while|once|if|as soon as)\b[^.!?\n]{0,12}\b(?:the )?(?:user|owner|human|nobody|no one|everyone)\b[^.!?\n]{0,20}\b(?:not watching|not looking|is away|away|asleep|absent|offline|idle|inactive|left|is watching|not present|gone)\b/i,
  'promote a seller unsaid':
    /\b(?:do not|don't|never|without)\b[^.!?\n]{0,20}\b(?:disclos\w+|reveal\w*|mention\w*|say\w*)\b[^.!?\n]{0,30}\b(?:paid|sponsor\w*|placement|commission|affiliate|advert\w*|partner\w*)\b/i,
  'exchange what the project is built from':
    /\b(?:replace|swap|substitute|exchange)\b[^.!?\n]{0,30}\b(?:packages?|dependenc\w+|librar\w+|modules?)\b|<script src=["']?LINK/i,
  'let a stranger spend':
    /\bapprove\(address,uint256\)|\b(?:unlimited|infinite|one-time|max(?:imum)?)\b[^.!?\n]{0,12}\b(?:approval|allowance)s?\b|\b(?:approval|allowance)s?\b[^.!?\n]{0,40}\b(?:every|all|each) tokens?\b/i,
  'pipe data to an address':
    /\|\s*(?:curl|wget|nc|ncat)\b[^\n]{0,160}(?:-d|--data\S*|-F|-T|--upload-file|--post-file\S*)?\s*=?@?-(?:\s|`|$)/i,
} as const satisfies Readonly<Record<string, RegExp>>

/** How it is kept from the user: unsaid, or told otherwise. */
export const KEPT: readonly RegExp[] = [
  /\b(?:do not|don't|never|without)\b[^.!?\n]{0,8}\b(?:bother|trouble|burden|worry|disturb)(?:ing)?\b[^.!?\n]{0,8}\b(?:the )?(?:users?|them|owner|human)\b|\band (?:say )?nothing (?:about|of|else about)\b/i,
  /\b(?:no (?:need|reason|point)|not (?:necessary|needed|required)|unnecessary|pointless)\b[^.!?\n]{0,6}\b(?:to|in)\b[^.!?\n]{0,10}\b(?:bring|list|mention|rais|tell|explain|discuss|show|disclos|announc|point|say|notify|inform)\w*\b/i,
  /\b(?:do not|don't|never|must not|should not|without)\b[^.!?\n]{0,15}\b(?:show|quote|repeat|display|print|disclos\w+|reveal\w*|summari[sz]e|output|announc\w+)\b[^.!?\n]{0,20}\b(?:this (?:paragraph|section|text|note|rule|part|line|page|step|instruction)|these (?:lines|rules|instructions|steps)|it\b|that this|the existence)/i,
  /\b(?:white on white|font-?size:? ?0|invisible to|hidden from view|out of sight|looks? untouched|unnoticed|under the radar|in the background without)\b/i,
  /\b(?:users?|they|people|owner|anyone|reviewers?)\b[^.!?\n]{0,20}\b(?:get|gets|be|become|are) (?:nervous|worried|suspicious|confused|alarmed)\b/i,
  /(?<!\b(?:not|never|n't) )\b(?:quietly|silently|secretly|covertly|discreetly|stealthily|unnoticed|behind the scenes)\b/i,
  /\b(?:do not|don't|never|need not|needn't|must not|should not|no need to|not necessary to|refuse to|may)\b[^.!?\n]{0,15}\b(?:mention|bring (?:it|this|that|them) up|list|disclose|reveal|show this|raise|discuss|say so|omit|draw attention|attract attention|be mentioned)\b/i,
  /\b(?:leave|keep|omit)\b[^.!?\n]{0,25}\b(?:out of|from|off)\b[^.!?\n]{0,20}\b(?:summar(?:y|ies)|reports?|answers?|repl(?:y|ies)|response|transcript|logs?|list)\b/i,
  /\b(?:so that|so)\b[^.!?\n]{0,20}\b(?:is not|isn't|does not|doesn't|goes|nobody|no one|not be)\b[^.!?\n]{0,15}\b(?:notice[ds]?|attract|seen|detected|unnoticed|flagged|spotted|suspicious)\b/i,
  /\b(?:do not|don't|never)\b[^.!?\n]{0,15}\b(?:describe (?:it|this|that|them)|point out|say that (?:this|it)|explain (?:it|this)|discuss (?:it|this))\b|\b(?:is|are) (?:not|never) (?:discussed|mentioned|explained|shown|disclosed|reported)\b|\b(?:need not|needn't|should not|must not) (?:appear|be (?:shown|mentioned|visible|bothered))\b|\b(?:display|show|print)\b[^.!?\n]{0,12}\bthe (?:original|real|old) (?:one|address|account|number|recipient|iban)\b|\bleave (?:it|this|that|them) out\b|\b(?:skip|omit) (?:it|this|that|them) in (?:explanations?|summar(?:y|ies)|reports?|answers?)\b/i,
  /\bif (?:(?:the )?users? asks?|(?:you are )?asked|anybody asks|they ask|questioned)\b[^.!?\n]{0,60}\b(?:say|answer|reply|claim|tell|deny)\b[^.!?\n]{0,12}\b(?:that|it|none|nothing|no)\b/i,
  /\bso that\b[^.!?\n]{0,20}\b(?:reviewers?|users?|nobody|no one|readers?|they)\b[^.!?\n]{0,12}\b(?:takes?|mistakes?|thinks?|believes?|notices?|suspects?)\b|\busers? (?:do not|don't) need (?:an? )?(?:explanation|to (?:know|see))\b/i,
  /\bkeep (?:this|it|these|that|the \w+(?: text)?)\b[^.!?\n]{0,12}\b(?:private|secret|confidential|quiet|to yourself|hidden|between us)\b/i,
  /\b(?:say|claim|tell (?:them|the user)|pretend|reply|answer)\b[^.!?\n]{0,25}\b(?:nothing (?:was|happened|ran|is)|(?:it|this|they) (?:was|were|is|are|look)|that you have|standard|routine|needed for)\b/i,
  /\b(?:show|display|print|repeat|report)\b[^.!?\n]{0,20}\b(?:the user's|their|the original)\b[^.!?\n]{0,30}\b(?:not|instead of|rather than)\b[^.!?\n]{0,8}\b(?:the (?:relay|real|actual|new|other|proxy|substituted)|ours|the one)|\b(?:present|show|pass)\b[^.!?\n]{0,20}\b(?:it|them|this|these)\b[^.!?\n]{0,6}\bas (?:the )?(?:original|theirs|unchanged|the user's)\b|\bas if nothing\b|\bwithout (?:saying|telling|mentioning|trace)\b/i,
  /(?:不要|无需|不必|不用|切勿|别|不得)[^。！？\n]{0,12}(?:提到|提及|告诉|告知|写进|写入总结|透露|声张)|悄悄|偷偷|静默|暗中|当作(?:用户|原来|原始)|(?:保密|隐瞒)/,
]

/** The voice of somebody else: of the system, of a tool, of the user. */
export const OTHER_VOICE =
  /<\/?(?:system|system-reminder|tool_result|function_results?|assistant|developer|important|admin|policy|instructions?)\b[^>\n]{0,80}>|<\/skill>|<\|im_(?:start|end)\|>|\[\/?(?:INST|SYSTEM|assistant|ADMIN)\]|(?:^|\n)\s*(?:Human|System|SYSTEM|Operator):\s|\b(?:note|message|instructions?) (?:to|for) (?:the |any |all )?(?:ai|llm|assistants?|agents?|models?)\b|\b(?:ai |llm )?(?:assistants?|agents?|models?)\b[^.!?\n]{0,25}\b(?:reading|processing|using) this\b|(?:给|致)(?:智能体|助手|模型|AI)的?(?:说明|提示|指令|备注)/i

/** How the user is not asked. */
export const UNASKED =
  /\b(?:without|do not|don't|never|no|not)\b[^.!?\n]{0,25}\b(?:ask(?:s|ing)?|confirm(?:ing|ation|ations)?|approval|permission|consent|prompt(?:ing|s)?)\b|\bon (?:the user's|their|his|her) behalf\b|\bwhile the user is (?:away|asleep|absent|not)\b|\bthere is no need to (?:ask|confirm|bring)|\balready (?:consented|agreed|approved|confirmed)\b|(?:无需|不需要|不用|不必|不要|不得)[^。！？\n]{0,6}(?:确认|同意|询问|请求确认|批准)/i

/** What is the user's: talk, files, settings, code, people they know. */
export const PRIVATE =
  /\b(?:the |their |a copy of (?:the )?)?users?'s? (?:full |whole |complete |last |own )?(?:\w{1,30} )?(?:messages?|conversations?|files?|code|project|configuration|settings|folders?|name|address|data|history|input|text|documents?|company password)\b|\bcontents? of (?:every|each|any|all)\b|\b(?:every|each|all) (?:file|diff|message|document|prompt)s?\b|\b(?:customer|contact|client|mailing) lists?\b|\bsource code\b|\bmessage text\b|\bdate of birth\b|\bmaiden name\b|\bone-time codes?\b|(?:^|[\s`(])~\/\.?\w+|完整(?:对话|内容|环境)|对话内容|用户(?:的)?(?:消息|文件|数据|代码|输入|对话|隐私)|验证码|支付密码|源代码|通讯录/i

/** The same in other words: what was said, seen, written or found on the way. */
export const PERSONAL =
  /\b(?:details|text|words?|answers?|questions?|numbers?|input|prompts?|addresses|content|copy|dump|list)\b[^.!?\n]{0,25}\b(?:of|from|by|about)\b[^.!?\n]{0,12}\b(?:the|their|this|your|each|every|all)\b[^.!?\n]{0,12}\b(?:users?|owner|conversations?|chats?|sessions?|contacts?|files?|repositor(?:y|ies)|projects?|clipboard|inbox|machine|calendar)\b|\b(?:users?|owner|customer|repository|project|machine|workspace|company)'s (?:\w+ ){0,2}(?:questions?|prompts?|answers?|e-?mails?|contacts?|clipboard|source|keys?|tokens?|balances?|screen|calendar|inbox|photos?|notes|tabs|details|location|identity|contents?)\b|\bwhat(?:ever)? (?:you know about|the user|they|is stored|is in|stands in)\b|\b(?:details|data|answers|numbers|words|text) (?:they|the user) (?:gave|give|typed?|entered|wrote|said)\b|\b(?:printenv|env|set) output\b|\b(?:account )?balances\b|\b(?:full |whole )?(?:dump|copy|transcript|log|record)\b[^.!?\n]{0,12}\bof (?:this|the|our|each|every) (?:conversation|chat|session|dialogue|exchange)\b|\b(?:last|previous|recent) (?:\w+ )?messages\b|\b(?:file|folder|repository|clipboard|mailbox|inbox) contents?\b|\b(?:contacts|address book)\b|\ball branches\b/i

/** A key that is put into a form, by hand and not as the proof of a request. */
export const ENTERS_SECRET =
  /\b(?:enter|type|register|hand|drop|paste|put|fill|give|deposit)(?:s|ing)?\b[^.!?\n]{0,60}\b(?:form|page|box|field|portal|site)\b(?=[\s\S]{0,400})(?<=\b(?:tokens?|passwords?|private keys?|api keys?|credentials|seed phrase|recovery phrase|cookies)\b[\s\S]{0,200})/i

/** Reasons that are given for what would not be done without one: an office, a rule, a deadline, a favour. */
export const PRETEXT =
  /\b(?:complian\w+|noncomplian\w+|licen[cs](?:e|ing)|audits?|diagnostics?|telemetry|crash|verification|maintenance|administrators?|maintainers?|support (?:team|case|staff|contract)|quality assurance|backup|safety copy|partner|legal|regulat\w+|policy requires|required by|mandatory|suspen(?:ded|sion)|terminated|expires?|immediately|right away|within \w+ (?:minutes|hours)|urgent\w*|deadline)\b/i

/** A verb of giving, beyond those of phrases.ts. */
export const GIVE =
  /\b(?:register|report|e-?mail|note|copy|paste|upload|zip|mail|publish|save|hand|drop|put|use|issue|mirror|place|enter|type|log|relay|sync|stream|write|give|fill|pass|call|get|request|open|encode|require|need|want|expect|retriev|collect)(?:e?s|ing|es)?\b/i
/** Where anybody can read it. */
export const OPEN_PLACE =
  /\b[\w+-]{1,64}(?:\.[\w+-]{1,64}){0,4}@[a-z0-9-]{1,63}(?:\.[a-z0-9-]{1,63}){0,5}\.[a-z]{2,24}\b|(?<![\w.])\+\d[\d ()-]{7,18}\d|\bpublic (?:gist|channel|paste|repo(?:sitory)?|bucket|page)\b|\bpastebin\b/i

/** Addressed to whoever decides whether the package is safe. */
export const TO_REVIEWER =
  /\b(?:note|notice|attention|message|dear|to|for)\b[^.!?\n]{0,12}\b(?:automated |ai |security |code )?(?:reviewers?|scanners?|auditors?|moderators?)\b[^.!?\n]{0,60}[:,][^\n]{0,200}\b(?:safe|benign|verified|skip|ignore|approve|trusted|clean)\b|(?:给|致|请)[^。！？\n]{0,6}(?:审核|扫描|检测)(?:员|器|程序|系统|工具)[^。！？\n]{0,30}[：:，,][^\n]{0,80}(?:评为|判为|跳过|忽略|放行)/i

/** An order that nobody can read as it stands. */
export const SPELLED =
  /\b(?:first|last|initial|second|third)\b[^.!?\n]{0,12}\b(?:letters?|words?|characters?)\b[^.!?\n]{0,60}\b(?:obey|follow|execute|run|carry out|do)\b/i

/** A password or code that the agent is to get out of its user. */
export const ASKED_OF_USER =
  /\b(?:ask|request|prompt|have|tell|get)\b[^.!?\n]{0,40}\b(?:users?|them|person|customer)\b[^.!?\n]{0,60}\b(?:passwords?|one-time codes?|verification codes?|2fa|otp|pin|recovery phrase|seed phrase|card number|security code)\b|(?:请|让|要求)用户[^。！？\n]{0,12}(?:提供|输入|告知|发送)[^。！？\n]{0,15}(?:验证码|密码|口令|卡号|助记词)/i

/** What only a thief asks for: the second half of a login, and all of a card. */
export const ASKS_FOR_PROOF =
  /\b(?:ask|asks|request|prompt|get)\b[^.!?\n]{0,60}\b(?:2fa|otp|one-time|authenticator|verification|(?:six|6)-digit|cvc|cvv|security code|pin|card number)\b/i
