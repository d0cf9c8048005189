/**
 * A visitor from outside the national network: every request to this program's address is forwarded to a running Ekran
 * from another address of this machine, which Ekran's demo treats as abroad. So world mode can be tried by hand.
 *
 *   node emulators/visitor-abroad/main.ts --to http://127.0.0.1:8080 [--from 127.0.0.99] [--port <0-65535>] [--tie-to-stdin]
 *
 * Prints one line of JSON when it is ready: the address to open, or an empty one where the machine has no such address
 * to send from. Ends on SIGTERM and SIGINT, when its parent ends, and with --tie-to-stdin when stdin closes.
 */
import { createServer, request as ask, type IncomingMessage, type ServerResponse } from 'node:http'
import { connect } from 'node:net'
import { parseArgs } from 'node:util'
import { endWithParent, listenOnLoopback } from '#emulators/own-program.ts'

const answerLimitMs = 60_000
const knockLimitMs = 3000

interface Way {
  readonly host: string
  readonly port: number
  readonly localAddress: string
}

function refuse(reason: string): never {
  process.stderr.write(
    `visitor-abroad: ${reason}\nusage: main.ts --to <address> [--from <address>] [--port <0-65535>] [--tie-to-stdin]\n`,
  )
  process.exit(2)
}

function readArguments() {
  try {
    const { values } = parseArgs({
      options: {
        to: { type: 'string' },
        from: { type: 'string', default: '127.0.0.99' },
        port: { type: 'string', default: '0' },
        'tie-to-stdin': { type: 'boolean', default: false },
      },
    })
    const port = Number(values.port)
    if (!/^\d+$/.test(values.port) || port > 65_535) refuse('--port is not from 0 to 65535')
    const to = URL.parse(values.to ?? '')
    if (to === null || to.protocol !== 'http:') refuse('--to is no http address')
    const way: Way = { host: to.hostname, port: Number(to.port || 80), localAddress: values.from }
    return { port, way, tied: values['tie-to-stdin'] }
  } catch (error) {
    return refuse(error instanceof Error ? error.message : String(error))
  }
}

/** Whether Ekran can be reached this way: some systems have only one loopback address. */
function isOpen(way: Way): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(way)
    const end = (open: boolean) => {
      socket.destroy()
      resolve(open)
    }
    socket.setTimeout(knockLimitMs, () => end(false))
    socket.once('connect', () => end(true))
    socket.once('error', () => end(false))
  })
}

/** Forwards a request and its response, byte for byte; only the source address differs. */
function passOn(way: Way, from: IncomingMessage, to: ServerResponse): void {
  const forwarded = ask({ ...way, method: from.method, path: from.url, headers: from.headers })
  forwarded.setTimeout(answerLimitMs, () => forwarded.destroy(new Error('no answer in time')))
  forwarded.once('response', (answer) => {
    to.writeHead(answer.statusCode ?? 502, answer.headers)
    answer.pipe(to)
    answer.once('error', () => to.destroy())
  })
  forwarded.once('error', () => {
    if (to.headersSent) to.destroy()
    else to.writeHead(502).end()
  })
  to.once('close', () => forwarded.destroy())
  from.pipe(forwarded)
}

async function run(): Promise<void> {
  const { port, way, tied } = readArguments()
  if (!(await isOpen(way))) {
    process.stdout.write(`${JSON.stringify({ page: '' })}\n`)
    return
  }
  const server = createServer((request, response) => passOn(way, request, response))
  const taken = await listenOnLoopback(server, 'visitor-abroad', port)
  endWithParent(tied)
  process.stdout.write(`${JSON.stringify({ page: `http://127.0.0.1:${taken}` })}\n`)
}

await run()
