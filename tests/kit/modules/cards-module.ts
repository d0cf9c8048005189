/** The cards module on a real database and a real gateway emulator, called as the server calls it. */
import { openAccounts } from '#server/accounts/accounts.ts'
import { openBilling } from '#server/billing/billing.ts'
import { cardEndpoints } from '#server/api/billing/cards.ts'
import { openCards, type Cards } from '#server/cards/cards.ts'
import type { ManualClock } from '#server/platform/primitives/clock.ts'
import type { Db } from '#server/platform/database/database.ts'
import { systemRandom } from '#server/platform/primitives/ids.ts'
import type { Log } from '#server/platform/log/log.ts'
import { ask } from './call-endpoint.ts'
import { silentAudit } from './silent-audit.ts'
import { buildAccount } from '#tests/kit/builders/account.ts'

export interface CardsWorld {
  readonly cards: Cards
  /** An account with a balance of 0. */
  addPerson(): Promise<CardPerson>
  /** Calls an endpoint of the module; `through` calls it in another instance. */
  ask(person: CardPerson, name: string, raw?: object, how?: RequestOptions): Promise<Record<string, unknown>>
  balanceTiyin(person: CardPerson): Promise<number>
}

export interface CardPerson {
  readonly accountId: number
}

export interface RequestOptions {
  readonly key?: string
  readonly through?: Cards
}

let people = 0

export function openCardsWorld(params: {
  readonly db: Db
  readonly clock: ManualClock
  readonly log: Log
  /** The address of the gateway; undefined: none is connected. */
  readonly atmos: string | undefined
}): CardsWorld {
  const { db, clock, log, atmos } = params
  const accounts = openAccounts({ db, clock, random: systemRandom, pepper: 'pepper', supportPhone: '1000' })
  const billing = openBilling({ db, clock })
  const cards = openCards({
    db,
    clock,
    log,
    audit: silentAudit,
    random: systemRandom,
    secret: 'a secret of this installation alone',
    gateway: atmos,
    billing,
    lookPausesMs: [1, 1],
    // A slow machine does not mean that the gateway is down.
    limitMs: { tokenMs: 20_000, defaultMs: 20_000, applyMs: 20_000, lookMs: 20_000 },
  })
  const balanceTiyin = async ({ accountId }: CardPerson) =>
    (await billing.accountStanding(accountId)).balanceTiyin
  return {
    cards,
    balanceTiyin,
    addPerson: async () => {
      people += 1
      const person = buildAccount(String(700_000 + people), { name: 'A', password: 'pass word' })
      const { accountId } = await accounts.upsertAccount(person)
      return { accountId }
    },
    // New routes each time: the rate limits have a test of their own.
    ask: ({ accountId }, name, raw = {}, { key, through = cards } = {}) =>
      ask(
        cardEndpoints({ billing, cards: through }),
        `cards.${name}`,
        { ...raw },
        {
          viewer: { accountId, sessionId: 's' },
          ...(key === undefined ? {} : { idempotencyKey: key }),
        },
      ),
  }
}
