import { chmod, readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { PRIVATE_FILE, PRIVATE_FOLDER } from '@skillwright/store'
import type { FastifyBaseLogger } from 'fastify'

const FOR_OTHERS = 0o077
const DATABASE = /^hub\.sqlite(?:\.restored)?(?:-wal|-shm|-journal)?$|^\.upkeep-lock$/

const OWN = new Set(['packages', 'cache', 'secrets.key'])

/** Takes from other users of the machine what an older hub let them read, and says so. What is not the hub's to change is only said. */
export async function keepPrivate(dir: string, log: FastifyBaseLogger): Promise<void> {
  const uid = process.getuid?.()
  if (uid === undefined) return
  const names = await readdir(dir).catch(() => [])
  const own = names.filter((name) => DATABASE.test(name) || OWN.has(name))
  // A folder that holds other things, too, is not the hub's alone.
  const isWholly = names.length > 0 && own.length === names.length
  for (const path of [...own.map((name) => join(dir, name)), dir]) {
    const found = await stat(path).catch(() => undefined)
    if (found === undefined || (found.mode & FOR_OTHERS) === 0) continue
    const was = (found.mode & 0o777).toString(8).padStart(4, '0')
    if (found.uid === uid && (path !== dir || isWholly)) {
      await chmod(path, found.isDirectory() ? PRIVATE_FOLDER : PRIVATE_FILE)
      log.warn(`${path} was open to other users of this machine (${was}); it is no longer`)
    } else if (path !== dir || own.length > 0)
      log.warn(`${path} is open to other users of this machine (${was}): take that from them with chmod go= ${path}`)
  }
}
