import type * as z from 'zod/mini'
import type { Tariff as TariffShape } from '#contract/site.ts'

export type Tariff = z.output<typeof TariffShape>

/** Which tariff's channels are open: pressing it again closes it, another takes its place (TARIFF-02). */
export const toggled = (open: number | null, pressed: number): number | null =>
  open === pressed ? null : pressed

/** The recommended ones first, the others as the server has them. */
export const inOrder = (tariffs: readonly Tariff[]): readonly Tariff[] => [
  ...tariffs.filter((tariff) => tariff.is_recommended === 1),
  ...tariffs.filter((tariff) => tariff.is_recommended === 0),
]
