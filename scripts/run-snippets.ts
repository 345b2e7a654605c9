// Runs TypeScript files one after the other in one process, and prints what each of them printed, as JSON.
import { pathToFileURL } from 'node:url'
import { format } from 'node:util'

const said: string[] = []
for (const file of process.argv.slice(2)) {
  const lines: string[] = []
  console.log = (...values: unknown[]) => void lines.push(format(...values))
  await import(pathToFileURL(file).href).catch((thrown: unknown) => lines.push(format(thrown)))
  said.push(lines.join('\n'))
}
process.stdout.write(JSON.stringify(said))
