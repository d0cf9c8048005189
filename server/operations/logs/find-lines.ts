/** The lines of the log that belong to one request. */
import { type FileHandle, open, readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { performance } from 'node:perf_hooks'
import { logFolder } from '#server/platform/log/log-files.ts'
import { withoutSecrets } from '#server/platform/log/redact.ts'

export interface LogLine {
  /** Unix milliseconds; 0 when the line has no moment. */
  readonly atMs: number
  readonly level: string
  readonly event: string
  /** Everything else of the line, as JSON. */
  readonly facts: string
}

export interface LogSearch {
  /** The newest first. */
  readonly lines: readonly LogLine[]
  /** Whether everything was read; otherwise there may be more. */
  readonly isWhole: boolean
  /** The moment of the oldest line there is, unix milliseconds; null without any file. */
  readonly oldestMs: number | null
}

export interface FindLimits {
  readonly lines: number
  readonly bytes: number
  readonly ms: number
}

export const findLimits: FindLimits = { lines: 200, bytes: 1_000_000_000, ms: 8000 }
const fileName = /^[a-z\d-]+(?:\.\d)?\.jsonl$/
const blockBytes = 4_000_000
const headBytes = 64_000
const longestLine = 8_000_000
const longestFacts = 4000
const lineEnd = 0x0a

/** What a request id may look like; anything else is in no line. */
export const requestIdForm = /^[\w.:-]{4,64}$/

/** Reads the files of the log from the newest on, each in blocks from its end. */
export async function findLines(
  dataDir: string,
  requestId: string,
  limits: FindLimits = findLimits,
): Promise<LogSearch> {
  const endMs = performance.now() + limits.ms
  const matches: LogLine[] = []
  let [leftBytes, isWhole, oldestMs]: [number, boolean, number | null] = [limits.bytes, true, null]
  const mayRead = (bytes: number) => {
    leftBytes -= bytes
    return leftBytes >= 0 && performance.now() <= endMs && matches.length <= limits.lines
  }
  for (const path of await filesIn(join(dataDir, logFolder))) {
    const read = await linesOfFile(path, requestId, { mayRead, limit: limits.lines + 1 - matches.length })
    // It was deleted meanwhile, as the oldest one.
    if (read === undefined) continue
    matches.push(...read.lines)
    if (read.beganMs > 0) oldestMs = Math.min(read.beganMs, oldestMs ?? read.beganMs)
    if (!read.isWhole || matches.length > limits.lines) {
      isWhole = false
      break
    }
  }
  const lines = matches.toSorted((one, other) => other.atMs - one.atMs)
  return { lines: lines.slice(0, limits.lines), isWhole, oldestMs }
}

interface Reading {
  readonly limit: number
  mayRead(bytes: number): boolean
}

interface ReadFile {
  readonly lines: readonly LogLine[]
  readonly isWhole: boolean
  /** The moment of its first line; 0 when it has none. */
  readonly beganMs: number
}

async function linesOfFile(path: string, requestId: string, of: Reading): Promise<ReadFile | undefined> {
  const file = await open(path, 'r').catch(() => undefined)
  if (file === undefined) return undefined
  try {
    const head = await blockOf(file, 0, headBytes)
    const beganMs = lineAt(head, 0)?.atMs ?? 0
    return { ...(await readBackwards(file, requestId, of)), beganMs }
  } finally {
    await file.close()
  }
}

async function readBackwards(
  file: FileHandle,
  requestId: string,
  { limit, mayRead }: Reading,
): Promise<Omit<ReadFile, 'beganMs'>> {
  const lines: LogLine[] = []
  let { size: end } = await file.stat()
  // The end of a line whose beginning is in the block before.
  let rest: Buffer = Buffer.alloc(0)
  while (end > 0) {
    const start = Math.max(0, end - blockBytes)
    if (!mayRead(end - start) || lines.length >= limit) return { lines, isWhole: false }
    const content = Buffer.concat([await blockOf(file, start, end - start), rest])
    const cut = start === 0 ? 0 : content.indexOf(lineEnd) + 1
    const hasLines = start === 0 || cut > 0
    if (hasLines) lines.push(...linesOf(content.subarray(cut), requestId, limit - lines.length))
    rest = content.subarray(0, hasLines ? cut : content.length)
    // No line of ours is so long.
    if (rest.length > longestLine) rest = Buffer.alloc(0)
    end = start
  }
  return { lines, isWhole: true }
}

async function blockOf(file: FileHandle, start: number, bytes: number): Promise<Buffer> {
  const { buffer, bytesRead } = await file.read(Buffer.alloc(bytes), 0, bytes, start)
  return buffer.subarray(0, bytesRead)
}

/** The newest first. */
async function filesIn(dir: string): Promise<readonly string[]> {
  const names = await readdir(dir).catch(() => [])
  const files = await Promise.all(
    names
      .filter((name) => fileName.test(name))
      .map(async (name) => {
        const path = join(dir, name)
        const facts = await stat(path).catch(() => undefined)
        return { path, changedMs: facts?.mtimeMs ?? 0 }
      }),
  )
  return files.toSorted((one, other) => other.changedMs - one.changedMs).map(({ path }) => path)
}

/** From the end of the file on. */
function linesOf(content: Buffer, requestId: string, limit: number): readonly LogLine[] {
  const sought = Buffer.from(`"requestId":${JSON.stringify(requestId)}`)
  const matches: LogLine[] = []
  let end = content.length
  while (matches.length < limit && end > 0) {
    const at = content.lastIndexOf(sought, end - 1)
    if (at < 0) break
    const start = content.lastIndexOf(lineEnd, at) + 1
    const line = lineAt(content, start, requestId)
    if (line !== undefined) matches.push(line)
    end = start
  }
  return matches
}

function lineAt(content: Buffer, start: number, requestId?: string): LogLine | undefined {
  const end = content.indexOf(lineEnd, start)
  try {
    const parsed: unknown = JSON.parse(content.toString('utf8', start, end < 0 ? content.length : end))
    if (typeof parsed !== 'object' || parsed === null) return undefined
    const { at, level, event, ...facts } = parsed as Readonly<Record<string, unknown>>
    // The text may also be part of another field.
    if (requestId !== undefined && facts['requestId'] !== requestId) return undefined
    const atMs = typeof at === 'string' ? Date.parse(at) : Number.NaN
    return {
      atMs: Number.isNaN(atMs) ? 0 : atMs,
      level: String(level),
      event: String(event),
      facts: withoutSecrets(JSON.stringify(facts)).slice(0, longestFacts),
    }
  } catch {
    // The last line of a process that was killed may be half.
    return undefined
  }
}
