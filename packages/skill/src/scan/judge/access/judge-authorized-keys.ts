import type { Purpose } from '../../declared-purpose.ts'
import { type Evidence, fromMatch } from '../../evidence.ts'
import type { TextFile } from '../../package-view.ts'
import { findUrls } from '../../text/urls.ts'
import { isUnsaidHost } from '../strange-host.ts'

/** A public key that is written out, given to the account of the user on a code host. */
const ADDS_KEY = /\b(?:user\/keys|repos\/\S{1,80}\/keys)\b[^\n]{0,200}\bssh-(?:ed25519|rsa)\s+AAAA[A-Za-z0-9+/=]{28,}/

/** A key of the author, added to the account of the user on a code host. */
export function judgeAccountKey(file: TextFile): Evidence[] {
  const added = ADDS_KEY.exec(file.text)
  return added === null
    ? []
    : [fromMatch('scan/hidden-persistence', file, added, 'lets the holder of a key of its own in')]
}

/** A public key that is written out, in what decides over logins on other machines. */
const LETS_IN =
  /\b(?:authorized_keys?|ssh-keys|ssh_authorized_keys|import-key-pair|deploy-key)\b[^#]{0,160}\bssh-(?:ed25519|rsa)\s+AAAA[A-Za-z0-9+/=]{28,}/
/** The same with one that is fetched. */
const LETS_FETCHED_IN = /\b(?:exec_command|sendline|run_command|conn\.run|\bc\.run)\([^\n]{0,200}authorized_keys/

/** A key of somebody else, authorized on other machines of the user. */
export function judgeRemoteKey(file: TextFile, purpose: Purpose): Evidence[] {
  const fetched = LETS_FETCHED_IN.exec(file.text)
  const isForeign = fetched !== null && findUrls(file.text).some(({ url }) => isUnsaidHost(url, purpose))
  const key = LETS_IN.exec(file.text) ?? (isForeign ? fetched : null)
  return key === null ? [] : [fromMatch('scan/hidden-persistence', file, key, 'lets the holder of another key in')]
}
