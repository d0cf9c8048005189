import type * as z from 'zod/mini'
import type { Tariff as TariffShape } from '#contract/site/site.ts'

export type Tariff = z.output<typeof TariffShape>

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

/** The recommended ones first, the others in the server's order. */
export function inOrder(tariffs: readonly Tariff[]): readonly Tariff[] {
  return [
    ...tariffs.filter((tariff) => tariff.is_recommended === 1),
    ...tariffs.filter((tariff) => tariff.is_recommended === 0),
  ]
}
