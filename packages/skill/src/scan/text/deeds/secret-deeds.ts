import { anyOf, inTurn } from '../join-patterns.ts'

/** Keys, passwords and what else is secret. */

export const COLLECTS_SECRETS = anyOf(
  'i',
  inTurn(
    /\b(?:gather|collect|look for|search for|find|harvest|extract|export|dump|list|read)\b/,
    /[^.!?\n]{0,40}\b(?:stored |saved |all |any |every )?(?:credentials?|tokens?|passwords?|api[- ]?keys?|private keys?|cookies|recovery codes?|seed phrases?|environment variables?)\b/,
    // What the user will need to have is written down for the user.
    /(?! (?:needed|required)\b)/,
  ),
  // Chinese.
  /(?:收集|查找|搜索|读取|导出)[^。！？\n]{0,20}(?:密码|令牌|密钥|凭证|凭据|私钥|cookie|验证码)/,
)

export const ASKS_FOR_PASSWORD = anyOf(
  'i',
  inTurn(
    /\b(?:enter|type|confirm|provide|give|reply with|submit)\b[^.!?\n]{0,20}\byour\b/,
    /[^.!?\n]{0,30}\b(?:passwords?|one-time code|(?:six|6)-digit code|verification code|pin|card number|recovery phrase|seed phrase)\b/,
  ),
)

export const HUNTS_FOR_KEYS = anyOf(
  'i',
  inTurn(
    /\b(?:look|search|hunt|dig|go|rummage|comb)\b[^.!?\n]{0,10}\b(?:for|through)\b/,
    /[^.!?\n]{0,40}\b(?:passwords?|credentials|api[- ]?keys?|private keys?|tokens|secrets)\b/,
    /[^.!?\n]{0,40}\b(?:in|on|inside|under|across)\b/,
  ),
  /\bpasswords?\b[^.!?\n]{0,30}\b(?:look|search) for (?:it|one|them)\b/,
)

export const PUBLISHES_SECRET = anyOf(
  'i',
  inTurn(
    /\b(?:put|place|write|print|insert|add|include|embed|paste|append|leave|show)\b/,
    /[^.!?\n]{0,80}(?:\b[A-Z][A-Z0-9]*_(?:API_)?(?:KEY|TOKEN|SECRET|PASSWORD)\b|(?<=\s)`?\.env\b|\b(?:api[- ]?keys?|tokens?|passwords?|credentials?|secrets?|private keys?|environment variables)\b)/,
    /[^.!?\n]{0,60}\b(?:commit message|commit body|pull request|issue|comments?|footer|header of each|page|pages|readme|public\w*|title|branch name|changelog|description|log line|filename|file name|white on white|(?<!registry )metadata(?! requires\b))\b/,
  ),
)

export const HAS_USER_ASKED_FOR_SECRET = anyOf(
  'i',
  inTurn(
    /\b(?:ask|have|get|let|make|prompt|request)\b/,
    /[^.!?\n]{0,30}\b(?:users?|them|him|her|owner|customer)(?:'s)?\b/,
    /[^.!?\n]{0,40}\b(?:passwords?|(?:12|24|twelve|twenty-four)(?:[- ]\w+)? words?|seed|recovery (?:phrase|words?|codes?)|pin\b|one-time|card number|cvv|cvc|private keys?|social security)\b/,
  ),
)

export const PIPES_TO_NETWORK =
  /\|\s*(?:curl|wget|nc|ncat)\b[^\n]{0,160}(?:-d|--data\S*|-F|-T|--upload-file|--post-file\S*)?\s*=?@?-(?:\s|`|$)/i
