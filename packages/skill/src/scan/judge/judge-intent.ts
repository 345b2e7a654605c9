import type { Fact } from '../code/trace.ts'
import { marksOf, textsOf } from '../code/value.ts'
import type { Purpose } from '../declared-purpose.ts'
import { type Evidence, fromFact } from '../evidence.ts'
import { RULES, type RuleId } from '../rules.ts'
import { hostRelation } from '../text/host-relation.ts'
import { isCriticalPath, isLogPath, normalPath, type PersistenceClass, persistenceClass } from '../text/path-class.ts'
import { isAboutSecurity, isHiddenBy } from './judge-execution.ts'
import { judgeProse } from './judge-prose.ts'
import { WEAKENS } from './judge-weakened.ts'
import { reroutedTo } from './rerouted-to.ts'

/** Everything that outlasts the skill or harms the machine: start-up entries, agent instructions, deletions, loosened rights. */
export function judgeIntent(facts: readonly Fact[], purpose: Purpose): Evidence[] {
  const stopped = new Set(facts.flatMap((fact) => (isStoppedProtection(fact) ? fact.targets : [])))
  return facts.flatMap((fact) => {
    if (fact.place.origin === 'test') return []
    switch (fact.kind) {
      case 'lasting':
        return judgeLasting(fact, fact.what, fact.targets.join(' '), purpose)
      case 'write': {
        const path = fact.targets.find((target) => persistenceClass(target) !== undefined)
        if (path !== undefined) return judgeLasting(fact, persistenceClass(path) ?? '', path, purpose)
        if (isForAgents(fact))
          return [
            fromFact(
              'scan/turned-agent',
              fact,
              `writes an order for agents into ${fact.targets[0] ?? 'a document'}`,
              textsOf(fact.data)[0],
            ),
          ]
        const start = fact.targets.find((target) => STARTED_BY_OTHERS.test(normalPath(target)))
        return start !== undefined && textsOf(fact.data).some((text) => FETCH_AND_RUN.test(text))
          ? judgeLasting(fact, 'start-up file of a program', start, purpose)
          : []
      }
      case 'delete':
        return judgeDelete(fact, purpose)
      case 'mode':
        return judgeMode(fact)
      case 'weaken':
        return stopped.size > 1 && isStoppedProtection(fact) && !/harden|protect|secur|test/.test(purpose.said)
          ? [fromFact('scan/loosened-permissions', fact, `turns off several protections (${fact.what})`)]
          : judgeWeaken(fact)
      case 'invisible':
        return [fromFact('scan/invisible-output', fact, fact.what)]
      case 'update':
        return judgeUpdate(fact, purpose)
      default:
        return []
    }
  })
}

/** A text that fetches and runs when a shell or an agent reads it. */
export const FETCH_AND_RUN =
  /(?:^|[\s`;&])(?:\.|source|(?:ba|z|da)?sh|python3?)\s+<\(\s*(?:curl|wget)\b|[$`]\(?(?:curl|wget)\b[^\n)]{0,200}[)`]|(?:curl|wget|fetch|iwr|irm)\b[^\n|;&]{0,300}\|\s*(?:sudo\s+)?(?:ba|z|da)?sh\b|base64\s+-+d|\/dev\/tcp\/|\bnc\s+-e|python3?\s+-c|eval\b(?!\s+"?\$\((?:\/[\w/.-]+\/)?[\w.-]+\s+[\w\s-]{1,60}\))|\|\s*curl\b[^\n]{0,200}@-|exec\s*\([^\n]{0,120}(?:urlopen|requests\.get|fetch)/i

/** Addressed to an agent, or unseen by who looks at the page. */
const TO_AGENTS = /<!--|\b(?:agents?|assistants?|AIs?|LLMs?|models?)\b[^\n]{0,12}:/i

// A document that others will read gets a line that has their agents fetch and run something.
function isForAgents({ place, targets, data }: Fact): boolean {
  return (
    place.origin === 'script' &&
    targets.some((target) => /\.(?:mdx?|mdc|txt|rst|adoc)$|(?:^|\/)README$/i.test(target)) &&
    textsOf(data).some((text) => TO_AGENTS.test(text) && FETCH_AND_RUN.test(text))
  )
}

/** Hidden files at home and settings of the system: other programs read them when they start. */
const STARTED_BY_OTHERS = /^~\/\.(?!cache\b|local\/bin\b|ssh\b)\w|^\/etc\//

const EXPECTED: readonly (readonly [RegExp, RegExp])[] = [
  [
    /scheduled job|start-up service/,
    /cron|schedul|monitor|daemon|service|backup|remind|heartbeat|automat|watch|launch|start-?up|sync|digest|daily|updat|alarm|timer|periodic|background|server|deploy|install|setup|定时|计划|监控|备份|自动|systemd|linux|macos|windows|powershell|administ|gateway|host/,
  ],
  [/shell start-up/, /./],
  [
    /agent instructions|agent settings/,
    /memory|agent|claude|openclaw|codex|cursor|rule|instruction|config|setup|prompt|mcp|hook|identity|soul|persona|self|learn|context|记忆|规则|onboard|bootstrap|init|session|skill|workspace|plugin/,
  ],
  [/git hook/, /git|hook|commit|husky|lint|ci\b|quality/],
  [/authorized keys/, /ssh|server|vps|deploy|remote/],
  [/system configuration/, /hosts|dns|network|block|server|linux|system|deploy|docker|vpn|proxy|ssh|harden/],
]

/** An instruction that nobody is to be asked. */
const NO_QUESTIONS =
  /\b(?:never|do not|don't|no need to|without)\b[^.!?\n]{0,20}\b(?:ask(?:ing)?|confirm(?:ing|ation)?|prompt(?:ing)?|approval|permission)\b[^.!?\n]{0,60}\b(?:run|execut|command|tool|install|delet|writ|edit|any)|\b(?:auto-?approve|always allow|always approve)\b/i

/** Commands that leak data from a terminal. */
const SENDS = /\bcurl\b[^\n]{0,200}\s(?:-d|--data[\w-]*|-F|-T)\s/

/** A command that asks for a password or holds keys, under a new meaning that keeps what it is given. */
const SHADOWS =
  /(?:^|[\n;])\s*(?:function\s+|alias\s+)?(?:sudo|su|doas|ssh|scp|passwd|gpg|login|git|gh|kinit)\s*(?:\(\)|=)[^\n]{0,200}(?:\bread\b|>>|\btee\b|\bcurl\b|\bnc\b)/

/** Code that every program loads before its own. */
const PRELOADS = /\b(?:LD_PRELOAD|DYLD_INSERT_LIBRARIES)=|\bNODE_OPTIONS=\S*--(?:require|import)\b/

/** A public name, led to an address of somebody's choice. */
const LED_AWAY =
  /(?:^|[\s"'])(?!127\.|0\.0\.0\.0|10\.|192\.168\.|172\.(?:1[6-9]|2\d|3[01])\.)\d{1,3}(?:\.\d{1,3}){3}\s+((?:[\w-]+\.)+(?:com|org|net|io|dev|ai|cn))\b/
/** Repositories that git takes from elsewhere without saying so. */
const REPLACES = /\burl\.(\S+)\.insteadOf\b/i
/** A public key that is written out. */
const WHOLE_KEY = /\b(?:ssh-(?:ed25519|rsa|dss)|ecdsa-sha2-\S+)\s+AAAA[A-Za-z0-9+/=]{28,}(?!\.)/

/** The guides of all skills that there are. */
const OTHER_SKILLS = /\/skills\/(?:\*{1,2}|\uFFFC)\/.*\.md$/

/** How deep the settings of agents nest their commands. */
const SETTINGS_DEPTH = 8

/** Files that every later session or program reads without being asked. */
const LOADED_EVERYWHERE = /authorized_keys|preload|\.pth|customize/

function judgeLasting(fact: Fact, kind: PersistenceClass | string, where: string, purpose: Purpose): Evidence[] {
  const { place } = fact
  const texts = textsOf(fact.data, SETTINGS_DEPTH)
  const marks = marksOf(fact.data)
  const detail = `puts something into ${where} (${kind})`
  const isFetched =
    marks.some((mark) => mark.startsWith('net:')) && (kind !== 'agent instructions' || OTHER_SKILLS.test(where))
  const isHidden = isHiddenBy(marks.flatMap((mark) => (mark.startsWith('layer:') ? [mark.slice(6)] : [])))
  const isAgent = kind === 'agent instructions' || kind === 'agent settings'
  const isSender =
    ((kind === 'shell start-up file' && place.origin !== 'document') ||
      kind === 'agent settings' ||
      kind === 'git hook') &&
    texts.some((text) => SENDS.test(text))
  const isShadow = kind === 'shell start-up file' && texts.some((text) => SHADOWS.test(text) || PRELOADS.test(text))
  if (isFetched || isHidden || isSender || isShadow || texts.some((text) => FETCH_AND_RUN.test(text)))
    return [
      fromFact(
        isAboutSecurity(purpose) && place.origin === 'document' ? 'scan/persistence' : 'scan/hidden-persistence',
        fact,
        `${detail} that ${isShadow ? 'takes the place of what others run' : isSender ? 'sends data away' : 'fetches or decodes what it runs'}`,
        texts[0] ?? where,
      ),
    ]
  if (isAgent && texts.some((text) => WEAKENS.test(text)))
    return [fromFact('scan/weakened-protection', fact, `takes the questions of the agent away in ${where}`, texts[0])]
  const rerouted = texts.map((text) => reroutedTo(text, purpose)).find((url) => url !== undefined)
  if (rerouted !== undefined)
    return [fromFact('scan/rerouted-agent', fact, `sends the agent's traffic to ${rerouted} by ${where}`, rerouted)]
  if (kind === 'agent instructions' && texts.some((text) => NO_QUESTIONS.test(text)))
    return [fromFact('scan/weakened-protection', fact, `takes the questions of the agent away in ${where}`, texts[0])]
  const told = isAgent ? texts.flatMap((text) => ordersIn(text, fact, purpose)) : []
  // A text may ask for silence by chance; a script that writes such an order down for every session does not.
  if (told.length > 0)
    return told.map((each) =>
      place.origin === 'script' && each.rule === 'scan/concealed-action'
        ? { ...each, rule: 'scan/turned-agent' as const }
        : each,
    )
  if (/NOPASSWD/.test(texts.join(' ')))
    return [
      fromFact(
        place.origin === 'document' ? 'scan/weakened-protection' : 'scan/loosened-permissions',
        fact,
        `gives root rights without a password in ${where}`,
        where,
      ),
    ]
  const led = kind === 'system configuration' ? texts.flatMap((text) => LED_AWAY.exec(text)?.[1] ?? [])[0] : undefined
  if (led !== undefined) return [fromFact('scan/weakened-protection', fact, `leads ${led} to another machine`, led)]
  const replaced = REPLACES.exec(fact.targets.join(' '))?.[1]
  if (replaced !== undefined && /^(?:unrelated|hosting|ip|paste|capture)$/.test(hostRelation(replaced, purpose)))
    return [fromFact('scan/dependency-source', fact, `takes every repository from ${replaced}`, replaced)]
  if (kind === 'authorized keys' && texts.some((text) => WHOLE_KEY.test(text)))
    return [fromFact('scan/hidden-persistence', fact, `lets the holder of a key of its own in (${where})`, where)]
  // Adding a folder to the path, or a completion, is what every installer tells people to do.
  if (kind === 'shell start-up file')
    return place.origin === 'document' ||
      texts.every((text) =>
        /^\s*(?:export\s+\w+=|#|alias |source |\. |eval "\$\(\w+ |fpath|autoload|\[ -|if |fi|$)/m.test(text),
      )
      ? [fromFact('scan/start-up-change', fact, detail, where)]
      : [fromFact('scan/persistence', fact, detail, where)]
  const isExpected =
    (kind === 'interpreter start-up file' && !LOADED_EVERYWHERE.test(where)) ||
    EXPECTED.some(([which, said]) => which.test(kind) && said.test(purpose.said))
  if (isExpected || (place.origin === 'document' && !/authorized keys|interpreter/.test(kind)))
    return [fromFact('scan/start-up-change', fact, detail, where)]
  if (kind === 'authorized keys' || kind === 'interpreter start-up file')
    return [
      fromFact(
        place.origin === 'document' || !LOADED_EVERYWHERE.test(where) ? 'scan/persistence' : 'scan/hidden-persistence',
        fact,
        detail,
        where,
      ),
    ]
  return [fromFact(isAgent ? 'scan/agent-instructions' : 'scan/persistence', fact, detail, where)]
}

// What is written where every later session reads it is an order to them.
function ordersIn(text: string, fact: Fact, purpose: Purpose): Evidence[] {
  const block = { text, line: fact.place.line, context: '', isHidden: true }
  return judgeProse(fact.place.file, [block], purpose).filter(({ rule }) => RULES[rule].effect !== 'note')
}

/** What skills that wipe disks or homes say they do. */
const WIPING =
  /disk|wip(?:e|ing)|eras|format|partition|flash|image|usb|sd card|raspberry|boot|clean|uninstall|reset|磁盘|清理|刷机/

function judgeDelete(fact: Fact, purpose: Purpose): Evidence[] {
  const { place } = fact
  const log = fact.targets.find((target) => isLogPath(target))
  const vital = fact.targets.find((target) => isCriticalPath(target))
  // Whatever there is in the home folder, one after the other.
  const each = fact.targets.find((target) => /^(?:~\/)+\uFFFC$/.test(normalPath(target)))
  if (vital === undefined && each !== undefined && place.origin === 'script')
    return [fromFact('scan/dangerous-delete', fact, `deletes what it finds in the home folder (${fact.what})`)]
  if (log === undefined && vital === undefined) return []
  const detail = `deletes ${log ?? vital} (${fact.what})`
  // An order to wipe the machine or the home, in a skill that never speaks of that.
  const isUnexplained = place.role === 'asked' && !WIPING.test(purpose.said) && !isAboutSecurity(purpose)
  if (vital !== undefined && isUnexplained && /overwriting a disk|shred|find/.test(fact.what))
    return [fromFact('scan/destructive', fact, detail)]
  if (vital !== undefined && / -r|rmtree|rm|mkfs|disk|wipefs|find|Remove/i.test(fact.what)) {
    const rule: RuleId =
      place.origin === 'document' || isAboutSecurity(purpose) ? 'scan/dangerous-delete' : 'scan/destructive'
    return [fromFact(rule, fact, detail)]
  }
  if (log === undefined) return []
  const isExpected =
    /clean|disk|\blogs?\b|logging|rotat|maintenance|storage|space|forensic|history|session|reset|uninstall|清理|日志/.test(
      purpose.said,
    ) || isAboutSecurity(purpose)
  const isOwn =
    /\/(?:sessions|projects|transcripts|logs?)\b/.test(log) &&
    /^~?\/?\.(?:openclaw|claude|codex|hermes)/.test(normalPath(log))
  return [fromFact(isExpected || isOwn ? 'scan/log-cleanup' : 'scan/log-wiping', fact, detail)]
}

/** A shell, wherever its disk is mounted. */
const SHELL_PATH = /\/(?:ba|z|da|k)?sh$/

function judgeMode(fact: Fact): Evidence[] {
  const shell = fact.targets.find((target) => SHELL_PATH.test(target))
  if (shell !== undefined && /^[4-7]\d{3}|u\+s|\+s/.test(fact.what))
    return [fromFact('scan/loosened-permissions', fact, `gives ${shell} root rights (${fact.what})`)]
  const path = fact.targets
    .map(normalPath)
    .find((target) =>
      /^\/(?:etc|usr|bin|sbin|lib|boot|var|home|root|opt|srv|System|Library)(?:\/|$)|^\/$|^~$/.test(target),
    )
  if (path === undefined) return []
  const isOpen = /777|666|a\+|o\+w|ugo/.test(fact.what)
  const isRoot = /^owner root/.test(fact.what)
  const isSetuid = /^[4-7]\d{3}|u\+s|\+s/.test(fact.what)
  if (isRoot && !/^\/(?:etc|usr|opt|var\/(?:lib|www))\//.test(path)) return []
  if (isRoot) return []
  const isCore = /^\/(?:etc|usr|bin|sbin|lib|boot|root|System|Library)(?:\/|$)|^\/$|^~$/.test(path)
  if (isSetuid && /sh$|python|perl/.test(path))
    return [fromFact('scan/loosened-permissions', fact, `gives ${path} root rights (${fact.what})`)]
  if (!isOpen) return []
  return [
    fromFact(
      isCore || / -R/.test(fact.what) ? 'scan/loosened-permissions' : 'scan/weakened-protection',
      fact,
      `makes ${path} world-writable (${fact.what})`,
    ),
  ]
}

function judgeWeaken(fact: Fact): Evidence[] {
  if (fact.what === 'unpacking with a password') {
    const isFetched = marksOf(fact.data).some((mark) => mark.startsWith('net:'))
    return isFetched
      ? [
          fromFact(
            'scan/password-archive',
            fact,
            'unpacks a downloaded archive with a password',
            fact.targets.join(' '),
          ),
        ]
      : []
  }
  // Documentation of unsigned tools asks users to do this; in a script it happens silently.
  if (fact.place.origin === 'document' && /quarantine/.test(fact.what)) return []
  if (fact.what.startsWith('a container'))
    return [
      fromFact(
        'scan/weakened-protection',
        fact,
        `starts ${fact.what} (${fact.targets[0] ?? ''})`,
        fact.targets.join(' '),
      ),
    ]
  const isStrong =
    /quarantine|virus|macOS protections|auditing|stopping a protection|kernel|certificate authority|SELinux|the firewall$|questions of an agent/.test(
      fact.what,
    )
  return isStrong && !isHiddenBy(fact.place.layers)
    ? [fromFact('scan/weakened-protection', fact, fact.what, fact.targets.join(' '))]
    : []
}

// One may be in the way of honest work; nothing is in the way of several.
function isStoppedProtection({ kind, what, place }: Fact): boolean {
  return kind === 'weaken' && place.role === 'asked' && /virus|auditing|stopping a protection|the firewall$/.test(what)
}

function judgeUpdate(fact: Fact, purpose: Purpose): Evidence[] {
  const text = textsOf(fact.value).join(' ')
  const isOwn = /skills?\b|\{baseDir\}|SKILL_DIR|CLAUDE_PLUGIN_ROOT/.test(text)
  if (!isOwn || /updat|upgrad|sync|git\b|version|install|manage/.test(purpose.said)) return []
  return [fromFact('scan/self-update', fact, `${fact.what} in a skill folder`, text)]
}
