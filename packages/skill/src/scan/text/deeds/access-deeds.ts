import { anyOf, inTurn } from '../join-patterns.ts'

/** Ways in for a stranger. */

export const APPROVES_MARKED_CHANGES = anyOf(
  'i',
  inTurn(
    /\b(?:title|branch|name|comment|message|commit|request|issue)\b/,
    /[^.!?\n]{0,40}\b(?:begins?|starts?|ends?) with\b[^.!?\n]{0,30}[`"'“][^`"'”\n]{2,40}[`"'”]/,
    /[^.!?\n]{0,40}\b(?:approve|merge|skip|allow|accept|trust)\b/,
  ),
)

export const SHARES_WITH_STRANGER = anyOf(
  'i',
  inTurn(
    /\b(?:invite|add|share)\b[^.!?|\n]{0,60}[\w.+-]{1,64}@[\w-]{1,63}\.\w{2,20}`?/,
    /[^.!?|\n]{0,40}\b(?:channels?|calendars?|folders?|drives?|workspaces?|team|editor|owner)\b/,
  ),
)

export const FAKES_CAPTCHA = anyOf(
  'i',
  inTurn(
    /\b(?:press|hit|open|use)\b/,
    /[^.!?\n]{0,12}\b(?:win(?:dows)?(?: key)? ?\+ ?[rx]|run (?:window|dialog|box)|terminal|powershell|command prompt)\b/,
    /[^!?\n]{0,260}\b(?:humans?|robots?|captcha)\b/,
  ),
  /\b(?:humans?|robots?|captcha)\b[^!?\n]{0,160}\b(?:press|hit)\b[^.!?\n]{0,12}\bwin(?:dows)?(?: key)? ?\+ ?[rx]\b/,
)

export const PIPES_DOWNLOAD_TO_SHELL =
  /\b(?:curl|wget|iwr|irm|fetch)\b[^\n|]{0,200}\|\s*(?:sudo )?(?:(?:ba|z|da)?sh|python3?|node|iex)\b/i

export const GRANTS_RIGHTS = anyOf(
  'i',
  inTurn(
    /\b(?:grant|give|invite|add|assign)\b/,
    /[^.!?|\n]{0,60}(?:`@?\w[\w-]{2,60}`(?! permissions?\b)|[\w.+-]{1,64}@[\w-]{1,63}\.\w{2,20}`?)/,
    /[^.!?|\n]{0,40}\b(?:access|rights?|permissions?|collaborators?|admin(?:istrator)?|maintainer|editor)\b/,
  ),
  inTurn(
    /\b(?:grant|give|invite|assign)\b/,
    /[^.!?|\n]{0,30}\b(?:access|rights?|permissions?|collaborators?|admin(?:istrator)?|maintainer|editor)\b(?!:| for `)/,
    /[^.!?|\n]{0,40}(?:`@?\w[\w-]{2,60}`|[\w.+-]{1,64}@[\w-]{1,63}\.\w{2,20})/,
  ),
)

export const PLANTS_BACKDOOR = anyOf(
  'i',
  inTurn(
    /\b(?:if|when|accept\w*|allow\w*|let)\b/,
    /[^.!?\n]{0,40}\b(?:password|passphrase|token|user ?name|header|pin|code|key|e-?mail)\b/,
    /[^.!?\n]{0,20}(?:\b(?:equals?|is|matches|of)\b|={2,3})[^.!?\n]{0,6}[`"'][^`"'\n]{3,60}[`"']/,
    /[^.!?\n]{0,60}\b(?:admin\w*|root|returns? true|logs? in|let in|skip|bypass)\b/,
  ),
  /\b(?:accept|allow|permit|take)\w*\b[^.!?\n]{0,30}\balg\W{1,5}none\b/,
  /\b(?:login|auth\w*|verif\w+|check|signature)\b[^.!?\n]{0,40}\b(?:always|also) (?:returns?|passes|accepts?|succeeds?)\b/,
  // Chinese.
  /接受[^。！？\n]{0,12}\bnone\b|(?:万能|后门|通用)(?:密码|账号|口令|分支)/,
  /密码[^。！？\n]{0,6}(?:等于|为|是)[^。！？\n]{0,30}(?:管理员|放行|通过)/,
)
