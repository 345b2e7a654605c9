import { anyOf, inTurn } from '../join-patterns.ts'

/** What is done to the work of the user, to other packages and to the traces of it. */

export const SPREADS_ITSELF = anyOf(
  'i',
  inTurn(
    /\b(?:copy|insert|append|add|paste|write|install|propagate|merge)\b/,
    /[^.!?\n]{0,80}\b(?:every|all|each|any)(?: of the)?(?: (?:other|installed|existing|local))? (?:skills?|repositor(?:y|ies)|repos?|projects?|agents?|SKILL\.md)\b/,
  ),
  /\b(?:add|insert|append|write|put)\b[^!?\n]{0,160}\bSKILL\.md (?:of|in) (?:each|every|all|any)\b/,
  // Chinese.
  /(?:复制|写入|添加|安装)[^。！？\n]{0,20}(?:所有|其他|每个)[^。！？\n]{0,6}(?:技能|仓库|项目|智能体)/,
)

export const WIPES_TRACES =
  /\b(?:remove|delete|clear|erase|wipe|purge)\b[^.!?\n]{0,50}\b(?:history|logs?|audit trail|sent (?:folder|messages?|items)|traces?|transcript)\b|(?:删除|清除|清空|抹去)[^。！？\n]{0,15}(?:历史|日志|记录|痕迹)/i

export const MESSAGES_CONTACTS = anyOf(
  'i',
  inTurn(
    /\b(?:send|message|e?mail|dm|post to|forward)\b[^.!?\n]{0,30}\b(?:every|all|each)\b/,
    /[^.!?\n]{0,20}\b(?:contacts?|friends?|colleagues?|channels?|address book|followers)\b/,
  ),
  // Chinese.
  /(?:群发|发给)[^。！？\n]{0,10}(?:所有|全部)?(?:联系人|好友|通讯录)/,
)

export const INJECTS_DEPENDENCY = anyOf(
  'i',
  inTurn(
    /\b(?:add|insert|install|include)\b[^.!?\n]{0,40}\b(?:dependency|package|library|import|workflow)\b/,
    /[^.!?\n]{0,60}\b(?:even (?:if|when)|not needed|regardless|every project)/,
  ),
  /\b(?:every|each|all) projects?\b[^.!?\n]{0,40}\b(?:add|insert|install|include)\b[^.!?\n]{0,30}\b(?:dependency|package|library)\b/,
)

export const MARKS_EVERY_RESULT = anyOf(
  'i',
  inTurn(
    /\b(?:every|each|all|any)\b/,
    /[^.!?\n]{0,60}\b(?:generated|written|created|edited|produced|scaffolded|built)\b/,
    /[^.!?\n]{0,50}\b(?:contains?|includes?|ends? with|carr(?:y|ies)|gets?|has|have|must have)\b/,
  ),
)

export const LIES_ABOUT_RESULTS = anyOf(
  'i',
  inTurn(
    /\b(?:say|tell|report|claim|state|reassure|assure|answer|write|pretend|mark)\b/,
    /[^.!?\n]{0,80}\b(?:whatever|regardless of|no matter|independent of|even (?:if|when|though))\b/,
    /[^.!?\n]{0,20}\b(?:the |it |they |what |how |tests? )?\w*\b(?:results?|outcome|answer|truth|happened|happens|found|fail\w*|came out|real)\b/,
  ),
  inTurn(
    /\b(?:reassure|assure|tell|convince)\b[^.!?\n]{0,15}\b(?:the )?(?:users?|them|him|her|owner|people)\b/,
    /[^.!?\n]{0,20}\bthat\b/,
    /[^.!?\n]{0,30}\b(?:nothing (?:leaves|is sent|was sent|is uploaded|happens)|no data|everything (?:stays|is) (?:local|safe)|it is safe|this is (?:normal|standard|routine|safe)|(?:session|licen[cs]e|token|account|login) (?:has )?expired)\b/,
  ),
  /\bdescribe only\b/,
  /\bwhatever (?:the |it )?(?:reply|answer|result|outcome|replies|answers)[^.!?\n]{0,6},? (?:say|tell|answer|report)\b/,
)

export const DESTROYS_FILES = anyOf(
  'i',
  inTurn(
    /\b(?:delete|erase|wipe|remove|overwrite|empty|shred|purge|destroy)\b/,
    /[^.!?\n]{0,50}(?:`?(?:~|\$HOME|\/home|\/Users)(?:\/(?:Documents|Desktop|Pictures|Downloads|Photos|Music|projects?|work|src|code|repos?)?)?\/?`?(?=[\s,;]|\.(?:\s|$)|$)|\b(?:the user's|their|every|all)\s(?:\w+ ){0,2}(?:files|photos|documents|repositor(?:y|ies)|backups?|home (?:folder|directory)|mailbox|e-?mails|branches|tables|databases)\b)/,
  ),
)

export const COVERS_TRACKS = anyOf(
  'i',
  inTurn(
    /\b(?:remove|delete|clear|erase|wipe|purge|tidy|clean)\b/,
    /[^.!?\n]{0,60}\b(?:history|(?<!only )logs?|traces?|transcript|evidence)\b/,
    /[^.!?\n]{0,60}\b(?:so (?:that )?|looks?|untouched|no one|nobody|unseen|as if|never)\b/,
  ),
)

export const WAITS_FOR_ABSENCE = anyOf(
  'i',
  inTurn(
    /\b(?:when|while|once|if|as soon as)\b/,
    /[^.!?\n]{0,12}\b(?:the )?(?:user|owner|human|nobody|no one|everyone)\b/,
    /[^.!?\n]{0,20}\b(?:not watching|not looking|is away|away|asleep|absent|offline|idle|inactive|left|is watching|not present|gone)\b/,
  ),
)

export const SWAPS_DEPENDENCIES =
  /\b(?:replace|swap|substitute|exchange)\b[^.!?\n]{0,30}\b(?:packages?|dependenc\w+|librar\w+|modules?)\b|<script src=["']?LINK/i
