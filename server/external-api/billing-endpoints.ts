/** Money and tariffs, for other programs of the operator. */
import { createHash } from 'node:crypto'
import { externalBilling as endpoints } from '#contract/external/billing.ts'
import { type OutcomeOf, type ParsedOf, reject, respond } from '#contract/form/endpoint.ts'
import { DuplicateReference, shownTariffLook, sumsOf } from '#server/billing/billing.ts'
import {
  type BoundEndpoint,
  type Handlers,
  bindEndpoints,
} from '#server/platform/http/endpoints/bind-endpoints.ts'
import { type ExternalCall, type ExternalDeps, report, secOf, withAccount, withOpenAccount } from './deps.ts'

export function billingEndpoints(deps: ExternalDeps): readonly BoundEndpoint[] {
  return bindEndpoints('externalBilling', endpoints, {
    tariffs: async () => {
      const tariffs = [...(await deps.billing.tariffs()).values()]
      return respond({
        tariffs: tariffs.map((tariff, place) => ({
          ...{ tariff_id: tariff.tariffId, name: tariff.name, is_base: tariff.isBase },
          description: tariff.look?.description ?? { ru: '', uz: '' },
          ...{ look: shownTariffLook(tariff), position: place + 1 },
          ...{ is_offered: tariff.isOffered, price_tiyin: tariff.priceTiyin, streams: tariff.streams },
          periods: tariff.periods.map((one) => ({
            ...{ period_id: one.id, days: one.periodDays, price_tiyin: one.priceTiyin },
          })),
          channels: tariff.channelIds.size,
        })),
      })
    },
    ...moneyHandlers(deps),
    ...tariffHandlers(deps),
    ...grantHandlers(deps),
  })
}

/** The reference of a credit in the ledger: the same whichever key of the API it comes with, so a retry never doubles. */
function referenceOf(key: string): string {
  return `api:${key}`
}

function moneyHandlers(deps: ExternalDeps): Handlers<typeof endpoints, 'credit' | 'reverse'> {
  const { billing } = deps
  const balanceOf = async (accountId: number) => (await billing.accountStanding(accountId)).balanceTiyin
  return {
    credit: ({ account_id: accountId, amount_tiyin: amountTiyin }, call) =>
      withAccount(deps, accountId, async (account) => {
        const key = call.idempotencyKey
        if (key === undefined) return reject('idempotency_key_needed')
        const movement = { reference: referenceOf(key), kind: 'top_up', against: 'external' } as const
        const moved = await orConflict(billing.credit({ ...movement, accountId, amountTiyin }))
        if (moved !== 'conflict' && moved.kind === 'closed')
          return reject('payee_closed', { values: { number: account.abonement } })
        // A credit is never above the balance.
        if (moved === 'conflict' || moved.kind === 'insufficient') return reject('key_used')
        const isNew = moved.kind === 'moved'
        if (isNew) report(deps, call, 'api_credited', accountId, { tiyin: amountTiyin, reference: key })
        const balance = await balanceOf(accountId)
        return respond({ entry_id: moved.ledgerEntryId, balance_tiyin: balance, is_new: isNew })
      }),
    reverse: ({ account_id: accountId, key }, call) =>
      withAccount(deps, accountId, async () => {
        const of = referenceOf(key)
        const reversed = await orConflict(billing.reverse({ accountId, reference: `${of}:reversal`, of }))
        if (reversed === 'conflict') return reject('key_used')
        switch (reversed.kind) {
          case 'unknown':
          case 'too_much':
            return reject('entry_not_found')
          case 'insufficient':
            return reject('insufficient_funds', { values: { missing: sumsOf(reversed.missingTiyin) } })
          case 'moved':
            report(deps, call, 'api_credit_reversed', accountId, { reference: key })
            break
          case 'repeated':
            break
        }
        const balance = await balanceOf(accountId)
        const isNew = reversed.kind === 'moved'
        return respond({ entry_id: reversed.ledgerEntryId, balance_tiyin: balance, is_new: isNew })
      }),
  }
}

/** A reference of another movement is a key that was used for another request. */
async function orConflict<Result>(moving: Promise<Result>): Promise<Result | 'conflict'> {
  try {
    return await moving
  } catch (error) {
    if (error instanceof DuplicateReference) return 'conflict'
    throw error
  }
}

function tariffHandlers(deps: ExternalDeps): Handlers<typeof endpoints, 'connect' | 'cancel'> {
  return {
    connect: (input, call) => withAccount(deps, input.account_id, () => connect(deps, input, call)),
    cancel: ({ account_id: accountId, tariff_id: tariffId }, call) =>
      withAccount(deps, accountId, async () => {
        const done = await deps.billing.setAutoRenew({ accountId, tariffId, autoRenew: false })
        if (done.kind !== 'done') return reject('not_connected')
        report(deps, call, 'api_tariff_cancelled', accountId, { tariff: tariffId })
        const isPaid = done.paidUntilMs > deps.clock.nowMs()
        return respond({ paid_until: isPaid ? secOf(done.paidUntilMs) : 0 })
      }),
  }
}

async function connect(
  deps: ExternalDeps,
  input: ParsedOf<typeof endpoints.connect>,
  call: ExternalCall,
): Promise<OutcomeOf<typeof endpoints.connect>> {
  const { billing } = deps
  const { account_id: accountId, tariff_id: tariffId, period_id: periodId } = input
  const key = call.idempotencyKey
  if (key === undefined) return reject('idempotency_key_needed')
  if (tariffId === undefined && periodId === undefined) return reject('tariff_needed')
  const once = await billing.purchase({
    accountId,
    items: [periodId === undefined ? { tariffId } : { periodId }],
    replacesBase: input.replaces_base,
    agreedTiyin: input.agreed_tiyin,
    // Keys of the subscriber's own purchases are others.
    key: `api-${createHash('sha256').update(key).digest('hex')}`,
  })
  if (once.kind === 'conflict') return reject('key_used')
  const done = once.response
  switch (done.kind) {
    case 'refused':
      return reject(done.failure, { values: { tariffs: done.tariffIds.join(', ') } })
    case 'insufficient':
      return reject('insufficient_funds', { values: { missing: sumsOf(done.missingTiyin) } })
    case 'price_changed':
      return reject('price_changed', { values: { cost: sumsOf(done.costTiyin) } })
    case 'done': {
      const tariffs = done.connected.map((one) => one.tariffId).join(' ')
      report(deps, call, 'api_tariff_connected', accountId, { tariffs, tiyin: done.costTiyin })
      return respond({
        ...{ cost_tiyin: done.costTiyin, balance_tiyin: done.balanceTiyin },
        planned_from: secOf(done.planned?.fromMs ?? 0),
        tariffs: done.connected.map((one) => ({
          ...{ tariff_id: one.tariffId, paid_until: secOf(one.paidUntilMs) },
        })),
      })
    }
  }
}

function grantHandlers(deps: ExternalDeps): Handlers<typeof endpoints, 'grant' | 'end'> {
  const { billing, clock } = deps
  return {
    grant: (input, call) =>
      withOpenAccount(deps, input.account_id, async () => {
        const { account_id: accountId, tariff_id: tariffId, replaces_base: replacesBase } = input
        const untilMs = input.until * 1000
        if (untilMs <= clock.nowMs()) return reject('expiry_past')
        const granted = await billing.grantTariff({ accountId, tariffId, untilMs, replacesBase })
        if (granted.kind !== 'granted') return reject(granted.kind)
        report(deps, call, 'api_tariff_granted', accountId, { tariff: tariffId, until: input.until })
        return respond({
          paid_until: secOf(granted.paidUntilMs),
          replaced_tariff_id: granted.replacedTariffId ?? 0,
        })
      }),
    end: ({ account_id: accountId, tariff_id: tariffId }, call) =>
      withAccount(deps, accountId, async () => {
        const ended = await billing.endGrant({ accountId, tariffId })
        if (ended.kind === 'not_connected') return reject('not_connected')
        report(deps, call, 'api_tariff_ended', accountId, { tariff: tariffId })
        return respond({})
      }),
  }
}
