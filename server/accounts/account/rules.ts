import { deviceLimit } from '#contract/form/constants.ts'

/** The name used for a login. */
export type LoginName =
  | { readonly kind: 'phone'; readonly phone: string }
  | { readonly kind: 'abonement'; readonly abonement: string }

const dayMs = 86_400_000
/** A session without use ends after this; two months allow for a television in a summer house. */
export const sessionIdleMs = 60 * dayMs
/** The maximum life of a session, whatever its use, so that a stolen token does not work for ever. */
export const sessionLifeMs = 365 * dayMs
/** How long a device is stored after its logout. */
export const deviceMemoryMs = 90 * dayMs
/** A token this old is exchanged for a new one at the next `customer/login`. */
export const tokenRenewMs = dayMs
/** Requests in flight with the former token still work for this long; a later use counts as theft. */
export const formerTokenGraceMs = 60_000
/** How often "last seen" is written; more often would be a write per request. */
export const lastSeenEveryMs = 60_000

/** Converts a phone of Uzbekistan in any usual notation to `+998` and nine digits, or returns undefined. */
export function normalPhone(written: string): string | undefined {
  const digits = written.replace(/[\s()+.\u00a0-]/g, '')
  if (!/^\d+$/.test(digits)) return undefined
  if (digits.length === 9) return `+998${digits}`
  return digits.length === 12 && digits.startsWith('998') ? `+${digits}` : undefined
}

/** The stored form of a subscriber number, 6 to 12 digits, or undefined. */
export function normalAbonement(written: string): string | undefined {
  const digits = written.replace(/[\s\u00a0-]/g, '')
  return /^\d{6,12}$/.test(digits) ? digits : undefined
}

/** The login name; the field to report when neither name is valid. */
export function loginNameOf(input: {
  readonly phone_number?: string | undefined
  readonly abonement?: string | undefined
}): LoginName | { readonly kind: 'unusable'; readonly field: 'phone_number' | 'abonement' } {
  if (input.phone_number) {
    const phone = normalPhone(input.phone_number)
    return phone === undefined ? { kind: 'unusable', field: 'phone_number' } : { kind: 'phone', phone }
  }
  const abonement = normalAbonement(input.abonement ?? '')
  return abonement === undefined
    ? { kind: 'unusable', field: input.abonement ? 'abonement' : 'phone_number' }
    : { kind: 'abonement', abonement }
}

/** A device slot of an account and whether it has a live session. */
export interface DeviceSlot {
  readonly deviceId: number
  readonly slot: number
  readonly hasLiveSession: boolean
}

/**
 * The slot of the account that a device gets. It keeps the one it has; otherwise the lowest free one, where a slot
 * whose session has ended counts as free. `freed` are the devices that lose their slot.
 */
export function chooseSlot(
  active: readonly DeviceSlot[],
  deviceId: number | undefined,
):
  | { readonly kind: 'slot'; readonly slot: number; readonly freed: readonly number[] }
  | { readonly kind: 'full' } {
  const freed = active.filter((one) => !one.hasLiveSession && one.deviceId !== deviceId)
  const mine = active.find((one) => one.deviceId === deviceId)
  const freedIds = freed.map((one) => one.deviceId)
  if (mine !== undefined) return { kind: 'slot', slot: mine.slot, freed: freedIds }
  const taken = new Set(active.filter((one) => one.hasLiveSession).map((one) => one.slot))
  for (let slot = 1; slot <= deviceLimit; slot += 1) {
    if (!taken.has(slot)) return { kind: 'slot', slot, freed: freedIds }
  }
  return { kind: 'full' }
}

/** When a session ends if it is not used from `lastSeenMs` on. */
export function sessionEndMs(session: { readonly lastSeenMs: number; readonly expiresMs: number }): number {
  return Math.min(session.expiresMs, session.lastSeenMs + sessionIdleMs)
}

/** True when a token in use since `sinceMs` should be exchanged for a new one. */
export function tokenIsOld(sinceMs: number, nowMs: number): boolean {
  return nowMs - sinceMs >= tokenRenewMs
}
