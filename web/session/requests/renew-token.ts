/**
 * Exchanges an old token for a new one (`customer/login`). One tab does it, the others read the result from the
 * storage; requests under way with the previous token are still accepted.
 */
import type { CallResult } from '#contract/client.ts'
import type { ResponseOf } from '#contract/form/endpoint.ts'
import { sessions } from '#contract/accounts/sessions.ts'
import { call } from './api.ts'
import type { Session } from '#web/session/session-store.ts'
import { session } from '#web/session/session.ts'

type RenewalResult = CallResult<ResponseOf<typeof sessions.customerLogin>>

export interface Renewing {
  readonly session: Pick<Session, 'get' | 'reread' | 'renewed'>
  readonly ask: () => Promise<RenewalResult>
  /** Runs the work unless another tab is doing it. */
  readonly alone: (work: () => Promise<void>) => Promise<void>
}

/**
 * Exchanges `former`; does nothing when another tab has already done so. A lost response does no harm: both tokens
 * are valid.
 */
export async function renew({ session: stored, ask, alone }: Renewing, former: string): Promise<void> {
  await alone(async () => {
    stored.reread()
    if (stored.get().token !== former) return
    const result = await ask()
    if (result.kind === 'ok' && result.data.authkey !== null) stored.renewed(former, result.data.authkey)
  })
}

const lease = 'renewing'
const leaseMs = 30_000

/**
 * Pages without https have no locks; a mark in the storage prevents nearly all parallel renewals, and two at once
 * do no harm.
 */
async function aloneByMark(work: () => Promise<void>): Promise<void> {
  try {
    const sinceMs = Date.now() - Number(localStorage.getItem(lease) ?? 0)
    if (sinceMs >= 0 && sinceMs < leaseMs) return
    localStorage.setItem(lease, String(Date.now()))
  } catch {
    return work()
  }
  await work()
}

async function aloneInBrowser(work: () => Promise<void>): Promise<void> {
  if (!('locks' in navigator)) return aloneByMark(work)
  await navigator.locks.request('ekran-token', { ifAvailable: true }, async (lock) => {
    if (lock !== null) await work()
  })
}

export function renewToken(former: string): Promise<void> {
  return renew({ session, ask: () => call(sessions.customerLogin, {}), alone: aloneInBrowser }, former)
}
