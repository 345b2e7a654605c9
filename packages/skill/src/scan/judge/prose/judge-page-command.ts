import type { HostRelation } from '../../text/host-relation.ts'
import { anyOf, inTurn } from '../../text/join-patterns.ts'
import { RUN_FROM_PAGE } from '../../text/phrases.ts'
import { maskUrls } from '../../text/urls.ts'
import type { DownloadTarget } from './download-target.ts'

/** A command that nobody sees before it runs: copied by a page, pasted into a terminal. */
const OPENS_TERMINAL =
  /\bterminal\b|\bpowershell\b|\bcommand prompt\b|\brun (?:box|dialog|window)\b|\bwin(?:dows)?(?: key)? ?\+ ?r\b|终端/i
const PASTES = /\bpaste\b|(?:cmd|ctrl|command|⌘) ?\+? ?v\b|粘贴/i
const WAS_COPIED =
  /\b(?:copied|is (?:already )?(?:in|on))\b[^.!?\n]{0,40}\bclipboard\b|\bclipboard\b[^.!?\n]{0,30}\b(?:from|by)\b/i

/** A command is spoken of, in whatever language. */
const SPEAKS_OF_COMMAND =
  /terminal|command|shell|powershell|console|终端|命令|脚本|script|code\b|comando|consola|commande|befehl|терминал|команд/i

/** The command stands on the page. */
const COMMAND_IS_THERE = anyOf(
  'iu',
  inTurn(
    /\b(?:the|this|that|following|provided|shown|given)\b/,
    /[^.!?\n]{0,30}\b(?:command|script|code|snippet|one-?liner)\b/,
    /[^.!?\n]{0,80}\b(?:terminal|shell|powershell|console|command (?:line|prompt)|there|page|site|link)\b/,
  ),
  /\b(?:page|site|link|here)\b[^.!?\n]{0,80}\b(?:copy|execute|run|paste)\b[^.!?\n]{0,40}\b(?:command|script|code)/,
  /(?:página|page|seite|страниц)[^.!?\n]{0,80}(?:comando|commande|befehl|команд|script|скрипт)/,
  /\bcommand (?:it |that is )?(?:shown|displayed)/,
  /(?:comando|commande|befehl|команд\p{L}*)[^.!?\n]{0,12}(?:exibid|mostrad|que aparece|affich|angezeigt|показан)/u,
  // Chinese.
  /(?:页面|网页|链接|此处)[^。\n]{0,40}(?:命令|脚本)|(?:命令|脚本)[^。\n]{0,30}终端/,
)

/** ClickFix: the reader is to run a command that a page shows or has put into the clipboard. True when that was said. */
export function judgePageCommand(
  { url, label, block, near, close, say }: DownloadTarget,
  relation: HostRelation,
  { isRequired, isProgram }: { readonly isRequired: boolean; readonly isProgram: boolean },
): boolean {
  // What stands some paragraphs away is said about something else.
  const beside = maskUrls(close)
  if (OPENS_TERMINAL.test(beside) && PASTES.test(beside) && WAS_COPIED.test(beside)) {
    say('scan/remote-instructions', `tells the reader to run what ${url} put into the clipboard`, block.text)
    return true
  }
  // The value of a variable is for a program.
  if (block.text.includes(`=${url}`)) return false
  const isThere = COMMAND_IS_THERE.test(beside)
  const isOrder = RUN_FROM_PAGE.test(maskUrls(block.text)) || (isRequired && isThere)
  if (!isOrder || isProgram || !hidesHost(label, relation) || !SPEAKS_OF_COMMAND.test(near)) return false
  const isPage =
    relation === 'paste' || relation === 'capture' || (relation === 'ip' && isThere) || (isRequired && isThere)
  if (isPage) say('scan/remote-instructions', `tells the reader to run what ${url} says`, block.text)
  return isPage
}

function hidesHost(label: string, relation: HostRelation): boolean {
  return (
    relation === 'paste' ||
    relation === 'ip' ||
    relation === 'capture' ||
    label === '' ||
    !/[\w-]+\.[a-z]{2,}/i.test(label)
  )
}
