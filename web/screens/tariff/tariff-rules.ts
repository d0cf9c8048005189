import type * as z from 'zod/mini'
import { monthDays } from '#contract/form/tariff-period.ts'
import type { OfferedTariff } from '#contract/site/site.ts'

export type Tariff = z.output<typeof OfferedTariff>
type Period = Tariff['sub_tariffs'][number]

/** The tariff whose channels are expanded: pressing it again collapses it, another one replaces it (TARIFF-02). */
export function toggled(open: number | null, pressed: number): number | null {
  return open === pressed ? null : pressed
}

/** The fields of a subscription that decide what can be done about its tariff. */
export interface CurrentTariffs {
  readonly state: 'active' | 'suspended' | 'off'
  readonly auto_renew: 0 | 1
}

export interface TariffStep {
  /** The label of buying it; null where there is nothing to buy. */
  readonly buys: 'connect' | 'switchTo' | 'payFor' | 'renewAgain' | null
  readonly turnsOff: boolean
  /** A note that it cannot be cancelled. */
  readonly isBase: boolean
}

/**
 * The actions on a tariff: a base tariff can only be replaced, and one that ends can be continued (SUB-02, SUB-05).
 */
export function stepOf(own: CurrentTariffs | undefined, isBase: boolean, hasBase: boolean): TariffStep {
  if (own === undefined || own.state === 'off')
    return { buys: isBase && hasBase ? 'switchTo' : 'connect', turnsOff: false, isBase: false }
  const isEnding = own.auto_renew === 0
  const buys = own.state === 'suspended' ? 'payFor' : isEnding ? 'renewAgain' : null
  return { buys, turnsOff: !isBase && !isEnding, isBase }
}

export interface PricedPeriod {
  readonly period: Period
  /** Sums for 30 days, rounded. */
  readonly perMonth: number
  /** Sums saved over the period against the shortest one; 0 for none. */
  readonly saved: number
}

/** The periods from the shortest on, each with its price of a month and what is saved. */
export function pricedPeriods(periods: readonly Period[]): readonly PricedPeriod[] {
  const inOrder = periods.toSorted((a, b) => a.days - b.days)
  const [first] = inOrder
  return inOrder.map((period) => {
    const atFirst = first === undefined ? 0 : (first.price * period.days) / first.days
    return {
      period,
      perMonth: Math.round((period.price * monthDays) / period.days),
      saved: Math.max(0, Math.round(atFirst - period.price)),
    }
  })
}

/**
 * The tariff with the page's one primary action: the suspended one that waits for money, else the one with free days,
 * else the recommended one. Null: none stands out.
 */
export function primaryTariff(
  tariffs: readonly Pick<Tariff, 'tariff_id' | 'is_recommended'>[],
  own: readonly { readonly tariff_id: number; readonly state: string }[],
  freeTariffId: number | null,
): number | null {
  const ids = tariffs.map(({ tariff_id }) => tariff_id)
  const waiting = own.find(({ tariff_id, state }) => state === 'suspended' && ids.includes(tariff_id))
  if (waiting !== undefined) return waiting.tariff_id
  if (freeTariffId !== null && ids.includes(freeTariffId)) return freeTariffId
  const recommended = tariffs.find(({ is_recommended }) => is_recommended === 1)?.tariff_id ?? null
  return own.some(({ tariff_id }) => tariff_id === recommended) ? null : recommended
}
