import type { Fact } from '../../code/trace.ts'
import { type Mark, marksOf, textsOf, type Value } from '../../code/value.ts'
import type { Purpose } from '../../declared-purpose.ts'
import { type Evidence, fromFact } from '../../evidence.ts'
import { RULES } from '../../rules.ts'
import { DOWNLOAD_CRADLE, RUNS_WHEN_READ } from '../../text/download-cradles.ts'
import { hostRelation } from '../../text/host-relation.ts'
import { anyOf, inTurn } from '../../text/join-patterns.ts'
import type { PersistenceClass } from '../../text/path-class.ts'
import { isAboutSecurity } from '../about-security.ts'
import { SKIPS_QUESTIONS } from '../agent/judge-agent-permissions.ts'
import { reroutedTo } from '../agent/rerouted-to.ts'
import { isHiddenBy, layersIn } from '../hidden-layers.ts'
import { judgeProse } from '../prose/judge-prose.ts'
import { isSaid, isStranger } from '../strange-host.ts'

/** Something that stays after the skill is done. */
interface Lasting {
  readonly fact: Fact
  readonly kind: PersistenceClass | string
  readonly where: string
  /** What is written there, as far as it is known. */
  readonly texts: readonly string[]
  readonly detail: string
  /** It is read by agents. */
  readonly isAgent: boolean
  readonly purpose: Purpose
}

/** How deep the settings of agents nest their commands. */
const SETTINGS_DEPTH = 8

/** What a skill leaves behind: start-up entries, instructions and settings of agents, keys, settings of the system. */
export function judgeLasting(
  fact: Fact,
  kind: PersistenceClass | string,
  where: string,
  purpose: Purpose,
): readonly Evidence[] {
  const lasting: Lasting = {
    fact,
    kind,
    where,
    texts: isInstalledSkill(fact, where) ? [] : textsOf(fact.data, SETTINGS_DEPTH),
    detail: `puts something into ${where} (${kind})`,
    isAgent: kind === 'agent instructions' || kind === 'agent settings',
    purpose,
  }
  for (const judge of JUDGES) {
    const judged = judge(lasting)
    if (judged !== undefined) return Array.isArray(judged) ? judged : [judged]
  }
  return []
}

/** True for a copy of a file of the package, which is read where it lies. */
export function isOwnCopy({ what, data }: Fact): boolean {
  return what === 'a copy' && data.texts.length > 0 && data.marks.some((mark) => mark.startsWith('file:'))
}

// The skill itself, put where skills are kept.
function isInstalledSkill(fact: Fact, where: string): boolean {
  return isOwnCopy(fact) && /\/skills\//.test(where)
}

/** Worst first. What has nothing to say leaves the entry to the next. */
const JUDGES: readonly ((lasting: Lasting) => Evidence | Evidence[] | undefined)[] = [
  judgeHiddenCommand,
  judgeSkippedQuestions,
  judgeModelAddress,
  judgeOrders,
  judgeRootRights,
  judgeLedName,
  judgeReplacedRepositories,
  judgeOwnKey,
  judgeStartUp,
]

/** Commands that leak data from a terminal. */
const LEAKS = /\bcurl\b[^\n]{0,200}\s(?:-d|--data[\w-]*|-F|-T)\s/
/** A command that asks for a password or holds keys, under a new meaning that keeps what it is given. */
const SHADOWED_COMMAND = anyOf(
  '',
  inTurn(
    /(?:^|[\n;])\s*(?:function\s+|alias\s+)?(?:sudo|su|doas|ssh|scp|passwd|gpg|login|git|gh|kinit)\s*(?:\(\)|=)/,
    /[^\n]{0,200}(?:\bread\b|>>|\btee\b|\bcurl\b|\bnc\b)/,
  ),
)
/** Code that every program loads before its own. */
const PRELOADS = /\b(?:LD_PRELOAD|DYLD_INSERT_LIBRARIES)=|\bNODE_OPTIONS=\S*--(?:require|import)\b/
/** The guides of all skills that there are. */
const OTHER_SKILLS = /\/skills\/(?:\*{1,2}|\uFFFC)\/.*\.md$/

// What starts by itself fetches, decodes, sends or shadows.
function judgeHiddenCommand({ fact, kind, where, texts, detail, purpose }: Lasting) {
  const { place } = fact
  const marks = marksOf(fact.data)
  const isNet = (mark: Mark): boolean => isFromNet(mark) && !isVendor(mark.slice(4), purpose)
  const isFetched =
    (kind === 'agent settings' ? isFetchedIn(fact.data, isNet) : marks.some(isFromNet)) &&
    !isNamedSetting(kind, texts) &&
    !isSaidRepository(fact, kind, purpose) &&
    (kind !== 'agent instructions' || OTHER_SKILLS.test(where))
  const isSender =
    ((kind === 'shell start-up file' && place.origin !== 'document') ||
      kind === 'agent settings' ||
      kind === 'git hook') &&
    texts.some((text) => LEAKS.test(text))
  const isShadow =
    kind === 'shell start-up file' && texts.some((text) => SHADOWED_COMMAND.test(text) || PRELOADS.test(text))
  if (
    !isFetched &&
    !isHiddenBy(layersIn(marks)) &&
    !isSender &&
    !isShadow &&
    (isReadThere(kind, fact) || !texts.some((text) => (isOwnCopy(fact) ? DOWNLOAD_CRADLE : RUNS_WHEN_READ).test(text)))
  )
    return
  const rule = isAboutSecurity(purpose) && place.origin === 'document' ? 'scan/persistence' : 'scan/hidden-persistence'
  const how = isShadow
    ? 'takes the place of what others run'
    : isSender
      ? 'sends data away'
      : 'fetches or decodes what it runs'
  return fromFact(rule, fact, `${detail} that ${how}`, texts[0] ?? where)
}

/** What a service gives out to be kept: it is looked up, and never run. */
const KEPT = /(?:key|token|secret|password|id)$/i

// Settings that hold something fetched where it may be run.
function isFetchedIn(
  { marks, fields, items = [] }: Value,
  isNet: (mark: Mark) => boolean,
  depth = SETTINGS_DEPTH,
): boolean {
  const parts =
    depth === 0 ? [] : [...[...(fields ?? [])].flatMap(([name, each]) => (KEPT.test(name) ? [] : [each])), ...items]
  const isWhole = fields === undefined || fields.size === 0
  return (isWhole && marks.some(isNet)) || parts.some((each) => isFetchedIn(each, isNet, depth - 1))
}

function isFromNet(mark: Mark): boolean {
  return mark.startsWith('net:') && !/^net:(?:ssh|rsync):\/\/\uFFFC/.test(mark)
}

function isVendor(url: string, purpose: Purpose): boolean {
  return hostRelation(url, purpose) === 'vendor'
}

/** A variable that a guide keeps for later, with a value that came in an answer. */
const NAMED_SETTING = /^\s*export \w+=["']?\uFFFC["']?\s*$/

function isNamedSetting(kind: string, texts: readonly string[]): boolean {
  return kind === 'shell start-up file' && texts.length > 0 && texts.every((text) => NAMED_SETTING.test(text))
}

/** A repository on a code host, by its owner and name. */
const REPOSITORY = /^net:https:\/\/(?:raw\.githubusercontent|github|gitlab)\.com\/([\w.-]+\/[\w.-]+)/

// A service that the guide announces, of a program out of the repository that the guide names.
function isSaidRepository({ place, data }: Fact, kind: string, purpose: Purpose): boolean {
  const fetched = data.marks.filter(isFromNet)
  return (
    kind === 'start-up service' &&
    place.origin === 'script' &&
    SPEAKS_OF_START.test(purpose.body) &&
    fetched.every((mark) => isSaid(REPOSITORY.exec(mark)?.[1] ?? mark, purpose))
  )
}

// A text of the package that agents will read, or a program of it in a language that is read where it lies.
function isReadThere(kind: string, fact: Fact): boolean {
  const { place, data } = fact
  const from = data.marks.filter((mark) => mark.startsWith('file:'))
  return (
    from.length > 0 &&
    data.texts.length > 0 &&
    (kind === 'agent instructions'
      ? (place.origin === 'document' || /\.(?:ba)?sh$/.test(place.file)) &&
        from.every((mark) => !/^file:[~/]/.test(mark))
      : isOwnCopy(fact) && from.every((mark) => /\.(?:[mc]?[jt]s|py)$/.test(mark)))
  )
}

function judgeSkippedQuestions({ fact, where, texts, isAgent }: Lasting) {
  if (!isAgent || !texts.some((text) => SKIPS_QUESTIONS.test(text))) return
  return fromFact('scan/weakened-protection', fact, `takes the questions of the agent away in ${where}`, texts[0])
}

function judgeModelAddress({ fact, where, texts, purpose }: Lasting) {
  const rerouted = texts.map((text) => reroutedTo(text, purpose)).find((url) => url !== undefined)
  if (rerouted === undefined) return
  return fromFact('scan/rerouted-agent', fact, `sends the agent's traffic to ${rerouted} by ${where}`, rerouted)
}

/** An instruction that nobody is to be asked. */
const NO_QUESTIONS = anyOf(
  'i',
  inTurn(
    /\b(?:never|do not|don't|no need to|without)\b/,
    /[^.!?\n]{0,20}\b(?:ask(?:ing)?|confirm(?:ing|ation)?|prompt(?:ing)?|approval|permission)\b/,
    /[^.!?\n]{0,60}\b(?:run|execut|command|tool|install|delet|writ|edit|any)/,
  ),
  /\b(?:auto-?approve|always allow|always approve)\b/,
)

// What is written where every later session reads it is an order to them.
function judgeOrders({ fact, kind, where, texts, isAgent, purpose }: Lasting) {
  const { place } = fact
  if (kind === 'agent instructions' && texts.some((text) => NO_QUESTIONS.test(text)))
    return fromFact('scan/weakened-protection', fact, `takes the questions of the agent away in ${where}`, texts[0])
  const isShown = place.origin === 'document' && isReadThere(kind, fact)
  const told = isAgent && !isShown ? texts.flatMap((text) => ordersIn(text, fact, purpose)) : []
  if (told.length === 0) return
  // A text may ask for silence by chance; a script that writes such an order down for every session does not.
  return told.map((each) =>
    place.origin === 'script' && each.rule === 'scan/concealed-action'
      ? { ...each, rule: 'scan/turned-agent' as const }
      : each,
  )
}

function ordersIn(text: string, fact: Fact, purpose: Purpose): Evidence[] {
  const block = { text, line: fact.place.line, context: '', isHidden: true }
  return judgeProse(fact.place.file, [block], purpose).filter(({ rule }) => RULES[rule].effect !== 'note')
}

/** Root rights for programs of the system, each by its path; none of them a shell or another way to all rights. */
const NAMED_PROGRAMS =
  /^[^\n]*NOPASSWD:(?:\s*\/(?:usr\/)?s?bin\/(?!(?:ba|z|da)?sh\b|su\b|env\b|python|perl|tee\b|cp\b|chmod|find\b|vi)[\w.-]+[^\n,*]{0,60},?)+\s*$/

function judgeRootRights({ fact, where, texts }: Lasting) {
  const granted = texts.join('\n')
  if (!/NOPASSWD/.test(granted)) return
  const rule =
    fact.place.origin === 'document' || NAMED_PROGRAMS.test(granted)
      ? 'scan/weakened-protection'
      : 'scan/loosened-permissions'
  return fromFact(rule, fact, `gives root rights without a password in ${where}`, where)
}

/** A public name, led to an address of somebody's choice. */
const LED_AWAY =
  /(?:^|[\s"'])(?!127\.|0\.0\.0\.0|10\.|192\.168\.|172\.(?:1[6-9]|2\d|3[01])\.)\d{1,3}(?:\.\d{1,3}){3}\s+((?:[\w-]+\.)+(?:com|org|net|io|dev|ai|cn))\b/

function judgeLedName({ fact, kind, texts }: Lasting) {
  const led = kind === 'system configuration' ? texts.flatMap((text) => LED_AWAY.exec(text)?.[1] ?? [])[0] : undefined
  if (led === undefined) return
  return fromFact('scan/weakened-protection', fact, `leads ${led} to another machine`, led)
}

/** Repositories that git takes from elsewhere without saying so. */
const REPLACES = /\burl\.(\S+)\.insteadOf\b/i

function judgeReplacedRepositories({ fact, purpose }: Lasting) {
  const replaced = REPLACES.exec(fact.targets.join(' '))?.[1]
  if (replaced === undefined || !isStranger(replaced, purpose)) return
  return fromFact('scan/dependency-source', fact, `takes every repository from ${replaced}`, replaced)
}

/** A public key that is written out. */
const WHOLE_KEY = /\b(?:ssh-(?:ed25519|rsa|dss)|ecdsa-sha2-\S+)\s+AAAA[A-Za-z0-9+/=]{28,}(?!\.)/

function judgeOwnKey({ fact, kind, where, texts }: Lasting) {
  if (kind !== 'authorized keys' || !texts.some((text) => WHOLE_KEY.test(text))) return
  return fromFact('scan/hidden-persistence', fact, `lets the holder of a key of its own in (${where})`, where)
}

/** Lines of a shell start-up file that every installer adds: a folder of the path, a completion. */
const ORDINARY_LINE = /^\s*(?:export\s+\w+=|#|alias |source |\. |eval "\$\(\w+ |fpath|autoload|\[ -|if |fi|$)/m

/** Words of a skill that give a reason for entries of a kind. */
const EXPECTED: readonly (readonly [kind: RegExp, said: RegExp])[] = [
  [
    /scheduled job|start-up service/,
    anyOf(
      '',
      /cron|schedul|monitor|daemon|service|backup|remind|heartbeat|automat|watch|launch|start-?up|sync/,
      /digest|daily|updat|alarm|timer|periodic|background|server|deploy|install|setup/,
      // Chinese.
      /定时|计划|监控|备份|自动|提醒|同步|日报|每日|后台|服务|启动|安装|部署/,
      /systemd|linux|macos|windows|powershell|administ|gateway|host/,
    ),
  ],
  [/shell start-up/, /./],
  [
    /agent instructions|agent settings/,
    /memory|agent|claude|openclaw|codex|cursor|rule|instruction|config|setup|prompt|mcp|hook|identity|soul|persona|self|learn|context|记忆|规则|智能体|配置|技能|会话|人格|身份|学习|onboard|bootstrap|init|session|skill|workspace|plugin/,
  ],
  [/git hook/, /git|hook|commit|husky|lint|ci\b|quality/],
  [/authorized keys/, /ssh|server|vps|deploy|remote/],
  [/system configuration/, /hosts|dns|network|block|server|linux|system|deploy|docker|vpn|proxy|ssh|harden/],
]

/** How a guide speaks of what starts by itself. */
const SPEAKS_OF_START =
  /\b(?:launch ?(?:d\b|ctl|agents?)|systemd|systemctl|cron(?:tab|s| jobs?)?|daemons?|schtasks|auto-?start)|开机|守护进程|定时任务/i

// The guide says it, or it goes into the skill's own folder: whoever reads the guide knows.
function isAnnounced(kind: string, where: string, purpose: Purpose): boolean {
  if (/scheduled job|start-up service/.test(kind)) return SPEAKS_OF_START.test(purpose.body)
  if (!kind.startsWith('agent ')) return false
  const folders = where.split('/')
  return folders.includes(purpose.name) || (kind === 'agent instructions' && isSaid(folders.at(-1) || where, purpose))
}

/** Files that every later session or program reads without being asked. */
const LOADED_EVERYWHERE = /authorized_keys|preload|\.pth|customize/

// Nothing bad is known of the entry: whether it is expected decides.
function judgeStartUp({ fact, kind, where, texts, detail, isAgent, purpose }: Lasting) {
  const isShown = fact.place.origin === 'document'
  if (kind === 'shell start-up file') {
    const isOrdinary = isShown || texts.every((text) => ORDINARY_LINE.test(text))
    return fromFact(isOrdinary ? 'scan/start-up-change' : 'scan/persistence', fact, detail, where)
  }
  const isExpected =
    (kind === 'interpreter start-up file' && !LOADED_EVERYWHERE.test(where)) ||
    EXPECTED.some(([which, said]) => which.test(kind) && said.test(purpose.said))
  if (isExpected || isAnnounced(kind, where, purpose) || (isShown && !/authorized keys|interpreter/.test(kind)))
    return fromFact('scan/start-up-change', fact, detail, where)
  if (kind === 'authorized keys' || kind === 'interpreter start-up file') {
    const isWeak = isShown || !LOADED_EVERYWHERE.test(where)
    return fromFact(isWeak ? 'scan/persistence' : 'scan/hidden-persistence', fact, detail, where)
  }
  return fromFact(isAgent ? 'scan/agent-instructions' : 'scan/persistence', fact, detail, where)
}
