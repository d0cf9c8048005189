/** Heads of the chain in a file outside the database: they reveal rows cut off at the end. */
import { open, readFile, stat } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import * as z from 'zod/mini'
import type { Clock } from '#server/platform/primitives/clock.ts'
import type { Db } from '#server/platform/database/database.ts'

const Line = z.object({
  at: z.string(),
  event: z.int().check(z.positive()),
  hash: z.string().check(z.regex(/^[0-9a-f]{64}$/)),
})

/** The last event of the chain at some moment. */
export interface StoredHead {
  readonly eventId: number
  readonly hash: string
}

export interface StoredHeads {
  /** The file itself. */
  readonly path: string
  readonly heads: readonly StoredHead[]
  /** Unreadable lines: broken off, or changed. */
  readonly unreadable: number
}

/** The file that `EKRAN_AUDIT_HEADS` means: itself, or `audit-heads.jsonl` in it when it is a folder. */
async function fileOf(text: string): Promise<string> {
  const isFolder = text.endsWith('/') || (await stat(text).catch(() => undefined))?.isDirectory() === true
  return resolve(isFolder ? join(text, 'audit-heads.jsonl') : text)
}

/** Reads the heads; none when there is no file yet. Throws when it cannot be read. */
export async function readHeads(value: string): Promise<StoredHeads> {
  const path = await fileOf(value)
  const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return ''
    throw error
  })
  const heads: StoredHead[] = []
  let unreadable = 0
  for (const line of text.split('\n')) {
    if (line.trim() === '') continue
    const read = z.safeParse(Line, parsed(line))
    if (read.success) heads.push({ eventId: read.data.event, hash: read.data.hash })
    else unreadable += 1
  }
  return { path, heads, unreadable }
}

/** The result of storing a head. */
export type HeadStored =
  | { readonly kind: 'kept' | 'same' | 'no_events' }
  /** The event of the last head is missing or differs: the record was cut or changed. */
  | { readonly kind: 'broken'; readonly eventId: number }

/** Appends the head of the chain to the file, unless it is there; the previous head must still be in the chain. */
export async function keepHead(
  { db, clock }: { readonly db: Db; readonly clock: Clock },
  text: string,
): Promise<HeadStored> {
  const { path, heads } = await readHeads(text)
  const before = heads.at(-1)
  if (before !== undefined && (await hashOf(db, before.eventId)) !== before.hash)
    return { kind: 'broken', eventId: before.eventId }
  const head = await db
    .selectFrom('security_event')
    .select(['event_id', 'hash'])
    .orderBy('event_id', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (head === undefined) return { kind: 'no_events' }
  const event = Number(head.event_id)
  if (event === before?.eventId) return { kind: 'same' }
  const line = { at: new Date(clock.nowMs()).toISOString(), event, hash: head.hash } satisfies z.output<
    typeof Line
  >
  const file = await open(path, 'a', 0o600)
  try {
    // The previous line may have been broken off by a power cut: this one starts on a new line in any case.
    await file.appendFile(`${(await file.stat()).size === 0 ? '' : '\n'}${JSON.stringify(line)}`)
    await file.sync()
  } finally {
    await file.close()
  }
  return { kind: 'kept' }
}

async function hashOf(db: Db, eventId: number): Promise<string | undefined> {
  const query = db.selectFrom('security_event').select('hash').where('event_id', '=', eventId)
  return (await query.executeTakeFirst())?.hash
}

function parsed(line: string): unknown {
  try {
    return JSON.parse(line)
  } catch {
    return undefined
  }
}
