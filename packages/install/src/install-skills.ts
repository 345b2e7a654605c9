import { writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { readReceipt, receiptFile, writeReceipt } from './place/receipt.ts'
import type { Installer } from './plan/installer.ts'
import { type InstallPlan, type InstallRequest, planInstall } from './plan/plan-install.ts'
import { holdProject } from './transaction/hold-project.ts'
import { type Change, runTransaction } from './transaction/run-transaction.ts'

/** What was done, or would have been. */
export interface InstallOutcome {
  readonly plan: InstallPlan
  /** False when it was only looked at, or not agreed to. */
  readonly isDone: boolean
}

/**
 * Does a request: works out what changes, asks whether it may be, and changes it all at once. `agree` gets the plan and says whether to go on; nothing
 * is changed before.
 */
export function installSkills(
  installer: Installer,
  request: InstallRequest,
  agree: (plan: InstallPlan) => Promise<boolean>,
): Promise<InstallOutcome> {
  return holdProject(installer.project, async () => {
    const plan = await planInstall(installer, request)
    if (!(await agree(plan))) return { plan, isDone: false }
    await applyPlan(installer, plan)
    return { plan, isDone: true }
  })
}

async function applyPlan(
  { project, clock }: Installer,
  { title, folders, texts, receipt: made }: InstallPlan,
): Promise<void> {
  const receipt = await writeReceipt(made)
  const isReceiptSame = receipt === (await writeReceipt(await readReceipt(project)))
  const files = [...texts, ...(isReceiptSame ? [] : [[receiptFile(project), receipt] as const])]
  const changes: Change[] = [...folders.changes, ...files.map(([path, text]) => fileChange(path, text))]
  if (changes.length === 0) return
  await runTransaction(project, { title, changes, ...(clock === undefined ? {} : { clock }) })
}

function fileChange(path: string, text: string): Change {
  return { path, stageIn: dirname(path), make: (staged) => writeFile(staged, text) }
}
