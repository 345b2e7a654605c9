#!/usr/bin/env node
import { enableCompileCache } from 'node:module'

// Halves the time until the first word: what was compiled is kept for the next command. Only imports after this line count.
enableCompileCache()
const { runCli } = await import('./run-cli.ts')
const { processTerminal } = await import('./terminal.ts')

// A reader that stops early (`| head`) is no error of ours.
process.stdout.on('error', (error: NodeJS.ErrnoException) => process.exit(error.code === 'EPIPE' ? 0 : 70))
const terminal = processTerminal()
await runCli(process.argv.slice(2), terminal)
process.exitCode = terminal.exitCode
