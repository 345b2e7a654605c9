#!/usr/bin/env node
import { enableCompileCache } from 'node:module'

// Halves the time until the first word: what was compiled is kept for the next command. Only imports after this line count.
enableCompileCache()
const { runCli } = await import('./run-cli.ts')
const { processTerminal } = await import('./terminal.ts')

// Readers that stop early (`| head`, `2>&1 | head`) are no errors of ours: nobody waits for the rest of the answer, or hears the notes.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code === 'EPIPE') process.exit(0)
  terminal.note(`error The answer could not be written: ${error.message}`)
  process.exit(1)
})
process.stderr.on('error', () => undefined)
const terminal = processTerminal()
await runCli(process.argv.slice(2), terminal)
process.exitCode = terminal.exitCode
