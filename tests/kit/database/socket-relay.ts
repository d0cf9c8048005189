/** The socket of a database server that can be taken away and given back, as in an outage, while others use the server itself. */
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer, connect, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

export interface SocketRelay {
  /** What clients connect to instead. */
  readonly socketDir: string
  /** Ends all connections; no new one is accepted until `mend`. */
  cut(): void
  mend(): void
  close(): Promise<void>
}

const socketName = '.s.PGSQL.5432'

/** `socketDir`: the folder with the server's own socket. */
export async function startSocketRelay(socketDir: string): Promise<SocketRelay> {
  const dir = mkdtempSync(join(tmpdir(), 'ekran-relay-'))
  const open = new Set<Socket>()
  let isCut = false
  const server = createServer((client) => {
    const upstream = connect(join(socketDir, socketName))
    const pair = [client, upstream]
    const end = () => pair.forEach((socket) => socket.destroy())
    for (const socket of pair) {
      open.add(socket)
      socket.on('error', end).on('close', () => {
        open.delete(socket)
        end()
      })
    }
    if (isCut) return end()
    client.pipe(upstream).pipe(client)
  })
  await new Promise<void>((resolve) => server.listen(join(dir, socketName), resolve))
  const cut = () => {
    isCut = true
    for (const socket of open) socket.destroy()
  }
  return {
    socketDir: dir,
    cut,
    mend: () => void (isCut = false),
    close: async () => {
      cut()
      await new Promise((resolve) => server.close(resolve))
      rmSync(dir, { recursive: true, force: true })
    },
  }
}
