import { areTooMany, insertRequest } from './request.ts'
import { codeDigits, codeLifeMs, firstIntervalSec, shownUserCode } from './rules.ts'
import type { TvLoginNeeds } from './needs.ts'
import { shownModel, type DeviceFacts } from '#server/accounts/accounts.ts'
import { digitCode, opaqueToken, tokenHash } from '#server/platform/ids.ts'
import { invariant } from '#server/platform/invariant.ts'

export interface Asking {
  readonly device: DeviceFacts
  readonly clientAddress: string
}

export type Begun =
  | {
      readonly kind: 'begun'
      readonly deviceCode: string
      /** As it is shown: `1234-5678`. */
      readonly userCode: string
      readonly lifeSec: number
      readonly intervalSec: number
    }
  | { readonly kind: 'too_many'; readonly retryAfterSec: number }

/** Of a hundred million codes so few are ever open that a guess meets one twice in ten thousand tries. */
export const maxOpen = 20_000
const maxTries = 20
/** When the house is full, places come free all the time. */
const fullSec = 60
/** The column's width; an address is at most 45 letters, a zone behind it is of no use. */
const addressLength = 64

/** Gives a television its two codes: the long one for itself, the short one for its viewer. */
export async function begin(needs: TvLoginNeeds, asking: Asking): Promise<Begun> {
  const limited = await needs.limits.begin(asking.clientAddress)
  if (limited.kind === 'refused') return { kind: 'too_many', retryAfterSec: limited.retryAfterSec }
  const nowMs = needs.clock.nowMs()
  if (await areTooMany(needs.db, nowMs, needs.maxOpen)) {
    needs.log.warn('televisions ask to be let in faster than their requests end', { open: needs.maxOpen })
    return { kind: 'too_many', retryAfterSec: fullSec }
  }
  const { device } = asking
  const deviceCode = opaqueToken(needs.random)
  const address = asking.clientAddress.slice(0, addressLength)
  const time = { nowMs, expiresMs: nowMs + codeLifeMs, intervalSec: firstIntervalSec }
  for (let tries = 0; tries < maxTries; tries += 1) {
    const userCode = digitCode(needs.random, codeDigits)
    const request = { device, address, userCode, deviceCodeHash: tokenHash(deviceCode) }
    if (!(await insertRequest(needs.db, request, time))) continue
    void needs.audit.record({
      event: 'tv_login_asked',
      actor: 'viewer',
      address,
      device: shownModel(device.model) || device.uid,
      facts: { kind: device.kind },
    })
    return {
      kind: 'begun',
      deviceCode,
      userCode: shownUserCode(userCode),
      lifeSec: codeLifeMs / 1000,
      intervalSec: firstIntervalSec,
    }
  }
  invariant(false, 'no free code was found')
}
