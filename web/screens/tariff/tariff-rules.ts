import type * as z from 'zod/mini'
import type { Tariff as TariffShape } from '#contract/site/site.ts'

export type Tariff = z.output<typeof TariffShape>

/** Which tariff's channels are open: pressing it again closes it, another takes its place (TARIFF-02). */
export function toggled(open: number | null, pressed: number): number | null {
  return open === pressed ? null : pressed
}

/** A subscription as far as it decides what can be done about its tariff. */
export interface CurrentTariffs {
  readonly state: 'active' | 'suspended' | 'off'
  readonly auto_renew: 0 | 1
}

export interface TariffStep {
  /** What buying it is called; null where there is nothing to buy. */
  readonly buys: 'connect' | 'switchTo' | 'payFor' | 'renewAgain' | null
  readonly turnsOff: boolean
  /** It is said that it cannot be turned off. */
  readonly isBase: boolean
}

/** What can be done about a tariff: a base one is only ever replaced, and one that ends can be kept on (SUB-02, SUB-05). */
export function stepOf(own: CurrentTariffs | undefined, isBase: boolean, hasBase: boolean): TariffStep {
  if (own === undefined || own.state === 'off')
    return { buys: isBase && hasBase ? 'switchTo' : 'connect', turnsOff: false, isBase: false }
  const isEnding = own.auto_renew === 0
  const buys = own.state === 'suspended' ? 'payFor' : isEnding ? 'renewAgain' : null
  return { buys, turnsOff: !isBase && !isEnding, isBase }
}

/** The recommended ones first, the others as the server has them. */
export function inOrder(tariffs: readonly Tariff[]): readonly Tariff[] {
  return [
    ...tariffs.filter((tariff) => tariff.is_recommended === 1),
    ...tariffs.filter((tariff) => tariff.is_recommended === 0),
  ]
}
