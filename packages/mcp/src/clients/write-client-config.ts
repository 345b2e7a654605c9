import { randomUUID } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, realpathSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { SkillError } from '@skillwright/contract'
import { MCP_CLIENTS, type McpClient, type Places, type ServerCommand } from './mcp-clients.ts'
import { mergeServer, newSettings } from './merge-server.ts'

/** What the settings of a client need for it to start a server. */
export interface ClientConfig {
  readonly client: Pick<McpClient, 'id' | 'name'>
  /** The file that the client reads. */
  readonly file: string
  /** The entry, as it would stand in a new file. */
  readonly text: string
  /** Puts it into the file, and loses nothing of what is there. Says whether the file changed. */
  write(): 'created' | 'changed' | 'unchanged'
}

const SERVER_NAME = 'skillwright'

/** The settings of a client for a server. Throws INVALID_INPUT for a client that is not known. */
export function clientConfig(id: string, command: ServerCommand, places: Places): ClientConfig {
  const client = MCP_CLIENTS.find((one) => one.id === id)
  if (client === undefined)
    throw new SkillError('INVALID_INPUT', `Expected a client that is known, got ${id.slice(0, 60)}`, {
      hint: `Use one of: ${MCP_CLIENTS.map((one) => one.id).join(', ')}`,
    })
  const file = client.file(places)
  const server = { name: SERVER_NAME, entry: client.entry(command) }
  const text = newSettings(client, server)
  return {
    client,
    file,
    text,
    write() {
      if (!existsSync(file)) {
        mkdirSync(dirname(file), { recursive: true })
        replaceFile(file, text, 0o600)
        return 'created'
      }
      // Settings are often a link into a folder of dotfiles.
      const real = realpathSync(file)
      const before = readFileSync(real, 'utf8')
      const after = mergeServer(before, client, server)
      if (after === before) return 'unchanged'
      replaceFile(real, after, statSync(real).mode & 0o777)
      return 'changed'
    },
  }
}

/** All of the new text or all of the old, whatever happens meanwhile. */
function replaceFile(file: string, text: string, mode: number): void {
  const staging = `${file}.${randomUUID()}`
  try {
    writeFileSync(staging, text, { mode, flag: 'wx' })
    renameSync(staging, file)
  } catch (cause) {
    rmSync(staging, { force: true })
    throw new SkillError('PERMISSION_DENIED', `${file} cannot be written`, { cause })
  }
}
