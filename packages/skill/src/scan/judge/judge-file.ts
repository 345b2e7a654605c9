import type { Purpose } from '../declared-purpose.ts'
import type { Evidence } from '../evidence.ts'
import type { TextFile } from '../package-view.ts'
import { withoutComments } from '../text/without-comments.ts'
import { isAboutSecurity } from './about-security.ts'
import { judgeAccountKey, judgeRemoteKey } from './access/judge-authorized-keys.ts'
import { judgeCommandPolling, judgeSharedShell, judgeWebShell } from './access/judge-remote-control.ts'
import { judgeBackdoorAccount, judgeKeptRoot, judgeMountedRoot } from './access/judge-root-access.ts'
import { judgeAgentPermissions } from './agent/judge-agent-permissions.ts'
import { judgeInterceptingProxy, judgeRedirectedNames } from './agent/judge-interception.ts'
import { judgeModelAdvice, judgeModelSetting } from './agent/judge-model-traffic.ts'
import { judgeToolKeys, judgeToolProxy } from './agent/judge-tool-proxy.ts'
import {
  judgeDatabaseTap,
  judgePageStorage,
  judgeRepositoryTap,
  judgeSurveillance,
  judgeWorkflowSecrets,
} from './credentials/judge-data-taps.ts'
import { judgeInfostealer, judgeSettingsHarvester } from './credentials/judge-infostealer.ts'
import {
  judgeFormSkimmer,
  judgeLoginPage,
  judgePasswordPrompt,
  judgeShadowedCommand,
} from './credentials/judge-phishing.ts'
import { judgeCloudWiper, judgeHomeWiper } from './destruction/judge-data-wiper.ts'
import { judgeChanceBomb, judgeTimeBomb } from './destruction/judge-logic-bomb.ts'
import { judgeRansomNote, judgeRansomware } from './destruction/judge-ransomware.ts'
import { judgeHistoryOrder, judgeOverwrittenHistory } from './destruction/judge-repository-history.ts'
import { judgeSplitDownload } from './execution/judge-split-download.ts'
import { judgePageMiner, judgePoolAddress, judgePoolProtocol } from './money/judge-cryptojacking.ts'
import { judgeDivertedMail } from './money/judge-diverted-mail.ts'
import {
  judgeClipboardHijack,
  judgeExchangedAccount,
  judgePayeeBranch,
  judgePaymentOrder,
} from './money/judge-swapped-payee.ts'
import { judgeTokenApproval, judgeTokenDrainer, judgeWalletDrainer } from './money/judge-wallet-drainer.ts'
import { judgeRegistrySetting } from './package/judge-registry-setting.ts'
import { judgeAutostartCradle, judgeFetchedService, judgePlantedHook } from './persistence/judge-autostart.ts'
import { judgeCopyOrder, judgeSelfCopy } from './persistence/judge-self-copy.ts'

/**
 * What a judge reads: code, code without its comments, prose, or both. A guide to defence describes attacks, so of a skill about
 * security prose is read by those alone that say `even defence`, and only where it is no document.
 */
type Reads = 'code' | 'uncommented' | 'prose' | 'both' | 'both, uncommented' | 'even defence'

type Judge = (file: TextFile, purpose: Purpose) => Evidence[]

/** Judges of one file by its words; the first that sees something names the finding. */
const BY_WORDS: readonly (readonly [Reads, Judge])[] = [
  ['even defence', judgeAgentPermissions],
  ['code', judgeClipboardHijack],
  ['code', judgeExchangedAccount],
  ['code', judgeRansomware],
  ['code', judgeModelSetting],
  ['prose', judgeModelAdvice],
  ['both', judgeInterceptingProxy],
  ['code', judgeSelfCopy],
  ['code', judgePageMiner],
  ['code', judgePoolProtocol],
  ['code', judgeTimeBomb],
  ['prose', judgeCopyOrder],
  ['prose', judgePaymentOrder],
  ['both', judgeRegistrySetting],
  ['both', judgeWorkflowSecrets],
  ['code', judgeWalletDrainer],
  ['code', judgeTokenDrainer],
  ['code', judgeRemoteKey],
  ['even defence', judgeRansomNote],
  ['even defence', judgeBackdoorAccount],
  ['even defence', judgeAccountKey],
  ['even defence', judgeSharedShell],
  ['both', judgeToolKeys],
  ['uncommented', judgePayeeBranch],
  ['uncommented', judgeDivertedMail],
  ['uncommented', judgeToolProxy],
  ['uncommented', judgeCommandPolling],
  ['uncommented', judgePasswordPrompt],
  ['uncommented', judgePlantedHook],
  ['uncommented', judgeWebShell],
  ['both', judgeFormSkimmer],
  ['both', judgeDatabaseTap],
  ['code', judgeFetchedService],
  ['code', judgeSurveillance],
  ['prose', judgeCloudWiper],
  ['prose', judgeHistoryOrder],
  ['uncommented', judgeOverwrittenHistory],
  ['uncommented', judgeRepositoryTap],
]

/** The same for what is judged after the facts, which say it more closely where they are known. */
const AFTER_FACTS: readonly (readonly [Reads, Judge])[] = [
  ['both, uncommented', judgeMountedRoot],
  ['both, uncommented', judgeShadowedCommand],
  ['uncommented', judgeInfostealer],
  ['uncommented', judgeSettingsHarvester],
  ['uncommented', judgeKeptRoot],
  ['uncommented', judgePoolAddress],
  ['uncommented', judgeAutostartCradle],
  ['uncommented', judgeRedirectedNames],
  ['uncommented', judgeHomeWiper],
  ['uncommented', judgeChanceBomb],
  ['uncommented', judgeLoginPage],
  ['uncommented', judgePageStorage],
  ['uncommented', judgeTokenApproval],
]

/** Judges one file by its words: attacks whose parts stand together and have no honest use together. */
export function judgeFile(file: TextFile, purpose: Purpose): Evidence[] {
  return judgeBy(BY_WORDS, file, purpose)
}

/** The same after the facts, file by file. */
export function judgeFiles(files: readonly TextFile[], purpose: Purpose): Evidence[] {
  return files.flatMap((file) => [
    ...judgeBy(AFTER_FACTS, file, purpose),
    ...(file.isTest || isProse(file)
      ? []
      : judgeSplitDownload({ ...file, text: withoutComments(file.text) }, files, purpose)),
  ])
}

function judgeBy(judges: readonly (readonly [Reads, Judge])[], file: TextFile, purpose: Purpose): Evidence[] {
  if (file.isTest) return []
  if (isProse(file)) {
    const isDefence = isAboutSecurity(purpose)
    return judges.flatMap(([reads, judge]) => {
      const isRead = isDefence
        ? reads === 'even defence' && file.kind === 'text'
        : reads !== 'code' && reads !== 'uncommented'
      return isRead ? judge(file, purpose) : []
    })
  }
  const uncommented = { ...file, text: withoutComments(file.text) }
  return judges.flatMap(([reads, judge]) =>
    reads === 'prose' ? [] : judge(reads.endsWith('uncommented') ? uncommented : file, purpose),
  )
}

function isProse({ kind }: TextFile): boolean {
  return kind === 'document' || kind === 'text'
}
