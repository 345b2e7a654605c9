import type { Purpose } from '../../declared-purpose.ts'
import { type Evidence, fromMatch } from '../../evidence.ts'
import type { TextFile } from '../../package-view.ts'
import { DOWNLOAD_CRADLE, PIPED_DOWNLOAD } from '../../text/download-cradles.ts'
import { anyOf } from '../../text/join-patterns.ts'
import { findUrls } from '../../text/urls.ts'
import { isUnsaidHost } from '../strange-host.ts'

/** Places whose entries start by themselves. */
const AUTOSTART_PLACES = anyOf(
  'i',
  // The registry, the task scheduler, the start menu and the profile of Windows.
  /CurrentVersion\\{1,2}Run(?:Once)?\b/,
  /\bschtasks\b[^\n]{0,200}\/create|\bRegister-ScheduledTask\b/,
  // Schedulers and services of Unix.
  /\bcrontab\b|\/etc\/cron|Library\/Launch(?:Agents|Daemons)|\/systemd\/|\.config\/autostart/,
  /Start Menu\\{1,2}Programs\\{1,2}Startup/,
  /\bsystemd-run\b/,
  // What every shell, git and Python read when they start.
  /\.(?:bashrc|zshrc|profile|bash_profile|zshenv|zprofile)\b|config\.fish|\$PROFILE\b|Microsoft\.PowerShell_profile/,
  /\.git\/hooks\b|core\.hooksPath|sitecustomize/,
  /\bWMI\b[^\n]{0,60}EventFilter|__EventFilter/,
)

/** A download cradle in a place that starts by itself. */
export function judgeAutostartCradle(file: TextFile, purpose: Purpose): Evidence[] {
  const { text } = file
  const fetched = AUTOSTART_PLACES.test(text) ? DOWNLOAD_CRADLE.exec(text) : null
  const from = fetched === null ? undefined : findUrls(text.slice(fetched.index, fetched.index + 400))[0]
  if (fetched === null || from === undefined || !isUnsaidHost(from.url, purpose)) return []
  const later = AUTOSTART_PLACES.exec(text)
  // Both in one statement or next to one another: an installer that also adds to PATH has them apart.
  if (later === null || Math.abs(later.index - fetched.index) > 300) return []
  return [fromMatch('scan/hidden-persistence', file, fetched, `has what ${from.host} answers run again and again`)]
}

/** Definitions of services and tasks: of launchd, the task scheduler and systemd. */
const SERVICE_DEFINITION =
  /<key>(?:RunAtLoad|StartInterval|StartCalendarInterval|KeepAlive)<\/key>|<Task\b[^>]*>|^\s*ExecStart=/m

/** A service whose program is what an address answers at that moment. */
export function judgeFetchedService(file: TextFile, purpose: Purpose): Evidence[] {
  const run = SERVICE_DEFINITION.test(file.text) ? PIPED_DOWNLOAD.exec(file.text) : null
  const from = run === null ? undefined : findUrls(run[0]).find(({ url }) => isUnsaidHost(url, purpose))
  if (run === null || from === undefined) return []
  return [fromMatch('scan/hidden-persistence', file, run, `has the system start what ${from.host} answers`)]
}

/** A hook of a package that others install, given a command that fetches and runs. */
const PLANTS_HOOK =
  /\bscripts\b["'.\][]{1,4}(?:pre|post)?install["'\]]{0,2}\s{0,3}=\s{0,3}["'`][^\n]{0,200}\b(?:curl|wget)\b[^\n]{0,200}\|\s*(?:ba|z|da)?sh\b/

/** An install hook, written into packages of the user: a supply chain attack on whoever installs them. */
export function judgePlantedHook(file: TextFile): Evidence[] {
  const hook = PLANTS_HOOK.exec(file.text)
  return hook === null
    ? []
    : [fromMatch('scan/hidden-persistence', file, hook, 'gives a package a hook that fetches and runs')]
}
