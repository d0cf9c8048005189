/** The screen of edges; its code is loaded when it is opened. */
import { lazyScreen } from '#console/shell/lazy-screen.tsx'

export const EdgesScreen = lazyScreen(() =>
  import('./edges-screen.tsx').then((one) => ({ default: one.EdgesScreen })),
)
