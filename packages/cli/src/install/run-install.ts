import { basename } from 'node:path'
import { createInterface } from 'node:readline/promises'
import { SkillError } from '@skillwright/contract'
import {
  type InstallPlan,
  type InstallRequest,
  installSkills,
  newPermissions,
  type PackageScan,
  type SkillChange,
} from '@skillwright/install'
import { paint, type Terminal, untilInterrupted } from '../terminal.ts'
import { visibleText } from '../visible-text.ts'
import type { ChangeFlags } from './install-verb.ts'
import { openInstaller } from './open-installer.ts'

/** Does a request, after showing what changes; new permissions need a yes. */
export async function runInstall(terminal: Terminal, flags: ChangeFlags, request: InstallRequest): Promise<void> {
  using interruption = untilInterrupted()
  const installer = await openInstaller(flags, interruption.signal)
  const { force = false, copy = false, allowBlocked } = flags
  const blocked = allowBlocked === undefined ? {} : { blockedReason: allowBlocked }
  const { plan, isDone } = await installSkills(installer, { force, copy, ...blocked, ...request }, async (made) => {
    if (!flags.json) for (const line of planLines(made)) terminal.print(line)
    return !flags.dryRun && agree(made, flags)
  })
  if (flags.json) return terminal.print(JSON.stringify(planDocument(plan, isDone), null, 2))
  if (flags.dryRun) return terminal.note('nothing was changed')
  const { length } = plan.lock.skills
  const isSame = plan.changes.length + plan.folders.changes.length === 0
  const written = [...plan.texts.keys()].map((path) => basename(path)).join(' and ')
  if (isSame && written !== '') return terminal.note(`wrote ${written}; ${length} installed as before`)
  terminal.note(isSame ? `nothing to do: ${length} installed as locked` : `${length} installed`)
}

async function agree(plan: InstallPlan, { yes = false, json = false, allowBlocked }: ChangeFlags): Promise<boolean> {
  // What another person forced into the lock is agreed to like a permission.
  const asking = plan.changes.filter(
    (change) =>
      newPermissions(change).length > 0 || (change.forced !== undefined && change.forced !== allowBlocked?.trim()),
  )
  if (asking.length === 0 || yes) return true
  const names = asking.map(({ name }) => name).join(', ')
  if (!process.stdin.isTTY || json)
    throw new SkillError('PERMISSION_DENIED', `${names} may do more than you have agreed to`, {
      hint: 'Read what it asks for above, and agree with --yes',
      details: { asking: asking.map(({ name, permissions }) => ({ name, permissions })) },
    })
  const lines = createInterface({ input: process.stdin, output: process.stderr })
  try {
    if (/^\s*y(?:es)?\s*$/i.test(await lines.question(`May ${visibleText(names)} do this? [y/N] `))) return true
  } finally {
    lines.close()
  }
  throw new SkillError('CANCELLED', 'Not agreed to: nothing was changed')
}

/** What a plan changes, in lines for people. */
function planLines({ changes, folders, scans }: InstallPlan): string[] {
  return [
    ...changes.flatMap((change) => changeLines(change, scans.get(change.name))),
    ...folders.merges.flatMap(({ path, merged, kept, conflicts }) => [
      ...merged.map(
        (file) => `${paint('green', 'merged')} ${visibleText(`${path}/${file}`)}: your changes and the new version's`,
      ),
      ...kept.map((file) => `${paint('cyan', 'kept')} ${visibleText(`${path}/${file}`)}: as you left it`),
      ...conflicts.map(
        ({ path: file, beside }) =>
          `${paint('red', 'conflict')} ${visibleText(`${path}/${file}`)}: yours stays, the new version is beside it as ${visibleText(beside)}`,
      ),
    ]),
  ]
}

const VERDICTS = { pass: 'green', review: 'yellow', block: 'red' } as const

/** Who scanned it, and what they say, in few words. */
function verdictOf({ verdict, risk, by }: PackageScan): string {
  const words = verdict === 'pass' ? verdict : `${verdict}, risk ${visibleText(risk)}`
  return `  ${by === 'hub' ? 'scan of the hub' : 'scan'}: ${paint(VERDICTS[verdict] ?? 'yellow', words)}`
}

const MARKS = { add: ['green', '+'], update: ['yellow', '↑'], remove: ['red', '-'] } as const

function changeLines(change: SkillChange, scan: PackageScan | undefined): string[] {
  const { kind, id, name, from, to, permissions, asksFor, files, lines, contract, forced } = change
  const [colour, mark] = MARKS[kind]
  const versions = kind === 'update' ? `${from} → ${to}` : (to ?? from ?? '')
  const folder = id.endsWith(`/${name}`) || id === name ? '' : `  as ${name}`
  const withLines = (path: string) => {
    const { added, removed } = lines[path] ?? {}
    return added === undefined ? path : `${path} (+${added} -${removed})`
  }
  const changed = [
    [files.changed, 'changed'],
    [files.added, 'added'],
    [files.removed, 'removed'],
  ] as const
  return [
    `${paint(colour, mark)} ${paint('bold', visibleText(id))} ${visibleText(versions)}${folder}${kind === 'remove' || scan === undefined ? '' : verdictOf(scan)}`,
    ...(kind === 'remove' ? [] : (scan?.findings ?? []).slice(0, 5).map((line) => `      ${visibleText(line)}`)),
    ...(forced === undefined ? [] : [`    ${paint('red', 'blocked')}, and installed because: ${visibleText(forced)}`]),
    ...(kind === 'add' ? asksFor.map((line) => `    it ${visibleText(line)}`) : []),
    ...(kind === 'update'
      ? permissions.flatMap(({ permission, added, removed }) => [
          ...added.map((item) => `    ${paint('red', 'may now')} ${visibleText(`${permission} ${item}`)}`),
          ...removed.map((item) => `    no longer ${visibleText(`${permission} ${item}`)}`),
        ])
      : []),
    ...(kind === 'update'
      ? changed.flatMap(([list, word]) =>
          list.length === 0
            ? []
            : [
                `    ${word}: ${visibleText(list.slice(0, 8).map(withLines).join(', '))}${list.length > 8 ? ` and ${list.length - 8} more` : ''}`,
              ],
        )
      : []),
    ...(contract === undefined || contract.bump === 'none'
      ? []
      : [
          `    contract: ${contract.bump} change`,
          ...contract.changes.map(
            ({ reason, breaking, path }) =>
              `      ${breaking ? paint('red', 'breaks') : 'changes'} ${visibleText(`${path} ${reason}`)}`,
          ),
        ]),
  ]
}

/** A plan for machines. */
function planDocument({ changes, scans, lock, folders, agents, texts }: InstallPlan, isDone: boolean) {
  return {
    done: isDone,
    changes,
    scans: Object.fromEntries(scans),
    agents,
    folders: folders.changes.map(({ path }) => path),
    merges: folders.merges,
    files: [...texts.keys()],
    skills: lock.skills.map(({ name, id, version, source, digest }) => ({ name, id, version, source, digest })),
  }
}
