import { areTooMany, insertRequest } from './request.ts'
import { codeDigits, codeLifeMs, firstIntervalSec, shownUserCode } from './rules.ts'
import type { TvLoginDeps } from './deps.ts'
import { shownModel, type DeviceFacts } from '#server/accounts/accounts.ts'
import { digitCode, opaqueToken, tokenHash } from '#server/platform/primitives/ids.ts'
import { invariant } from '#server/platform/primitives/invariant.ts'

export interface Asking {
  readonly device: DeviceFacts
  readonly clientAddress: string
}

export type TvLoginStarted =
  | {
      readonly kind: 'begun'
      readonly deviceCode: string
      /** As displayed: `1234-5678`. */
      readonly userCode: string
      readonly lifeSec: number
      readonly intervalSec: number
    }
  | { readonly kind: 'too_many'; readonly retryAfterSec: number }

/** Of a hundred million codes so few are ever pending that a guess matches one twice in ten thousand tries. */
export const maxOpen = 20_000
const maxTries = 20
/** Seconds to wait when the limit of pending requests is reached: some expire all the time. */
const fullSec = 60
/** The column's width; an address has at most 45 characters, and its zone is not needed. */
const addressLength = 64

/** Issues the two codes of a television: the long one for itself, the short one for its viewer. */
export async function begin(deps: TvLoginDeps, asking: Asking): Promise<TvLoginStarted> {
  const nowMs = deps.clock.nowMs()
  if (await areTooMany(deps.db, nowMs, deps.maxOpen)) {
    deps.log.warn('tv_login.too_many_open', { open: deps.maxOpen })
    return { kind: 'too_many', retryAfterSec: fullSec }
  }
  const { device } = asking
  const deviceCode = opaqueToken(deps.random)
  const address = asking.clientAddress.slice(0, addressLength)
  const time = { nowMs, expiresMs: nowMs + codeLifeMs, intervalSec: firstIntervalSec }
  for (let tries = 0; tries < maxTries; tries += 1) {
    const userCode = digitCode(deps.random, codeDigits)
    const request = { device, address, userCode, deviceCodeHash: tokenHash(deviceCode) }
    if (!(await insertRequest(deps.db, request, time))) continue
    void deps.audit.record({
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
