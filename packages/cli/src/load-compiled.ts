import { closeSync, fstatSync, openSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { createRequire, getCompileCacheDir } from 'node:module'
import { basename, dirname, join } from 'node:path'
import { Script } from 'node:vm'

/** After so long a run adds what it compiled and the runs before it did not. */
const RENEW_AFTER_MS = 60 * 60 * 1000

/** What a file of the bundle exports. */
type Exports = Readonly<Record<string, unknown>>

const loaded = new Map<string, Exports>()

/**
 * Loads a CommonJS file of the bundle together with every function of it that earlier runs called, already compiled. Node's
 * own cache has a file as it was before its first function was called, so that each run would compile them all again.
 * `bundle` names the contents: V8 tells sources apart by their length alone.
 */
export function loadCompiled(file: string, bundle: string): Exports {
  const known = loaded.get(file)
  if (known) return known
  const require = createRequire(file)
  const dir = getCompileCacheDir()
  const exports = dir === undefined ? require(file) : run(file, require, join(dir, `${basename(file)}-${bundle}`))
  loaded.set(file, exports)
  return exports
}

function run(file: string, require: NodeJS.Require, cache: string): Exports {
  const kept = readKept(cache)
  const text = `(function (exports, require, module, __filename, __dirname) {${readFileSync(file, 'utf8')}\n})`
  const script = new Script(text, { filename: file, ...(kept && { cachedData: kept.data }) })
  if (!kept || kept.isOld || script.cachedDataRejected) process.once('exit', () => keep(cache, script))
  const module: { exports: Exports } = { exports: {} }
  script.runInThisContext()(module.exports, require, module, file, dirname(file))
  return module.exports
}

/** What was kept, if it is ours: whoever writes it decides what we run. */
function readKept(cache: string): { readonly data: Buffer; readonly isOld: boolean } | undefined {
  let file: number | undefined
  try {
    file = openSync(cache, 'r')
    const { uid, mode, mtimeMs } = fstatSync(file)
    const isOurs = process.getuid === undefined || (uid === process.getuid() && (mode & 0o022) === 0)
    return isOurs ? { data: readFileSync(file), isOld: Date.now() - mtimeMs > RENEW_AFTER_MS } : undefined
  } catch {
    return undefined
  } finally {
    if (file !== undefined) closeSync(file)
  }
}

/** A command is as good without it, only slower: a full disk or a folder of others is no reason to fail. */
function keep(cache: string, script: Script): void {
  try {
    const part = `${cache}.${process.pid}`
    writeFileSync(part, script.createCachedData(), { mode: 0o600, flag: 'wx' })
    renameSync(part, cache)
  } catch {}
}
