/** The screens of acts on segments; their code is loaded when one is opened. */
import { lazyScreen } from '#console/shell/lazy-screen.tsx'

export const BulkScreen = lazyScreen(() =>
  import('./bulk-screen.tsx').then((one) => ({ default: one.BulkScreen })),
)
export const BulkFormScreen = lazyScreen(() =>
  import('./bulk-form.tsx').then((one) => ({ default: one.BulkFormScreen })),
)
export const BulkRunScreen = lazyScreen(() =>
  import('./bulk-run-screen.tsx').then((one) => ({
    default: one.BulkRunScreen,
  })),
)
