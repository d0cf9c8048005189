import { createHash } from 'node:crypto'
import { mkdir, realpath, rm } from 'node:fs/promises'
import { type Server, connect, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

export interface DataLock {
  /** The data folder's real path. */
  readonly dir: string
  release(): Promise<void>
}

/** Another process uses the data folder. The message says what to do. */
export class DataFolderInUse extends Error {
  override readonly name = 'DataFolderInUse'
}

/** Parts of the folder that can be locked separately, by processes that share an external database. */
export type LockPart = 'api' | 'media' | 'jobs'
const everything: readonly LockPart[] = ['api', 'media', 'jobs']

/**
 * Creates the data folder and locks these parts of it, or all, for this process only. Each part's lock is two
 * listening sockets, which the kernel closes the moment their process ends, in whatever way. One has an abstract name
 * derived from the folder: binding it cannot race. The other is the file `lock-<part>` in the folder, which another
 * container on this machine sees too.
 */
export async function lockDataFolder(
  dataDir: string,
  parts: readonly LockPart[] = everything,
): Promise<DataLock> {
  await mkdir(dataDir, { recursive: true })
  const dir = await realpath(dataDir)
  await using stack = new AsyncDisposableStack()
  // Always in the same order, so that of two concurrent starts one locks all.
  for (const part of everything.filter((one) => parts.includes(one))) {
    const named = await listen(lockName(dir, part))
    if (named === undefined) throw inUse(dataDir)
    stack.defer(() => close(named))
    const path = join(dir, `lock-${part}`)
    if (Buffer.byteLength(path) > longestSocketPath) continue
    const filed = await takeFile(path)
    if (filed === undefined) throw inUse(dataDir)
    stack.defer(() => close(filed))
  }
  const current = stack.move()
  return { dir, release: () => current.disposeAsync() }
}

const longestSocketPath = 107

/** Listens on `path`, and replaces a stale socket file; undefined when another process listens there. */
async function takeFile(path: string): Promise<Server | undefined> {
  if (await isAnswered(path)) return undefined
  await rm(path, { force: true })
  return listen(path)
}

function isAnswered(path: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(path)
    socket.setTimeout(1000)
    // A server that accepts no connection in time may still hold the lock.
    socket.once('timeout', () => resolve(true)).once('connect', () => resolve(true))
    socket.once('error', () => resolve(false))
    socket.once('connect', () => socket.destroy()).once('timeout', () => socket.destroy())
  })
}

/**
 * A server on `name` that accepts no clients and does not keep the process alive; undefined when the name is in use.
 */
function listen(name: string): Promise<Server | undefined> {
  const server = createServer((socket) => socket.destroy())
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) =>
      error.code === 'EADDRINUSE' ? resolve(undefined) : reject(error),
    )
    server.listen(name, () => resolve(server))
    server.unref()
  })
}

function close(server: Server): Promise<void> {
  return new Promise((resolve) => server.close(() => resolve()))
}

function lockName(dir: string, part: LockPart): string {
  const name = `ekran-data-${createHash('sha256').update(dir).digest('hex').slice(0, 32)}-${part}`
  // Only Linux has abstract names. Elsewhere a unique name locks nothing and only the file counts.
  return process.platform === 'linux' ? `\0${name}` : join(tmpdir(), `${name}-${process.pid}.sock`)
}

function inUse(dataDir: string): DataFolderInUse {
  return new DataFolderInUse(
    `The data folder ${dataDir} is in use by another running Ekran. Stop that one first, or give this one ` +
      'a folder and a port of its own: EKRAN_DATA=./data2 EKRAN_PORT=8081 npm start',
  )
}
