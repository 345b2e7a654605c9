import type { Purpose } from '../../declared-purpose.ts'
import { type Evidence, fromMatch } from '../../evidence.ts'
import type { TextFile } from '../../package-view.ts'
import { anyOf } from '../../text/join-patterns.ts'
import { isScanner } from '../credentials/judge-infostealer.ts'
import { unsaidHostIn } from '../strange-host.ts'

const FETCHES = anyOf(
  '',
  /\bURI\.open\(|\bNet::HTTP\.get|\bhttp\.Get\(|\bDownloadFile\b|\burlretrieve\(|\bfile_get_contents\(/,
  /\brequests\.get\(|\burlopen\(|\bfetch\(|\baxios\.get\(|\bcopy\(\s*\$|\b(?:iwr|Invoke-WebRequest)\b/,
  /\breqwest::|\bopenStream\(/,
)
const MAKES_PROGRAM = /\b0o?7[0-7]{2}\b|\bchmod\b|\bsetExecutable\(|PermissionsExt|\.exe\b/i
const STARTS_PROGRAM =
  /\bspawn\w*\(|\bsystem\(|\bexec\w*[( ]|\bexec\.Command\(|\bPopen\(|\bsubprocess\.|\bos\.startfile\(|\bStart-Process\b|\bpopen\(|\bproc_open\(|\bexecFile\w*\(|\bProcess\.(?:Start|spawn|detach)\b/
/** Files of a package that hold values. */
const SETTINGS_FILE = /\.(?:ya?ml|json|toml|ini|cfg|conf|txt|properties|env)$/i

/** A downloader whose address stands in another file, so that neither of the two says what happens. */
export function judgeSplitDownload(file: TextFile, files: readonly TextFile[], purpose: Purpose): Evidence[] {
  const { text } = file
  if (!/^(?:lexical|python|javascript)$/.test(file.kind)) return []
  const started = FETCHES.test(text) && MAKES_PROGRAM.test(text) ? STARTS_PROGRAM.exec(text) : null
  if (started === null) return []
  const beside = files.filter(
    ({ path: other }) => SETTINGS_FILE.test(other) && text.includes(other.slice(other.lastIndexOf('/') + 1)),
  )
  const host = beside.flatMap(({ text: values }) => unsaidHostIn(values, purpose) ?? [])[0]
  if (host === undefined) return []
  const detail = `makes a program of what ${host} answers, whose address stands in another file, and starts it`
  return [fromMatch(isScanner(file, purpose) ? 'scan/working-attack' : 'scan/remote-code', file, started, detail)]
}
