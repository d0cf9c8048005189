/** The screens of promo codes; their code is loaded when one is opened. */
import { lazyScreen } from '#console/shell/lazy-screen.tsx'

export const PromotionsScreen = lazyScreen(() =>
  import('./promotions-screen.tsx').then((one) => ({
    default: one.PromotionsScreen,
  })),
)
export const BatchScreen = lazyScreen(() =>
  import('./batch-screen.tsx').then((one) => ({ default: one.BatchScreen })),
)
