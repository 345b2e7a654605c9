import { posix } from 'node:path'
import type { GetPromptResult, Prompt, PromptMessage } from '@modelcontextprotocol/server'
import { SkillError, skillToolNames } from '@skillwright/contract'
import type { SkillFiles } from '@skillwright/skill'
import { agentFiles } from './agent-files.ts'
import { textOf } from './media-type.ts'
import { pageOf } from './page-of.ts'
import type { OfferedSkill, SkillCatalog } from './skill-catalog.ts'
import { contentOf } from './skill-resources.ts'
import { skillUri } from './skill-uri.ts'

const SKILLS_PER_PAGE = 200
const FILE = /^prompts\/(?<name>[^/]+)\.md$/
const PLACEHOLDER = /\{\{\s*(?<name>[A-Za-z_]\w*)\s*\}\}/g

interface SkillPrompt {
  readonly name: string
  readonly offered: OfferedSkill
  readonly path: string
  readonly text: string
  readonly files: SkillFiles
}

/** The prompts of all skills, a page of skills at a time. */
export async function listPrompts(
  catalog: SkillCatalog,
  cursor: string | undefined,
): Promise<{ prompts: Prompt[]; nextCursor?: string }> {
  const { items, nextCursor } = pageOf(await catalog.list(), cursor, SKILLS_PER_PAGE)
  const prompts = await promptsOf(catalog, items)
  return { prompts: prompts.map(definitionOf), ...(nextCursor === undefined ? {} : { nextCursor }) }
}

/** One prompt, its placeholders filled in. Throws DATA_NOT_FOUND or MISSING_REQUIRED_PARAM. */
export async function getPrompt(
  catalog: SkillCatalog,
  name: string,
  values: Readonly<Record<string, string>>,
): Promise<GetPromptResult> {
  const prompt = (await promptsOf(catalog, await catalog.list())).find((one) => one.name === name)
  if (prompt === undefined) throw new SkillError('DATA_NOT_FOUND', `There is no prompt ${name.slice(0, 100)}`)
  const missing = placeholders(prompt.text).filter((placeholder) => !Object.hasOwn(values, placeholder))
  if (missing.length > 0)
    throw new SkillError('MISSING_REQUIRED_PARAM', `The prompt ${name} needs ${missing.join(', ')}`)
  return { description: prompt.offered.description, messages: messagesOf(prompt, values) }
}

async function promptsOf(catalog: SkillCatalog, skills: readonly OfferedSkill[]): Promise<readonly SkillPrompt[]> {
  const found = await Promise.all(
    skills.map(async (offered) => {
      const skill = await catalog.read(offered.id).catch(() => undefined)
      if (skill === undefined || !skill.files.some((path) => FILE.test(path))) return []
      const files = await agentFiles(skill)
      return [...files].flatMap(([path, bytes]) => {
        const name = FILE.exec(path)?.groups?.name
        const text = name === undefined ? undefined : textOf(bytes)
        return name === undefined || text === undefined ? [] : [{ offered, name, path, text, files }]
      })
    }),
  )
  const all = found.flat()
  // prompts/system.md is how the skill is used, and goes by the name of the skill.
  const names = skillToolNames(
    all.map(({ offered, name }) => ({ skillId: offered.id, action: name === 'system' ? undefined : name })),
  )
  return all.map((prompt, i) => ({ ...prompt, name: names[i] ?? prompt.name }))
}

function placeholders(text: string): readonly string[] {
  return [...new Set([...text.matchAll(PLACEHOLDER)].map(({ groups }) => groups?.name ?? ''))]
}

function definitionOf({ name, offered, text }: SkillPrompt): Prompt {
  const needed = placeholders(text)
  return {
    name,
    title: offered.name,
    description: offered.description || offered.name,
    arguments:
      needed.length > 0
        ? needed.map((placeholder) => ({ name: placeholder, required: true }))
        : [{ name: 'request', description: 'What to do with the skill', required: false }],
  }
}

function messagesOf(prompt: SkillPrompt, values: Readonly<Record<string, string>>): PromptMessage[] {
  const filled = prompt.text.replaceAll(PLACEHOLDER, (found, name: string) =>
    Object.hasOwn(values, name) ? (values[name] ?? found) : found,
  )
  const request = placeholders(prompt.text).length === 0 ? values.request : undefined
  const parts = [...withFiles(prompt, filled), ...(request === undefined ? [] : [textMessage(request)])]
  return parts.length === 0 ? [textMessage('')] : parts
}

/** The text, and instead of each line that is nothing but a picture of a file of the skill that file. */
function withFiles({ offered, path, files }: SkillPrompt, text: string): PromptMessage[] {
  const messages: PromptMessage[] = []
  let lines: string[] = []
  const flush = () => {
    const said = lines.join('\n').trim()
    if (said !== '') messages.push(textMessage(said))
    lines = []
  }
  for (const line of text.split('\n')) {
    const link = /^!\[[^\]]*\]\((?<to>[^()\s]+)\)\s*$/.exec(line)?.groups?.to
    const file = link === undefined ? '' : posix.join(posix.dirname(path), link)
    const bytes = files.get(file)
    if (bytes === undefined) lines.push(line)
    else {
      flush()
      messages.push({ role: 'user', content: fileContent(skillUri(offered.id, file), file, bytes) })
    }
  }
  flush()
  return messages
}

function fileContent(uri: string, file: string, bytes: Uint8Array): PromptMessage['content'] {
  const resource = contentOf(uri, file, bytes)
  const { mimeType = '' } = resource
  return mimeType.startsWith('image/') && 'blob' in resource
    ? { type: 'image', data: resource.blob, mimeType }
    : { type: 'resource', resource }
}

function textMessage(text: string): PromptMessage {
  return { role: 'user', content: { type: 'text', text } }
}
