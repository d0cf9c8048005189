import { createHash } from 'node:crypto'
import { mkdir, realpath, rm } from 'node:fs/promises'
import { type Server, connect, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

export interface DataLock {
  /** The data folder's real path. */
  readonly dir: string
  /** Names this process among those of the folder: `api-jobs-media`, `api`, `api-2`. */
  readonly name: string
  release(): Promise<void>
}

/** Another process uses the data folder. The message says what to do. */
export class DataFolderInUse extends Error {
  override readonly name = 'DataFolderInUse'
}

/** Parts of the folder that processes on an external database lock for themselves. */
export type LockPart = 'api' | 'media' | 'jobs'
const everything: readonly LockPart[] = ['api', 'media', 'jobs']
/** What several processes may do at once on one folder: each has a slot of its own. */
const repeated: readonly LockPart[] = ['api', 'media', 'jobs']
/** Processes with one part on one folder of one machine; far more than it has cores for. */
export const maxSlots = 16
/** Held by a process that has the folder for itself. */
const whole = 'whole'

/**
 * Creates the data folder and locks it: without `parts` the whole of it for this process only; with `parts` these,
 * beside other processes that name theirs, up to `maxSlots` times each. Each lock is two listening sockets, which the kernel closes the moment their process ends, in whatever way. One has an abstract name
 * derived from the folder: binding it cannot race. The other is a file `lock-…` in the folder, which another container
 * on this machine sees too.
 */
export async function lockDataFolder(dataDir: string, parts?: readonly LockPart[]): Promise<DataLock> {
  await mkdir(dataDir, { recursive: true })
  const dir = await realpath(dataDir)
  await using stack = new AsyncDisposableStack()
  const names = parts === undefined ? await takeWhole(dir, stack) : await takeParts(dir, parts, stack)
  if (names === undefined) throw inUse(dataDir)
  const current = stack.move()
  return { dir, name: names.toSorted().join('-'), release: () => current.disposeAsync() }
}

/**
 * Takes its own lock first and then looks at those of others, as `takeParts` does in the other order: of two processes
 * that start at once at least one sees the other.
 */
async function takeWhole(dir: string, stack: AsyncDisposableStack): Promise<readonly string[] | undefined> {
  // The first slots are taken as well, so that a process of an earlier version is refused.
  for (const name of [whole, ...everything]) if (!(await take(dir, name, stack))) return undefined
  for (const name of repeated.flatMap(slotsOf)) if (await isLocked(dir, name)) return undefined
  return everything
}

async function takeParts(
  dir: string,
  parts: readonly LockPart[],
  stack: AsyncDisposableStack,
): Promise<readonly string[] | undefined> {
  const names: string[] = []
  for (const part of everything.filter((one) => parts.includes(one))) {
    const slots = repeated.includes(part) ? [part, ...slotsOf(part)] : [part]
    const name = await takeOneOf(dir, slots, stack)
    if (name === undefined) return undefined
    names.push(name)
  }
  return (await isLocked(dir, whole)) ? undefined : names
}

/** The names of the slots after the first, which has the name of the part. */
function slotsOf(part: LockPart): readonly string[] {
  return Array.from({ length: maxSlots - 1 }, (_, index) => `${part}-${index + 2}`)
}

/** Takes the first of these locks that is free. */
async function takeOneOf(
  dir: string,
  names: readonly string[],
  stack: AsyncDisposableStack,
): Promise<string | undefined> {
  for (const name of names) if (await take(dir, name, stack)) return name
  return undefined
}

/** Takes both locks of this name, or none; `stack` releases them. */
async function take(dir: string, name: string, stack: AsyncDisposableStack): Promise<boolean> {
  const named = await listen(lockName(dir, name))
  if (named === undefined) return false
  const path = lockFile(dir, name)
  const filed = path === undefined ? undefined : await takeFile(path)
  if (path !== undefined && filed === undefined) {
    await close(named)
    return false
  }
  stack.defer(() => close(named))
  if (filed !== undefined) stack.defer(() => close(filed))
  return true
}

async function isLocked(dir: string, name: string): Promise<boolean> {
  const path = lockFile(dir, name)
  return (await isAnswered(lockName(dir, name))) || (path !== undefined && (await isAnswered(path)))
}

/** Undefined where the path is too long for a socket: only the abstract name counts then. */
function lockFile(dir: string, name: string): string | undefined {
  const path = join(dir, `lock-${name}`)
  return Buffer.byteLength(path) > longestSocketPath ? undefined : path
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

function lockName(dir: string, lock: string): string {
  const name = `ekran-data-${createHash('sha256').update(dir).digest('hex').slice(0, 32)}-${lock}`
  // Only Linux has abstract names. Elsewhere a unique name locks nothing and only the file counts.
  return process.platform === 'linux' ? `\0${name}` : join(tmpdir(), `${name}-${process.pid}.sock`)
}

function inUse(dataDir: string): DataFolderInUse {
  const own = 'a folder and a port of its own: EKRAN_DATA=./data2 EKRAN_PORT=8081 npm start'
  return new DataFolderInUse(
    `The data folder ${dataDir} is in use by another running Ekran. Stop that one first, or give this one ${own}`,
  )
}
