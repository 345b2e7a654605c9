import { gunzipSync } from 'node:zlib'
import { type UnzipFileInfo, unzipSync } from 'fflate'
import { unpackTar } from 'modern-tar'
import type { SkillFiles } from '../skill-files.ts'
import { at, type Evidence } from './evidence.ts'

/** How much is taken out of all archives of a package together. */
const MAX_FILES = 500
const MAX_BYTES = 10_000_000

/** Files whose insides are documents or pictures, whatever they are packed with. */
const PACKED_DOCUMENT = /\.(?:docx|xlsx|pptx|dotx|xltx|potx|odt|ods|odp|epub|sketch|fig|npz)$/i

/** Archives that are not opened here, by how they begin. */
const OTHER_ARCHIVES: readonly (readonly [string, string])[] = [
  ['377abcaf271c', '7z'],
  ['526172211a07', 'rar'],
  ['fd377a585a00', 'xz'],
  ['425a68', 'bzip2'],
  ['28b52ffd', 'zstd'],
  ['4d534346', 'cabinet'],
  ['213c617263683e', 'ar or deb'],
  ['edabeedb', 'rpm'],
]

/** The files of a package with those inside its archives, each under the name of its archive; what stayed closed is evidence. */
export async function openArchives(files: SkillFiles): Promise<{ files: SkillFiles; evidence: readonly Evidence[] }> {
  const opened = new Map(files)
  const evidence: Evidence[] = []
  const left = { files: MAX_FILES, bytes: MAX_BYTES }
  for (const [path, bytes] of files) {
    const kind = archiveKind(bytes)
    if (kind === undefined || PACKED_DOCUMENT.test(path)) continue
    const closed = (why: string): void => {
      evidence.push(at('scan/unread-code', { file: path, line: 1, layers: [] }, `is an archive that ${why}`))
    }
    try {
      const inside = await open(kind, path, bytes, left)
      opened.delete(path)
      for (const [name, content] of inside) {
        left.files--
        left.bytes -= content.length
        opened.set(`${path}/${name}`, content)
        if (archiveKind(content) !== undefined && !PACKED_DOCUMENT.test(name)) closed(`holds another one, ${name}`)
      }
    } catch (thrown) {
      closed(`could not be opened: ${thrown instanceof Error ? thrown.message : String(thrown)}`)
    }
  }
  return { files: opened, evidence }
}

function archiveKind(bytes: Uint8Array): string | undefined {
  const head = Buffer.from(bytes.subarray(0, 8)).toString('hex')
  if (head.startsWith('504b0304')) return 'zip'
  if (head.startsWith('1f8b')) return 'gzip'
  if (Buffer.from(bytes.subarray(257, 262)).toString('latin1') === 'ustar') return 'tar'
  return OTHER_ARCHIVES.find(([start]) => head.startsWith(start))?.[1]
}

type Left = Readonly<Record<'files' | 'bytes', number>>

async function open(kind: string, path: string, bytes: Uint8Array, left: Left): Promise<[string, Uint8Array][]> {
  switch (kind) {
    case 'zip':
      return unzip(bytes, left)
    case 'tar':
      return untar(bytes, left)
    case 'gzip': {
      const content = gunzipSync(bytes, { maxOutputLength: Math.max(1, left.bytes) })
      if (archiveKind(content) === 'tar') return untar(content, left)
      return [[path.slice(path.lastIndexOf('/') + 1).replace(/\.gz$/i, ''), content]]
    }
    default:
      throw new Error(`${kind} is not read`)
  }
}

function unzip(bytes: Uint8Array, left: Left): [string, Uint8Array][] {
  if (isEncrypted(bytes)) throw new Error('it has a password')
  let count = 0
  let total = 0
  const take = ({ originalSize }: UnzipFileInfo): boolean => {
    total += originalSize
    if (++count > left.files || total > left.bytes) throw new Error('it is larger than what is read')
    return true
  }
  return Object.entries(unzipSync(bytes, { filter: take })).filter(([name]) => !name.endsWith('/'))
}

// Bit 0 of the flags, in the header before each file.
function isEncrypted(bytes: Uint8Array): boolean {
  const view = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  for (let at = view.indexOf('PK\u0001\u0002', 0, 'latin1'); at >= 0 && at + 10 <= view.length; )
    if ((view.readUInt16LE(at + 8) & 1) === 1) return true
    else at = view.indexOf('PK\u0001\u0002', at + 4, 'latin1')
  return false
}

async function untar(bytes: Uint8Array, left: Left): Promise<[string, Uint8Array][]> {
  let count = 0
  const entries = await unpackTar(bytes, {
    strict: true,
    filter: ({ type }) => {
      if (++count > left.files) throw new Error('it holds more files than are read')
      return type === 'file'
    },
  })
  return entries.map(({ header, data = new Uint8Array() }) => [header.name.replace(/^\.\//, ''), data])
}
