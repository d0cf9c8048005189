import { spawn, type ChildProcess } from 'node:child_process'
import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { fileURLToPath } from 'node:url'
import { afterEach, describe, expect, it } from 'vitest'

const program = fileURLToPath(new URL('main.ts', import.meta.url))
const started: ChildProcess[] = []

afterEach(() => {
  for (const child of started.splice(0)) child.kill('SIGKILL')
})

function start(args: readonly string[]): ChildProcess {
  const child = spawn(process.execPath, [program, ...args], { stdio: ['pipe', 'pipe', 'pipe'] })
  started.push(child)
  return child
}

async function firstLine(child: ChildProcess): Promise<string> {
  const [text] = (await once(child.stdout ?? child, 'data', { signal: AbortSignal.timeout(10_000) })) as [
    Buffer,
  ]
  return text.toString()
}

/** A UDP port to listen on, and the first datagram that arrives. */
async function listen(): Promise<{ port: number; datagram: Promise<Buffer>; close(): void }> {
  const socket = createSocket('udp4')
  const datagram = new Promise<Buffer>((resolve) => socket.once('message', resolve))
  socket.bind(0, '127.0.0.1')
  await once(socket, 'listening')
  return { port: socket.address().port, datagram, close: () => socket.close() }
}

async function readBytes(url: string, count: number): Promise<Buffer> {
  const response = await fetch(url, { signal: AbortSignal.timeout(15_000) })
  expect(response.headers.get('content-type')).toBe('video/mp2t')
  const pieces: Uint8Array[] = []
  let size = 0
  for await (const piece of response.body ?? []) {
    pieces.push(piece)
    size += piece.length
    if (size >= count) break
  }
  return Buffer.concat(pieces)
}

function expectPackets(bytes: Buffer): void {
  for (let at = 0; at + 188 <= bytes.length; at += 188) expect(bytes[at]).toBe(0x47)
}

describe('the television source', () => {
  it(
    'sends packets by UDP and to several HTTP viewers, and ends when its standard input closes',
    { timeout: 40_000 },
    async () => {
      const udp = await listen()
      const child = start(['--udp-port', String(udp.port), '--http-port', '0', '--tie-to-stdin'])
      const line = await firstLine(child)
      const url = /http:\S+/.exec(line)?.[0] ?? ''
      expect(line).toContain(`udp://127.0.0.1:${udp.port}`)
      const [datagram, one, two] = await Promise.all([
        udp.datagram,
        readBytes(url, 40_000),
        readBytes(url, 40_000),
      ])
      for (const bytes of [datagram, one, two]) expectPackets(bytes)
      expect(
        (await fetch(url.replace('live.ts', 'other'), { signal: AbortSignal.timeout(5000) })).status,
      ).toBe(404)
      udp.close()
      child.stdin?.end()
      const [code] = (await once(child, 'exit', { signal: AbortSignal.timeout(10_000) })) as [number]
      expect(code).toBe(0)
      await expect(fetch(url, { signal: AbortSignal.timeout(5000) })).rejects.toThrow()
    },
  )

  it('ends on SIGTERM without leftover processes', { timeout: 30_000 }, async () => {
    const udp = await listen()
    const child = start(['--udp-port', String(udp.port), '--http-port', '0'])
    await firstLine(child)
    await udp.datagram
    child.kill('SIGTERM')
    const [code] = (await once(child, 'exit', { signal: AbortSignal.timeout(10_000) })) as [number]
    expect(code).toBe(0)
    udp.close()
  })

  it('rejects invalid arguments and a used port with a message', { timeout: 30_000 }, async () => {
    const wrong = start(['--udp-port', 'x', '--http-port', '0'])
    const [said] = (await once(wrong.stderr ?? wrong, 'data', { signal: AbortSignal.timeout(10_000) })) as [
      Buffer,
    ]
    expect(said.toString()).toContain('--udp-port is missing or not a port')
    const server = createServer()
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    const address = server.address()
    const port = typeof address === 'object' && address !== null ? address.port : 0
    const taken = start(['--udp-port', '45999', '--http-port', String(port)])
    const [code] = (await once(taken, 'exit', { signal: AbortSignal.timeout(10_000) })) as [number]
    expect(code).toBe(1)
    server.close()
  })
})
