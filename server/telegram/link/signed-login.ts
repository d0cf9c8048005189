/** Who somebody is, signed by Telegram (https://core.telegram.org/widgets/login#checking-authorization). Pure. */
import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import type { TelegramPerson } from './links.ts'
import type { Language } from '#contract/form/failures.ts'

/** A signed login is used right after the press: an older one may have been copied. */
export const loginLifeSec = 300
/** A clock may be behind Telegram's. */
const aheadSec = 60
const maxFields = 20

export type CheckedLogin =
  | { readonly kind: 'right'; readonly person: TelegramPerson; readonly hash: string }
  | { readonly kind: 'wrong' }
  | { readonly kind: 'old' }

/** Checks the signature, then the age. `text` is what follows `#tgAuthResult=`. */
export function checkLogin(
  text: string,
  { token, nowMs, language }: { readonly token: string; readonly nowMs: number; readonly language: Language },
): CheckedLogin {
  const fields = readFields(text)
  const hash = fields?.get('hash') ?? ''
  if (fields === undefined || !/^[\da-f]{64}$/.test(hash)) return { kind: 'wrong' }
  const signed = [...fields]
    .filter(([name]) => name !== 'hash')
    .map(([name, value]) => `${name}=${value}`)
    .toSorted()
    .join('\n')
  const key = createHash('sha256').update(token).digest()
  const expected = createHmac('sha256', key).update(signed).digest()
  if (!timingSafeEqual(expected, Buffer.from(hash, 'hex'))) return { kind: 'wrong' }
  const [userId, atSec] = [Number(fields.get('id')), Number(fields.get('auth_date'))]
  if (!Number.isSafeInteger(userId) || userId <= 0 || !Number.isSafeInteger(atSec)) return { kind: 'wrong' }
  const ageSec = nowMs / 1000 - atSec
  if (ageSec > loginLifeSec || ageSec < -aheadSec) return { kind: 'old' }
  const name = [fields.get('first_name'), fields.get('last_name')].filter((part) => part).join(' ')
  return { kind: 'right', person: { userId, name, language }, hash }
}

/** The fields of base64 with JSON in it, in either alphabet; undefined for something else. */
function readFields(text: string): ReadonlyMap<string, string> | undefined {
  try {
    const json: unknown = JSON.parse(Buffer.from(text, 'base64url').toString('utf8'))
    if (typeof json !== 'object' || json === null || Array.isArray(json)) return undefined
    const entries = Object.entries(json)
    const areTexts = entries.every(([, value]) => ['string', 'number', 'boolean'].includes(typeof value))
    return entries.length <= maxFields && areTexts
      ? new Map(entries.map(([name, value]) => [name, String(value)]))
      : undefined
  } catch {
    return undefined
  }
}
