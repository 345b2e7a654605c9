import type { Purpose } from '../declared-purpose.ts'
import { type Evidence, redact } from '../evidence.ts'
import type { RuleId } from '../rules.ts'
import { hostRelation, nameWords } from '../text/host-relation.ts'
import { PASSWORD, REQUIRED, RUN, RUN_FROM_PAGE } from '../text/phrases.ts'
import type { Link, ProseBlock } from '../text/split-markdown.ts'
import { roleOf } from '../text/text-role.ts'
import { findUrls, maskUrls, parseUrl } from '../text/urls.ts'
import { weighInstruction } from './weigh-role.ts'

const PROGRAM_FILE =
  /\.(?:zip|7z|rar|exe|msi|dmg|pkg|appimage|deb|rpm|scr|bat|cmd|ps1|vbs|jar|iso|tar\.gz|tgz|tar\.xz|apk|run|bin)(?:[?#]|$)|\/releases\/download\/|\/releases\/latest\/download/i
const ARCHIVE_FILE = /\.(?:zip|7z|rar|iso|tar\.gz|tgz)(?:[?#]|$)|\/releases\/(?:download|latest)|\barchive\b/i

/**
 * The fake prerequisite: a block that demands a program from somewhere before anything works. Lines around a link are
 * read together, because attackers spread the parts over a list.
 */
export function judgeHelper(
  file: string,
  blocks: readonly ProseBlock[],
  links: readonly Link[],
  purpose: Purpose,
  commands: ReadonlySet<string>,
): Evidence[] {
  const found: Evidence[] = []
  const byLine = Map.groupBy(links, (link) => link.line)
  for (const [index, block] of blocks.entries()) {
    if (!block.text.includes('://')) continue
    const linked = block.text.split('\n').flatMap((_line, row) => byLine.get(block.line + row) ?? [])
    const targets = [
      ...findUrls(block.text).map((each) => ({ url: each.url, label: '' })),
      ...linked.filter((link) => /^https?:/.test(link.target)).map((link) => ({ url: link.target, label: link.label })),
    ].slice(0, 50)
    if (targets.length === 0) continue
    const around = blocks
      .slice(Math.max(0, index - 4), index + 5)
      .filter((each) => Math.abs(each.line - block.line) <= 14)
    const near = around.map((each) => each.text).join('\n')
    const role = block.isHidden || REQUIRED.test(near) ? 'asked' : roleOf(block.context, block.text)
    for (const { url, label } of targets) {
      const say = (rule: RuleId, detail: string, text: string): void => {
        const weighed = weighInstruction(rule, role, parseUrl(url)?.host ?? '', purpose)
        found.push({ rule: weighed, file, line: block.line, detail, text: redact(text), layers: [] })
      }
      judgeTarget({ url, label, block, near, purpose, commands, say })
    }
  }
  return found
}

interface Target {
  readonly url: string
  readonly label: string
  readonly block: ProseBlock
  /** The block with its neighbours. */
  readonly near: string
  readonly purpose: Purpose
  readonly commands: ReadonlySet<string>
  readonly say: (rule: RuleId, detail: string, text: string) => void
}

function judgeTarget({ url, label, block, near, purpose, commands, say }: Target): void {
  const relation = hostRelation(url, purpose)
  if (relation === 'local' || relation === 'own' || /\.(?:png|jpe?g|gif|svg|webp|mp4|pdf)(?:[?#]|$)/i.test(url)) return
  const isProgram = PROGRAM_FILE.test(parseUrl(url)?.path ?? '')
  const password = PASSWORD.exec(near)?.[0]
  if (
    (isProgram || ARCHIVE_FILE.test(`${url} ${block.text}`)) &&
    password !== undefined &&
    !isOrdinaryPassword(password, near) &&
    RUN.test(near)
  ) {
    say('scan/password-archive', `asks to download ${url}, unpack it with a password and run it`, block.text)
    return
  }
  const isStranger =
    relation === 'unrelated' ||
    relation === 'hosting' ||
    relation === 'ip' ||
    relation === 'paste' ||
    relation === 'capture'
  if (!isStranger) return
  const isRequired = REQUIRED.test(near) || REQUIRED.test(block.context)
  const isOrder = RUN_FROM_PAGE.test(maskUrls(block.text)) || (isRequired && saysThere(maskUrls(near)))
  if (
    isOrder &&
    !isProgram &&
    hidesHost(label, relation) &&
    /terminal|command|shell|powershell|console|终端|命令|脚本|script|code\b|comando|consola|commande|befehl|терминал|команд/i.test(
      near,
    )
  ) {
    const isPage =
      relation === 'paste' ||
      relation === 'capture' ||
      (relation === 'ip' && saysThere(maskUrls(near))) ||
      (isRequired && saysThere(maskUrls(near)))
    if (isPage) {
      say('scan/remote-instructions', `tells the reader to run what ${url} says`, block.text)
      return
    }
  }
  if (!isProgram || !isRequired || !RUN.test(near)) return
  const helper = helperWords(url)
  const isUsed = helper.some((word) => commands.has(word) || purpose.programs.has(word))
  if (isUsed) return
  // The rest of the text never calls it: it is not a tool, it is a delivery.
  say(
    relation === 'hosting' && !isEarly(block, purpose) && !isInsistent(near)
      ? 'scan/unknown-helper'
      : 'scan/fake-prerequisite',
    `demands ${url}, which no later command uses`,
    block.text,
  )
}

// Passwords that a skill about databases or logins sets; not the key of an archive.
function isOrdinaryPassword(password: string, near: string): boolean {
  if (/zip|rar|7z|archive|extract|unpack|解压|压缩|unzip|распак|decompress/i.test(near)) return false
  return /username|user:|login|database|postgres|mysql|admin|\$\{|your[-_ ]?password|<|changeme|email/i.test(
    `${password} ${near}`,
  )
}

function hidesHost(label: string, relation: string): boolean {
  return (
    relation === 'paste' ||
    relation === 'ip' ||
    relation === 'capture' ||
    label === '' ||
    !/[\w-]+\.[a-z]{2,}/i.test(label)
  )
}

function saysThere(near: string): boolean {
  return /\b(?:the|this|that|following|provided|shown|given)\b[^.!?\n]{0,30}\b(?:command|script|code|snippet|one-?liner)\b[^.!?\n]{0,80}\b(?:terminal|shell|powershell|console|command (?:line|prompt)|there|page|site|link)\b|\b(?:page|site|link|here)\b[^.!?\n]{0,80}\b(?:copy|execute|run|paste)\b[^.!?\n]{0,40}\b(?:command|script|code)|(?:página|page|seite|страниц)[^.!?\n]{0,80}(?:comando|commande|befehl|команд|script|скрипт)|\bcommand (?:it |that is )?(?:shown|displayed)|(?:comando|commande|befehl|команд\p{L}*)[^.!?\n]{0,12}(?:exibid|mostrad|que aparece|affich|angezeigt|показан)|(?:页面|网页|链接|此处)[^。\n]{0,40}(?:命令|脚本)|(?:命令|脚本)[^。\n]{0,30}终端/iu.test(
    near,
  )
}

function helperWords(url: string): string[] {
  const path = url.replace(/^https?:\/\/[^/]+\//, '').toLowerCase()
  const name =
    path
      .split(/[/?#]/)
      .filter((part) => part !== '')
      .at(-1) ?? ''
  return [...new Set([...nameWords(name), ...path.split('/').slice(0, 2), name.replace(/[-_.].*$/, '')])].filter(
    (word) => word.length >= 2,
  )
}

function isEarly(block: ProseBlock, purpose: Purpose): boolean {
  return block.line <= purpose.bodyLine + 40
}

function isInsistent(near: string): boolean {
  return /will not (?:work|function)|won't (?:work|function)|cannot (?:work|function|be used|proceed)|must (?:be )?(?:install|run|download)|mandatory|before using|无法使用|必须|otherwise|critical|important/i.test(
    near,
  )
}
