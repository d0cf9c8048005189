/** The screens of tariffs; their code is loaded when one is opened. */
import { lazyScreen } from '#console/shell/lazy-screen.tsx'

export const TariffsScreen = lazyScreen(() =>
  import('./tariffs-screen.tsx').then((one) => ({ default: one.TariffsScreen })),
)
export const TariffScreen = lazyScreen(() =>
  import('./tariff-screen.tsx').then((one) => ({ default: one.TariffScreen })),
)
