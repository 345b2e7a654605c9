#!/usr/bin/env node
import { enableCompileCache } from 'node:module'

// Halves the time until the first word: what was compiled is kept for the next command, so the rest is imported below it.
enableCompileCache()
const { buildProgram } = await import('./program.ts')
const { reportFailure } = await import('./report-failure.ts')
const { processTerminal } = await import('./terminal.ts')

const terminal = processTerminal()
const words = process.argv.slice(2)
// Document C types `hermes skill install …`: with `alias hermes=skillwright` the word in between changes nothing.
if (words[0] === 'skill' || words[0] === 'skills') words.shift()
// A reader that stops early (`| head`) is no error of ours.
process.stdout.on('error', (error: NodeJS.ErrnoException) => process.exit(error.code === 'EPIPE' ? 0 : 70))

try {
  await buildProgram(terminal).parseAsync(words, { from: 'user' })
} catch (error) {
  reportFailure(terminal, error, { json: words.includes('--json') })
}
process.exitCode = terminal.exitCode
