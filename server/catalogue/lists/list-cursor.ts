import { createHash } from 'node:crypto'
import type { Language } from '#contract/form/failures.ts'
import { type ListOrder, type OrderKey, orderName } from './list-orders.ts'

/** The end of a list page: the last title's rank in the ordering it was read from, and its key there. */
export interface ListCursor extends OrderKey {
  /** The mark of that ordering, or `own` for a list in the viewer's own order. */
  readonly mark: string
  readonly rank: number
}

/** The mark of cursors of lists in the viewer's own order. */
export const ownMark = 'own'

/**
 * Encodes a cursor for clients, bound to its order. It contains a position and no secret: its checksum only detects
 * one that was cut or changed by accident.
 */
export function writeCursor(cursor: ListCursor, order: ListOrder | 'own', language: Language): string {
  const { mark, rank, value, popularity, vid } = cursor
  const parts = [orderName(order, language), mark, rank, value, popularity, vid]
  const body = Buffer.from(JSON.stringify(parts)).toString('base64url')
  return `${body}.${sumOf(body)}`
}

/** Undefined for a text that is no cursor of this order. */
export function readCursor(
  text: string,
  order: ListOrder | 'own',
  language: Language,
): ListCursor | undefined {
  const [body = '', sum, ...rest] = text.split('.')
  if (rest.length > 0 || sum !== sumOf(body)) return undefined
  const parts = parsed(body)
  if (!Array.isArray(parts) || parts.length !== 6) return undefined
  const [name, mark, rank, value, popularity, vid] = parts as readonly unknown[]
  if (name !== orderName(order, language) || typeof mark !== 'string') return undefined
  if (typeof value !== (order === 'name' ? 'string' : 'number')) return undefined
  if (!isCount(rank) || !isCount(vid) || !Number.isInteger(popularity)) return undefined
  return { mark, rank, vid, value: value as number | string, popularity: popularity as number }
}

function isCount(value: unknown): value is number {
  return Number.isSafeInteger(value) && Number(value) >= 0
}

function sumOf(body: string) {
  return createHash('sha256').update(`list ${body}`).digest('hex').slice(0, 8)
}

function parsed(body: string): unknown {
  try {
    return JSON.parse(Buffer.from(body, 'base64url').toString('utf8'))
  } catch {
    return undefined
  }
}
