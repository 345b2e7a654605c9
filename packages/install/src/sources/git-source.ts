import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { basename } from 'node:path/posix'
import { SkillError } from '@skillwright/contract'
import { isVersion } from '@skillwright/hub-api'
import { PACKAGE_LIMITS, type SkillFiles } from '@skillwright/skill'
import { rcompare } from 'semver'
import { rangeTest } from '../solve/version-sets.ts'
import { findInFiles } from './find-in-files.ts'
import { type GitPlace, parseGitSpec } from './git-spec.ts'
import { runGit } from './run-git.ts'
import { settledAddress } from './settled-address.ts'
import { type FoundPackage, type Lookup, singleSource } from './single-source.ts'
import type { Source } from './source.ts'

/**
 * The skill in a git repository, at a tag, branch or commit; without one at the newest tag that is a version of the range, else at the head. Objects are read as they
 * are: nothing is checked out, so that no filter, hook or submodule of the repository has a say.
 */
export function gitSource(spec: string): Source {
  const place = parseGitSpec(spec)
  return singleSource(spec, {
    folder: basename(place.path ?? place.url.replace(/\.git$/, '')),
    async find(_, lookup) {
      const dir = await mkdtemp(join(tmpdir(), 'skillwright-git-'))
      try {
        return await findIn(dir, place, lookup)
      } finally {
        await rm(dir, { recursive: true, force: true })
      }
    },
  })
}

async function findIn(dir: string, named: GitPlace, { range = '*', revision, signal }: Lookup): Promise<FoundPackage> {
  const place = { ...named, url: await settledAddress(named, signal) }
  const git = (args: readonly string[], input?: string) =>
    runGit(args, { cwd: dir, protocol: place.protocol, signal, ...(input === undefined ? {} : { input }) })
  await git(['init', '--quiet', '--bare', '--template=', dir])
  const tag = revision === undefined && place.ref === undefined ? await newestTag(git, place.url, range) : undefined
  const wanted = revision ?? place.ref ?? tag?.ref ?? 'HEAD'
  await fetchCommit(git, place.url, wanted)
  const commit = (await git(['rev-parse', '--verify', '--end-of-options', 'FETCH_HEAD^{commit}'])).toString().trim()
  if (revision !== undefined && commit !== revision)
    throw new SkillError('INTEGRITY_FAILED', `${place.url} has ${commit} in place of ${revision}`)
  const files = await readTree(git, commit, place)
  return { files, revision: commit, ...(tag === undefined ? {} : { version: tag.version }) }
}

type Git = (args: readonly string[], input?: string) => Promise<Buffer>

async function newestTag(git: Git, url: string, range: string): Promise<{ ref: string; version: string } | undefined> {
  const lines = (await git(['ls-remote', '--quiet', '--tags', '--refs', '--', url])).toString('utf8').split('\n')
  const tags = lines.flatMap((line) => {
    const ref = line.split('\t')[1] ?? ''
    const version = /^refs\/tags\/v?(.+)$/.exec(ref)?.[1] ?? ''
    return isVersion(version) ? [{ ref, version }] : []
  })
  const sorted = tags.toSorted((a, b) => rcompare(a.version, b.version))
  const isMeant = rangeTest(range, sorted)
  const found = sorted.find(({ version }) => isMeant(version))
  if (found !== undefined || sorted.length === 0) return found
  throw new SkillError(
    'DATA_NOT_FOUND',
    `${url} has no tag in ${range}, only ${sorted
      .slice(0, 5)
      .map(({ version }) => version)
      .join(', ')}`,
  )
}

/** A commit that no branch or tag names is not handed out alone by every server: then all of them are fetched. */
async function fetchCommit(git: Git, url: string, wanted: string): Promise<void> {
  const fetch = ['fetch', '--quiet', '--no-tags', '--no-recurse-submodules', '--no-write-commit-graph']
  const isCommit = /^[0-9a-f]{40}$/.test(wanted)
  try {
    await git([...fetch, '--depth=1', '--', url, wanted])
  } catch (thrown) {
    if (!isCommit) throw thrown
    await git([...fetch, '--', url, '+refs/heads/*:refs/all/heads/*', '+refs/tags/*:refs/all/tags/*'])
    await git(['update-ref', 'FETCH_HEAD', wanted]).catch(() => {
      throw thrown
    })
  }
}

async function readTree(git: Git, commit: string, { path, url }: GitPlace): Promise<SkillFiles> {
  const listed = (await git(['ls-tree', '-r', '-z', '--long', '--full-tree', commit])).toString('utf8').split('\0')
  const entries = listed.flatMap((line) => {
    const [, mode = '', type = '', object = '', size = '', name = ''] =
      /^(\d+) (\w+) ([0-9a-f]+) +(\S+)\t([\s\S]*)$/.exec(line) ?? []
    return name === '' ? [] : [{ mode, type, object, size: Number(size), name }]
  })
  const folder = skillFolder(
    entries.map(({ name }) => name),
    path,
    url,
  )
  const inside = entries.filter(({ name }) => folder === '' || name.startsWith(`${folder}/`))
  const special = inside.find(({ mode, type }) => type !== 'blob' || mode === '120000')
  if (special !== undefined)
    throw new SkillError(
      'INVALID_INPUT',
      `${special.name} in ${url} is a ${special.type === 'blob' ? 'link' : 'submodule'}: only files are allowed`,
    )
  const total = inside.reduce((sum, { size }) => sum + size, 0)
  if (
    inside.length > PACKAGE_LIMITS.maxFiles ||
    total > PACKAGE_LIMITS.maxTotalBytes ||
    inside.some(({ size }) => size > PACKAGE_LIMITS.maxFileBytes)
  )
    throw new SkillError('INPUT_TOO_LARGE', `${folder || url} holds more than a package may`, {
      hint: 'Name the folder of the skill: …#path:skills/name',
    })
  const blobs = readBatch(await git(['cat-file', '--batch'], inside.map(({ object }) => `${object}\n`).join('')))
  const files = new Map(
    inside.map(({ name }, i) => [folder === '' ? name : name.slice(folder.length + 1), blobs[i] ?? new Uint8Array()]),
  )
  return findInFiles(files, { what: url })
}

/** The folder to read, found by names alone, so that of a large repository only the skill is read. */
function skillFolder(names: readonly string[], path: string | undefined, url: string): string {
  const marker = new Uint8Array()
  const skeleton = new Map(names.filter((name) => /(?:^|\/)SKILL\.md$/.test(name)).map((name) => [name, marker]))
  if (path !== undefined) {
    const folder = path.replace(/^\.?\/+|\/+$/g, '')
    if (skeleton.has(`${folder}/SKILL.md`)) return folder
  } else if (skeleton.has('SKILL.md')) return ''
  const [only, ...others] = [...skeleton.keys()]
  if (path === undefined && only !== undefined && others.length === 0) return only.slice(0, -'/SKILL.md'.length)
  // Says what there is.
  findInFiles(skeleton, { path, what: url })
  return path ?? ''
}

/** What `cat-file --batch` prints: a line with the size, the bytes, a line end. */
function readBatch(output: Buffer): Uint8Array[] {
  const blobs: Uint8Array[] = []
  for (let at = 0; at < output.length; ) {
    const end = output.indexOf(0x0a, at)
    const size = Number(output.subarray(at, end).toString('latin1').split(' ')[2])
    if (end === -1 || !Number.isSafeInteger(size))
      throw new SkillError('EXTERNAL_SERVICE_ERROR', 'git handed out something that is no file')
    blobs.push(output.subarray(end + 1, end + 1 + size))
    at = end + 1 + size + 1
  }
  return blobs
}
