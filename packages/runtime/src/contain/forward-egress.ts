import { spawn } from 'node:child_process'
import { connect, createServer, type Socket } from 'node:net'
import { constants } from 'node:os'

/*
 * Runs inside the sandbox, where the network is empty: carries TCP on loopback, which HTTP clients know, to the Unix
 * socket of our proxy, and starts the skill once it listens. It has no rights of its own, so it needs no trust.
 */
const [port, socketPath = '', program = '', ...args] = process.argv.slice(2)

const server = createServer((client) => {
  const proxy = connect(socketPath)
  join(client, proxy)
  join(proxy, client)
})
server.listen(Number(port), '127.0.0.1', () => {
  const child = spawn(program, args, { stdio: 'inherit' })
  child.once('error', () => process.exit(127))
  child.once('exit', (code, signal) => process.exit(code ?? 128 + constants.signals[signal ?? 'SIGKILL']))
})

function join(from: Socket, to: Socket): void {
  from.pipe(to)
  from.once('error', () => to.destroy())
  from.once('close', () => to.end())
}
