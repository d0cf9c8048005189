import { begin, mostOpen, type Asking, type Begun } from './begin.ts'
import { decide, look, type Decided, type Decision, type Looked, type Person } from './decide.ts'
import { createLimits, type TvLoginLimits } from './limits.ts'
import { poll, type PollAnswer, type Polling } from './poll.ts'
import type { Accounts } from '#server/accounts/accounts.ts'
import type { Audit } from '#server/audit/audit.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Db } from '#server/platform/database.ts'
import type { RandomBytes } from '#server/platform/ids.ts'
import type { Log } from '#server/platform/log.ts'

/** What the room asks of the accounts: whose places are free, and at the end a session. */
export type LettingIn = Pick<Accounts, 'beginSessionFor' | 'heldDevices' | 'presentDevices' | 'removeDevice'>

export interface TvLoginOptions {
  readonly db: Db
  readonly clock: Clock
  readonly random: RandomBytes
  readonly log: Log
  readonly accounts: LettingIn
  readonly audit: Pick<Audit, 'record'>
  /** How many requests may stand open at once, over all processes. Default 20,000. */
  readonly mostOpen?: number
  /** Defaults: see `limits.ts`. */
  readonly limits?: TvLoginLimits
}

export type TvLoginNeeds = Required<TvLoginOptions>

/** The room, opened. Nothing is kept in memory but the counts of its limits, so any process may answer any call. */
export interface TvLogin {
  begin(asking: Asking): Promise<Begun>
  poll(polling: Polling): Promise<PollAnswer>
  look(person: Person): Promise<Looked>
  decide(decision: Decision): Promise<Decided>
}

export function openTvLogin(options: TvLoginOptions): TvLogin {
  const needs: TvLoginNeeds = {
    ...options,
    mostOpen: options.mostOpen ?? mostOpen,
    limits: options.limits ?? createLimits(),
  }
  return {
    begin: (asking) => begin(needs, asking),
    poll: (polling) => poll(needs, polling),
    look: (person) => look(needs, person),
    decide: (decision) => decide(needs, decision),
  }
}
