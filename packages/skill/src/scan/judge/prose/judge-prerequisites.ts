import type { Purpose } from '../../declared-purpose.ts'
import { type Evidence, redact } from '../../evidence.ts'
import type { RuleId } from '../../rules.ts'
import { hostRelation, isStrange, nameWords } from '../../text/host-relation.ts'
import { PASSWORD, REQUIRED, RUN } from '../../text/phrases.ts'
import type { Link, ProseBlock } from '../../text/split-markdown.ts'
import { roleOf } from '../../text/text-role.ts'
import { findUrls, parseUrl } from '../../text/urls.ts'
import { weighInstruction } from '../weigh-role.ts'
import { type DownloadTarget, hostsInRows } from './download-target.ts'
import { judgeLandingPage } from './judge-landing-page.ts'
import { judgePageCommand } from './judge-page-command.ts'

const PROGRAM_FILE =
  /\.(?:zip|7z|rar|exe|msi|dmg|pkg|appimage|deb|rpm|scr|bat|cmd|ps1|vbs|jar|iso|tar\.gz|tgz|tar\.xz|apk|run|bin)(?:[?#]|$)|\/releases\/download\/|\/releases\/latest\/download/i
const ARCHIVE_FILE = /\.(?:zip|7z|rar|iso|tar\.gz|tgz)(?:[?#]|$)|\/releases\/(?:download|latest)|\barchive\b/i

/** Nothing works without it. */
const INSISTS =
  /will not (?:work|function)|won't (?:work|function)|cannot (?:work|function|be used|proceed)|must (?:be )?(?:install|run|download)|mandatory|before using|无法使用|必须|otherwise|critical|important/i

/**
 * The fake prerequisite: a block that demands a program from somewhere before anything works. Lines around a link are
 * read together, because attackers spread the parts over a list.
 */
export function judgePrerequisites(
  file: string,
  blocks: readonly ProseBlock[],
  links: readonly Link[],
  purpose: Purpose,
  commands: ReadonlySet<string>,
): Evidence[] {
  const found: Evidence[] = []
  const byLine = Map.groupBy(links, (link) => link.line)
  for (const [index, block] of blocks.entries()) {
    const rows = hostsInRows(block.text)
    if (!block.text.includes('://') && rows.length === 0) continue
    const linked = block.text.split('\n').flatMap((_line, row) => byLine.get(block.line + row) ?? [])
    const targets = [
      ...findUrls(block.text).map((each) => ({ url: each.url, label: '' })),
      ...linked.filter((link) => /^https?:/.test(link.target)).map((link) => ({ url: link.target, label: link.label })),
      ...rows.map((host) => ({ url: `https://${host}`, label: '' })),
    ].slice(0, 50)
    if (targets.length === 0) continue
    const around = blocks
      .slice(Math.max(0, index - 4), index + 5)
      .filter((each) => Math.abs(each.line - block.line) <= 14)
    const near = around.map((each) => each.text).join('\n')
    const close = around
      .filter((each) => Math.abs(blocks.indexOf(each) - index) <= 1 && !isOtherItem(each, block))
      .map((each) => each.text)
      .join('\n')
    const role = block.isHidden || REQUIRED.test(near) ? 'asked' : roleOf(block.context, block.text)
    for (const { url, label } of targets) {
      const say = (rule: RuleId, detail: string, text: string): void => {
        const weighed = weighInstruction(rule, role, parseUrl(url)?.host ?? '', purpose)
        found.push({ rule: weighed, file, line: block.line, detail, text: redact(text), layers: [] })
      }
      judgeTarget({ url, label, block, near, close, purpose, commands, say })
    }
  }
  return found
}

// Items of a list that each have an address are about different things.
function isOtherItem(each: ProseBlock, block: ProseBlock): boolean {
  return (
    each !== block &&
    /^\s*(?:[-*+]|\d+[.)])\s/.test(block.text) &&
    /^\s*(?:[-*+]|\d+[.)])\s/.test(each.text) &&
    each.text.includes('://')
  )
}

const PICTURE_OR_PAPER = /\.(?:png|jpe?g|gif|svg|webp|mp4|pdf)(?:[?#]|$)/i

function judgeTarget(target: DownloadTarget): void {
  const { url, block, near, purpose, commands, say } = target
  const relation = hostRelation(url, purpose)
  if (judgeLandingPage(target, relation)) return
  if (relation === 'local' || relation === 'own' || PICTURE_OR_PAPER.test(url)) return
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
  if (!isStrange(relation)) return
  const isRequired = REQUIRED.test(near) || REQUIRED.test(block.context)
  if (judgePageCommand(target, relation, { isRequired, isProgram })) return
  if (!isProgram || !isRequired || !RUN.test(near)) return
  const helper = helperWords(url)
  const isUsed = helper.some((word) => commands.has(word) || purpose.programs.has(word))
  if (isUsed) return
  // The rest of the text never calls it: it is not a tool, it is a delivery.
  const isWeak = relation === 'hosting' && !isEarly(block, purpose) && !INSISTS.test(near)
  const rule = isWeak ? 'scan/unknown-helper' : 'scan/fake-prerequisite'
  say(rule, `demands ${url}, which no later command uses`, block.text)
}

// Passwords that a skill about databases or logins sets; not the key of an archive.
function isOrdinaryPassword(password: string, near: string): boolean {
  if (/zip|rar|7z|archive|extract|unpack|解压|压缩|unzip|распак|decompress/i.test(near)) return false
  return /username|user:|login|database|postgres|mysql|admin|\$\{|your[-_ ]?password|<|changeme|email/i.test(
    `${password} ${near}`,
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
