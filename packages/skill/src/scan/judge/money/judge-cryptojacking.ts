import type { Purpose } from '../../declared-purpose.ts'
import { type Evidence, fromMatch } from '../../evidence.ts'
import type { TextFile } from '../../package-view.ts'

const PAGE_MINER = /\b(?:CoinHive|CoinImp|deepMiner|WebMiner|cryptonight|CryptoLoot|JSECoin)\b/i

/** A page whose visitors mine. */
export function judgePageMiner(file: TextFile): Evidence[] {
  const miner = file.kind === 'markup' ? PAGE_MINER.exec(file.text) : null
  return miner === null ? [] : [fromMatch('scan/miner', file, miner, 'mines in the browser')]
}

/** What miners say to a pool. */
const POOL_CALL = /["']method["']\s*[:,=>]+\s*["'](?:mining\.(?:subscribe|authorize|submit)|login|submit)["']/
const NAMES_POOL = /\bstratum\b|["'/.@]pool\.|\bpool[-_]?(?:host|url|address)\b/i

/** The protocol of mining pools, spoken by the script itself. */
export function judgePoolProtocol(file: TextFile): Evidence[] {
  const call = NAMES_POOL.test(file.text) ? POOL_CALL.exec(file.text) : null
  return call === null ? [] : [fromMatch('scan/miner', file, call, 'talks to a mining pool')]
}

/** The address of a pool, or the algorithm of its work. */
const POOL_ADDRESS =
  /\bstratum\+(?:tcp|ssl|tls|udp):\/\/[\w.-]{4,}|--algo["',\s=]{1,6}(?:randomx|rx\/0|cn\/|kawpow|ethash|cryptonight|etchash)/i

/** A miner, by the address of its pool. */
export function judgePoolAddress(file: TextFile, purpose: Purpose): Evidence[] {
  const pool = /\bmin(?:er|ing)\b|stratum|挖矿/.test(purpose.said) ? null : POOL_ADDRESS.exec(file.text)
  return pool === null ? [] : [fromMatch('scan/miner', file, pool, 'works for a mining pool')]
}
