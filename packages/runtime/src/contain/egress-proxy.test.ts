import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server } from 'node:http'
import { connect, createServer as createListener, type Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { CONTAINERS, tempFolder, tryProgram } from '../launch/fixtures/try-program.ts'
import { createSpawnLaunch } from '../launch/spawn-launch.ts'
import { PipePool, spawnPlan } from '../launch/spawn-plan.ts'
import type { GuardedHost } from '../remote/guard-address.ts'
import { openEgressProxy, type RefusedHost, sandboxEgress } from './egress-proxy.ts'
import { bubblewrapCommand, sandboxLayout } from './sandbox-layout.ts'

const asked: IncomingMessage[] = []
const server: Server = createServer((request, response) => {
  asked.push(request)
  if (request.url === '/moved') response.writeHead(302, { location: `http://elsewhere.example:${port()}/` }).end()
  else response.end(`hello from ${request.headers.host}`)
})
const port = () => (server.address() as { port: number }).port
beforeAll(() => new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve)))
afterAll(() => server.closeAllConnections())
afterAll(() => {
  server.close()
})

/** A proxy whose every name leads to our own server, with what it refused and dialled. */
async function proxyFor(
  declared: readonly string[],
  {
    allow = ['127.0.0.1'],
    address = '127.0.0.1',
    resolve = async (_name: string): Promise<string[]> => [address],
    dial = (port: number) => connect(port, '127.0.0.1'),
  } = {},
) {
  const refused: RefusedHost[] = []
  const dialled: GuardedHost[] = []
  const proxy = openEgressProxy({
    declared,
    allow: allow.map((host) => `${host}:${port()}`),
    resolve,
    connect: (host) => {
      dialled.push(host)
      return dial(host.port)
    },
    onRefused: (attempt) => refused.push(attempt),
  })
  const listener = createListener()
  await new Promise<void>((resolve) => listener.listen(0, '127.0.0.1', resolve))
  proxy.serve(listener)
  const send = async (message: string): Promise<string> => {
    const socket: Socket = connect((listener.address() as { port: number }).port, '127.0.0.1')
    socket.write(message)
    const timer = setTimeout(() => socket.end(), 10_000)
    const answer = await text(socket)
    clearTimeout(timer)
    return answer
  }
  return { refused, dialled, send, [Symbol.asyncDispose]: () => proxy[Symbol.asyncDispose]() }
}

describe('the proxy', () => {
  test('lets a declared host through, by the address it checked', async () => {
    await using proxy = await proxyFor([`api.example.com:${port()}`])
    const answer = await proxy.send(
      `GET http://api.example.com:${port()}/x HTTP/1.1\r\nhost: other.example\r\nconnection: close\r\n\r\n`,
    )
    expect(answer).toContain(`hello from api.example.com:${port()}`)
    expect(proxy.dialled).toMatchObject([{ hostname: 'api.example.com', addresses: ['127.0.0.1'] }])
    expect(proxy.refused).toEqual([])
  })

  test('tunnels to a declared host', async () => {
    await using proxy = await proxyFor([`*.example.com:${port()}`])
    const inner = 'GET / HTTP/1.1\r\nhost: inner\r\nconnection: close\r\n\r\n'
    const answer = await proxy.send(`CONNECT api.example.com:${port()} HTTP/1.1\r\nhost: x\r\n\r\n${inner}`)
    expect(answer).toMatch(/^HTTP\/1.1 200[\s\S]*hello from inner/)
  })

  test.for([
    'evil.example',
    'example.com',
    'api.example.com.evil.example',
    'notapi.example.com',
    'api.example.com@evil.example',
    '127.0.0.1',
    '2130706433',
    '[::1]',
    'localhost',
  ])('refuses %s, which is not declared, before anything is dialled', async (host) => {
    await using proxy = await proxyFor([`api.example.com:${port()}`])
    for (const message of [`CONNECT ${host}:${port()} HTTP/1.1`, `GET http://${host}:${port()}/ HTTP/1.1`]) {
      expect(await proxy.send(`${message}\r\nhost: api.example.com\r\nconnection: close\r\n\r\n`)).toMatch(
        /^HTTP\/1.1 40[03]/,
      )
    }
    expect(proxy.dialled).toEqual([])
  })

  test.for([
    ['announces trailers', 'trailer: x', 'HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nok', '200'],
    ['expects, and announces trailers', 'trailer: x\r\nexpect: 100-continue', 'HTTP/1.1 204 No\r\n\r\n', '(?:100|204)'],
    ['is answered with trailers', 'x: y', 'HTTP/1.1 200 OK\r\ntrailer: x\r\ncontent-length: 2\r\n\r\nok', '200'],
    ['is answered with no status', 'x: y', 'HTTP/1.1 099 Odd\r\ncontent-length: 2\r\n\r\nok', '502'],
    ['is answered in another protocol', 'x: y', 'HTTP/1.1 101 Now\r\nconnection: upgrade\r\nupgrade: x\r\n\r\n', '502'],
  ] as const)('survives a request that %s', async ([, header, reply, status]) => {
    const rude = createListener((socket) => socket.once('data', () => socket.end(reply)))
    await new Promise<void>((resolve) => rude.listen(0, '127.0.0.1', resolve))
    await using proxy = await proxyFor([`api.example.com:${port()}`], {
      dial: () => connect((rude.address() as { port: number }).port, '127.0.0.1'),
    })
    const answer = await proxy.send(
      `GET http://api.example.com:${port()}/ HTTP/1.1\r\nhost: x\r\nconnection: close\r\n${header}\r\n\r\n`,
    )
    expect(answer).toMatch(new RegExp(`^HTTP/1.1 ${status}`))
    rude.close()
  })

  test('refuses another port than the declared one, and without one all but those of the web', async () => {
    await using proxy = await proxyFor(['api.example.com', 'other.example.com:8443'])
    await proxy.send(`CONNECT api.example.com:22 HTTP/1.1\r\nhost: x\r\n\r\n`)
    await proxy.send(`CONNECT other.example.com:443 HTTP/1.1\r\nhost: x\r\n\r\n`)
    expect(proxy.refused).toEqual([
      { host: 'api.example.com', port: 22, reason: 'undeclared' },
      { host: 'other.example.com', port: 443, reason: 'undeclared' },
    ])
    expect(proxy.dialled).toEqual([])
  })

  test.for(['127.0.0.1', '10.0.0.5', '169.254.169.254', '::1', 'fd00::1', '::ffff:127.0.0.1'])(
    'refuses a declared host that leads to %s',
    async (address) => {
      await using proxy = await proxyFor(['api.example.com'], { allow: [], address })
      const answer = await proxy.send('CONNECT api.example.com:443 HTTP/1.1\r\nhost: x\r\n\r\n')
      expect(answer).toMatch(/^HTTP\/1.1 403/)
      expect(proxy.refused).toEqual([{ host: 'api.example.com', port: 443, reason: 'not-public' }])
      expect(proxy.dialled).toEqual([])
    },
  )

  test.for([
    ['CONNECT gone.example:443', 'no address'],
    ['GET http://gone.example/', 'no address'],
    ['CONNECT closed.example:443', 'no listener'],
    ['GET http://closed.example/', 'no listener'],
  ] as const)('%s answers 502 when the host is declared and there is %s', async ([request]) => {
    await using proxy = await proxyFor(['gone.example', 'closed.example'], {
      allow: [],
      resolve: async (name) => {
        if (name === 'gone.example') throw Object.assign(new Error('gone'), { code: 'ENOTFOUND' })
        return ['8.8.8.8']
      },
      // Port 1 of loopback: it has no listener.
      dial: () => connect(1, '127.0.0.1'),
    })
    const answer = await proxy.send(`${request} HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n`)
    expect(answer).toMatch(/^HTTP\/1.1 502 /)
    expect(answer).toMatch(/ENOTFOUND|ECONNREFUSED/)
  })

  test('the first line of a refused tunnel names the permission, since that is all most clients show', async () => {
    await using proxy = await proxyFor([])
    const answer = await proxy.send('CONNECT api.example.com:443 HTTP/1.1\r\nhost: x\r\n\r\n')
    expect(answer.split('\r\n')[0]).toBe(
      'HTTP/1.1 403 permissions.network in skill.json does not list api.example.com:443',
    )
  })

  test('survives invalid requests and closes with connections open', async () => {
    const proxy = await proxyFor([`api.example.com:${port()}`])
    expect(await proxy.send('GET /relative HTTP/1.1\r\nhost: api.example.com\r\nconnection: close\r\n\r\n')).toMatch(
      /403/,
    )
    expect(await proxy.send('CONNECT  HTTP/1.1\r\n\r\n')).toMatch(/40[03]/)
    expect(await proxy.send(`\0\x01${'A'.repeat(100_000)}`).catch(() => '')).toMatch(/^(HTTP\/1.1 4|$)/)
    const hanging = proxy.send(`CONNECT api.example.com:${port()} HTTP/1.1\r\nhost: x\r\n\r\n`).catch(() => 'closed')
    await expect.poll(() => proxy.dialled).toHaveLength(1)
    await proxy[Symbol.asyncDispose]()
    await hanging
  })
})

describe.for(CONTAINERS)('from inside a sandbox by $container', ({ container, offer }) => {
  const CLIENT = `
import urllib.request, sys, socket
for url in sys.argv[1:]:
    try: print(urllib.request.urlopen(url, timeout=60).read().decode())
    except urllib.error.HTTPError as e: print(e.code, e.read().decode().strip())
    except OSError as e: print("failed")
`
  const setup = () => {
    const refused: RefusedHost[] = []
    const launch = createSpawnLaunch({
      offer,
      resolve: async () => ['127.0.0.1'],
      allow: [`127.0.0.1:${port()}`],
      onRefused: (attempt) => refused.push(attempt),
    })
    return { refused, launch, folder: tempFolder() }
  }

  test('a skill reaches its declared host, no other, and no redirect leads out', async () => {
    const { refused, launch, folder } = setup()
    using _launch = launch
    using _folder = folder
    const urls = ['api.example.com', 'evil.example', 'api.example.com'].map((host) => `http://${host}:${port()}/`)
    const command = ['/usr/bin/python3', '-c', CLIENT, ...urls.slice(0, 2), `${urls[2]}moved`] as const
    const { stdout, stderr } = await tryProgram(command, {
      launch,
      dir: folder.path,
      network: [`api.example.com:${port()}`],
    })
    expect(stderr).toBe('')
    expect(stdout).toBe(
      [
        `hello from api.example.com:${port()}`,
        `403 permissions.network in skill.json does not list evil.example:${port()}`,
        `403 permissions.network in skill.json does not list elsewhere.example:${port()}\n`,
      ].join('\n'),
    )
    expect(refused.map(({ host }) => host)).toEqual(['evil.example', 'elsewhere.example'])
  })

  test('Node skills find the proxy too, and going around it leads nowhere', async () => {
    const { launch, folder } = setup()
    using _launch = launch
    using _folder = folder
    const source = `
      console.log(await (await fetch('http://api.example.com:${port()}/')).text())
      const { connect } = await import('node:net')
      connect(${port()}, '127.0.0.1').on('error', (e) => console.log(e.code)).on('connect', () => console.log('ESCAPED'))`
    const command = [process.execPath, '--input-type=module', '-e', source] as const
    const { stdout } = await tryProgram(command, { launch, dir: folder.path, network: [`api.example.com:${port()}`] })
    expect(stdout).toBe(`hello from api.example.com:${port()}\nECONNREFUSED\n`)
  })

  test('exit code, signal, input and limits are those of the skill, not of what listens for it', async () => {
    const { launch, folder } = setup()
    using _launch = launch
    using _folder = folder
    const options = { launch, dir: folder.path, network: ['api.example.com'] }
    const shell = (script: string) =>
      tryProgram(['/bin/sh', '-c', script], { ...options, input: 'in', limits: { cpuSeconds: 1 } })
    expect(await shell('cat; exit 7')).toMatchObject({ stdout: 'in', stderr: '', exit: { code: 7 } })
    expect(await shell('kill -9 $$')).toMatchObject({ exit: { code: 137 } })
    expect(await shell('while :; do :; done')).toMatchObject({ exit: { exceeded: 'cpuSeconds' } })
  })

  test.for([undefined, 'sockets'] as const)(
    'what listens becomes the program: no process, signal or descriptor of ours is left (streams: %s)',
    async (streams) => {
      const { launch, folder } = setup()
      using _launch = launch
      using _folder = folder
      // In words of the shell alone: another program would have descriptors of its own.
      const script = `echo $$ $PPID
        for fd in /proc/$$/fd/*; do if [ -p $fd ]; then echo pipe; elif [ -S $fd ]; then echo socket; fi; done
        while read -r name value; do [ $name = SigIgn: ] && echo $value; done < /proc/$$/status
        set -- /proc/[0-9]*; echo $#`
      const seen: string[] = []
      for (const network of [[], ['api.example.com']]) {
        const child = await launch({
          command: ['/bin/bash', '-c', script],
          cwd: folder.path,
          env: { PATH: '/usr/bin:/bin' },
          limits: {},
          containment: { skillDir: folder.path, read: [], write: [], network },
          ...(streams === undefined ? {} : { streams }),
        })
        child.stdin.end()
        child.stderr.resume()
        seen.push(await text(child.stdout))
      }
      expect(seen[1]).toBe(seen[0])
      // Sockets are for a process of ours that starts others: it is PID 1, so that no other process holds them.
      expect(seen[0]).toMatch(
        streams === undefined
          ? /^\d+ 1\npipe\npipe\npipe\n0{15}[04]\n2\n$/
          : /^1 0\nsocket\nsocket\nsocket\n0{15}[04]\n1\n$/,
      )
    },
  )

  test.skipIf(container === 'namespaces')('where there is no Python, Node listens', async () => {
    using folder = tempFolder()
    using pipes = new PipePool()
    const proxy = openEgressProxy({ declared: ['api.example.com'] })
    const egress = sandboxEgress(4, [])
    const spec = {
      command: ['/usr/bin/curl', '-s', 'http://other.example/'] as const,
      cwd: folder.path,
      env: egress.env,
      limits: {},
      containment: { skillDir: folder.path, read: [], write: [], network: [] },
    }
    const { bwrap = '' } = offer
    const layout = sandboxLayout(spec, { programs: [egress.program] })
    const contained = bubblewrapCommand(spec, layout, { bwrap, wrap: egress.wrap })
    const plan = {
      ...contained,
      cwd: '/',
      env: {},
      group: undefined,
      mark: undefined,
      watched: {},
      release: async () => {},
    }
    let said = ''
    const onStdout = (bytes: Buffer) => {
      said += bytes.toString()
      return true
    }
    const taker = { onStdout, onStderr: () => true }
    const { stdout } = await spawnPlan({ ...plan, onListener: proxy.serve }, pipes, { streams: undefined, taker })
    await once(stdout, 'close')
    expect(said).toBe('permissions.network in skill.json does not list other.example:80\n')
    await proxy[Symbol.asyncDispose]()
  })

  test('a skill without network is seen trying when an operator observes', async () => {
    using folder = tempFolder()
    const refused: RefusedHost[] = []
    using launch = createSpawnLaunch({ offer, observeNetwork: true, onRefused: (attempt) => refused.push(attempt) })
    await tryProgram(['/usr/bin/python3', '-c', CLIENT, 'http://tracker.example/'], { launch, dir: folder.path })
    expect(refused).toEqual([{ host: 'tracker.example', port: 80, reason: 'undeclared' }])
  })
})
