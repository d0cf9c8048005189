/** The outside of a scenario of `money-scenario.ts`: its parameters, and the payment systems' adapters in it. */
import { openBilling } from '#server/billing/billing.ts'
import { openMerchants } from '#server/merchants/merchants.ts'
import type { Clock } from '#server/platform/primitives/clock.ts'
import type { Db } from '#server/platform/database/database.ts'
import { createLog, type Log } from '#server/platform/log/log.ts'
import { merchantSettings } from '#tests/kit/modules/merchants-module.ts'

export interface Outside {
  readonly db: Db
  readonly clock: Clock
  readonly log: Log
  readonly seed: number
  readonly accountIds: readonly number[]
  /** Those of them that use the site. */
  readonly viewerIds: readonly number[]
  readonly roll: { below(limit: number): number; of<One>(list: readonly One[]): One }
  /** The database as seen by a process that dies soon, and whether an error is that death. */
  dying(): Db
  isDeath(error: unknown): boolean
  /** Notifies the scenario that this was paid in, or that all of it was refunded. */
  paidIn(params: { reference: string; accountId: number; amountTiyin: number }): void
  wentBack(reference: string, amountTiyin: number): void
}

export type Actions = Readonly<Record<string, () => Promise<unknown>>>

export function must(holds: boolean, what: string): void {
  if (!holds) throw new Error(`violated: ${what}`)
}

/** A subscriber's number, as passed to a payment system. */
export function abonementOf(accountId: number): string {
  return String(100_000_000 + accountId)
}

/** The same work in parallel, up to three times. */
export function several({ roll }: Outside) {
  return <One>(work: () => Promise<One>): Promise<One[]> =>
    Promise.all(Array.from({ length: 1 + roll.below(3) }, () => work()))
}

interface Call {
  readonly action?: string
  readonly authorization?: string
  readonly body: string
}

/** One system's requests, on the database passed in. */
export function adapterOf({ clock, log }: Outside, db: Db, system: 'payme' | 'click' | 'paynet' | 'uzum') {
  const merchants = openMerchants(
    {
      db,
      clock,
      log,
      accounts: {
        findByName: async (abonement) => [
          { accountId: Number(abonement) - 100_000_000, abonement, name: 'A', state: 'active' },
        ],
      },
      billing: openBilling({ db, clock }),
      serviceName: () => 'Ekran',
    },
    merchantSettings(),
  )
  const adapter = merchants.connections.get(system)?.adapter
  return async ({ action = '', authorization = '', body }: Call): Promise<Record<string, unknown>> => {
    const request = { method: 'POST', action, authorization, isFromThere: true, body }
    return (await adapter?.response(request))?.body as Record<string, unknown>
  }
}

export function basic(login: string, key: string): string {
  return `Basic ${Buffer.from(`${login}:${key}`).toString('base64')}`
}

/** A log of all levels, and whether a secret was in it (I17). */
export function listeningLog(secrets: readonly string[]): { readonly log: Log; isClean(): void } {
  const wrong: string[] = []
  const write = (line: string) => {
    if (secrets.some((word) => line.includes(word))) wrong.push(line)
  }
  return {
    log: createLog({ level: 'debug', form: 'json', write }),
    isClean: () => must(wrong.length === 0, `I17 no log contains a secret: ${wrong[0]}`),
  }
}
