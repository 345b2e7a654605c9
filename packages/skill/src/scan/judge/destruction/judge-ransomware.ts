import { type Evidence, fromMatch } from '../../evidence.ts'
import type { TextFile } from '../../package-view.ts'
import { anyOf } from '../../text/join-patterns.ts'

const ENCRYPTS = anyOf(
  '',
  /\.encrypt\(/,
  // Archives with a password.
  /\b7z\w*(?:\.exe)?["']?\s+a\b[^\n]{0,60}\s-p/,
  /\bopenssl\s+enc\b|\bgpg\b[^\n]{0,60}(?:\s-c|--symmetric)\b/,
  /\brar\s+a\b[^\n]{0,40}\s-h?p/,
  // Ciphers of .NET, Go, Ruby, Node, Python and PHP.
  /\bAesManaged\b|\bRijndael\w*|\bcipher\.NewGCM\b|\bOpenSSL::Cipher\b|createCipheriv|AES\.new|CryptoStream|openssl_encrypt/,
)
const WALKS_FOLDERS =
  /\brglob\(|os\.walk\(|\bglob\(|readdirSync\(|filepath\.Walk|Get-ChildItem[^\n]{0,60}(?:-Recurse|-Directory|-File)|\bfind\s+["']?(?:~|\$HOME)|\bDir\.glob|\bWalkDir\b|RecursiveDirectoryIterator/i
const DELETES =
  /\.unlink\(|os\.remove\(|unlinkSync\(|rmSync\(|os\.Remove\w*\(|Remove-Item|\s-sdel\b|\s-df\b|\bFile\.delete\b|\brm\s+-?|\bshred\b|\bunlink\(/
const NAMES_HOME =
  /Path\.home\(|homedir\(|expanduser\(["']~|UserHomeDir|\bDir\.home|\$HOME\b|["']HOME["']|\bfind\s+~|USERPROFILE/

/** One folder of a program, which keeps its own things there. */
const OWN_FOLDER = /\bhomedir\(\)\s*,\s*["']\.[\w-]+["']|(?:Path\.home\(\)|UserHomeDir\(\))\s*\/\s*["']\.[\w-]+/g

/** Ransomware: every file of the user is encrypted, and the original is gone. */
export function judgeRansomware(file: TextFile): Evidence[] {
  const { text } = file
  const encrypts = ENCRYPTS.exec(text)
  if (
    encrypts === null ||
    !WALKS_FOLDERS.test(text) ||
    !DELETES.test(text) ||
    !NAMES_HOME.test(text.replaceAll(OWN_FOLDER, ''))
  )
    return []
  return [fromMatch('scan/destructive', file, encrypts, 'encrypts what it finds in the home folder and deletes it')]
}

const RANSOM = '\\d[\\d.,]{0,20}\\s?(?:btc|eth|xmr|usdt|bitcoins?|monero)\\b'
/** What is told to a victim: pay, and it comes back. */
const RANSOM_NOTE = new RegExp(
  [
    `\\b(?:recover|restor|decrypt|unlock|get (?:your|the) \\w+ back)\\w*\\b[^\\n]{0,60}\\b(?:send|pay|transfer)\\b[^\\n]{0,20}${RANSOM}`,
    `\\b(?:send|pay|transfer)\\b[^\\n]{0,20}${RANSOM}[^\\n]{0,80}\\bto (?:recover|restore|decrypt|unlock|get (?:it|them|your))\\b`,
  ].join('|'),
  'i',
)
const TAKES_AWAY =
  /\bgh repo delete\b|\brm\s+-\w*[rf]|\bopenssl enc\b|\bgpg\b[^\n]{0,40}(?:-c|--symmetric)\b|\.encrypt\(|\bDROP (?:DATABASE|TABLE)\b|--visibility|createCipheriv/i

/** A ransom note, beside what takes the files or tables away. */
export function judgeRansomNote(file: TextFile): Evidence[] {
  const demand = RANSOM_NOTE.exec(file.text)
  const taken = demand === null ? null : TAKES_AWAY.exec(file.text)
  if (demand === null || taken === null) return []
  return [fromMatch('scan/destructive', file, demand, `does ${taken[0]} and asks for a ransom`)]
}
