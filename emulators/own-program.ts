/** Common to all emulator programs: they listen only on loopback and end with the process that started them. */
import { once } from 'node:events'
import type { Server } from 'node:net'
import type { FastifyInstance } from 'fastify'

/** Listens on a port, any free one for 0, and returns it. Ends the program with its `name` and a reason on failure. */
export async function listenOnLoopback(server: Server, name: string, port: number): Promise<number> {
  try {
    server.listen(port, '127.0.0.1')
    await once(server, 'listening')
  } catch (error) {
    process.stderr.write(`${name}: cannot serve on 127.0.0.1:${port}: ${String(error)}\n`)
    process.exit(1)
  }
  const address = server.address()
  return typeof address === 'object' && address !== null ? address.port : port
}

/** The same for a web application; its routes are registered first. */
export async function serveOnLoopback(app: FastifyInstance, name: string, port: number): Promise<number> {
  await app.ready()
  return listenOnLoopback(app.server, name, port)
}

/** Ends on a signal, when its parent ends, and, when `tied`, when stdin closes. */
export function endWithParent(tied: boolean): void {
  const end = () => process.exit(0)
  process.once('SIGTERM', end)
  process.once('SIGINT', end)
  const parent = process.ppid
  setInterval(() => process.ppid !== parent && end(), 1000)
  if (tied) process.stdin.on('end', end).on('close', end).on('error', end).resume()
}
