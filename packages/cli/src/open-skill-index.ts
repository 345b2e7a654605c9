import { readdirSync } from 'node:fs'
import { SkillError } from '@skillwright/contract'
import type { OpenIndexOptions, SkillIndex } from '@skillwright/index'
import { unreadablePath } from '@skillwright/skill'
import type { Command } from 'commander'
import { showProgress } from './progress.ts'
import { repeatable } from './repeatable.ts'
import { paintNote, type Terminal } from './terminal.ts'
import { visibleText } from './visible-text.ts'

/** The flags of every verb that looks into an index. */
export interface IndexFlags {
  readonly root?: readonly string[]
  readonly client?: readonly string[]
  readonly host?: string
  readonly tool?: readonly string[]
  readonly embeddings?: string
  readonly model?: string
  readonly onnx?: string
  readonly cache: boolean
}

/** Adds the flags that say which skills are meant, and how they are searched. */
export function addIndexOptions(command: Command): Command {
  return command
    .option(
      '-r, --root <folder>',
      'a folder of skills; repeat for several, the first wins (default: those of all clients)',
      repeatable,
    )
    .option('--client <id>', 'also the folders of this client, such as claude-code; repeat for several', repeatable)
    .option('--host <version>', "the host's version, to hide what does not work with it")
    .option(
      '--tool <name>',
      'a tool the host has; repeat for several, and skills that need others are hidden',
      repeatable,
    )
    .option(
      '--embeddings <url>',
      'an OpenAI-compatible embeddings endpoint, to search by meaning too (key: EMBEDDINGS_API_KEY)',
    )
    .option('--model <name>', 'the model of that endpoint')
    .option('--onnx <folder>', 'a local ONNX model folder, to search by meaning too')
    .option('--no-cache', 'read everything again, and cache nothing')
}

/** Opens the index that the flags mean, with progress while it is built for the first time. */
export async function openSkillIndex(
  flags: IndexFlags,
  { watch = false }: Pick<OpenIndexOptions, 'watch'> = {},
): Promise<SkillIndex> {
  for (const root of flags.root ?? []) refuseUnreadableRoot(root)
  // Only loaded by verbs that use an index: the others start quickly.
  const { openIndex } = await import('@skillwright/index')
  const embedder = await embedderOf(flags)
  const index = await openIndex({
    ...(flags.root === undefined ? {} : { roots: flags.root }),
    ...(flags.client === undefined ? {} : { clients: flags.client }),
    ...(flags.cache ? {} : { cacheDir: false as const }),
    watch,
    host: {
      ...(flags.host === undefined ? {} : { version: flags.host }),
      ...(flags.tool === undefined ? {} : { tools: flags.tool }),
    },
    ...embedder,
    onProgress: ({ step, done, total }) => showProgress(`${step} skill`, done, total),
  })
  // An index that stays open gets its vectors by and by; one command has only this moment.
  if (embedder.embedder !== undefined) await index.refresh()
  return index
}

/** An index may wait for a folder that is made later; a folder that was typed is meant to be there. */
function refuseUnreadableRoot(root: string): void {
  try {
    readdirSync(root)
  } catch (cause) {
    throw unreadablePath(root, cause)
  }
}

/** Says why meaning is missing, when it was asked for. */
export function noteEmbedder(terminal: Terminal, { embeddings, onnx }: IndexFlags, index: SkillIndex): void {
  const failure = embeddings === undefined && onnx === undefined ? undefined : index.status().embedder
  if (failure !== undefined) terminal.note(`${paintNote('yellow', 'by words only')} ${visibleText(failure.message)}`)
}

async function embedderOf({ embeddings, model, onnx }: IndexFlags): Promise<Pick<OpenIndexOptions, 'embedder'>> {
  const { onnxEmbedder, openAiEmbedder } = await import('@skillwright/index')
  if (onnx !== undefined) return { embedder: await onnxEmbedder({ dir: onnx }) }
  if (embeddings === undefined) return {}
  if (model === undefined)
    throw new SkillError('INVALID_INPUT', 'Nothing says which model of the endpoint is meant', {
      hint: 'Add --model <name>',
    })
  const apiKey = process.env.EMBEDDINGS_API_KEY
  return { embedder: openAiEmbedder({ url: embeddings, model, ...(apiKey === undefined ? {} : { apiKey }) }) }
}
