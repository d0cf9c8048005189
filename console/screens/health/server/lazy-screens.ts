/** The screens of the server, backups and the log; their code is loaded when one is opened. */
import { lazyScreen } from '#console/shell/lazy-screen.tsx'

export const ServerScreen = lazyScreen(() =>
  import('./server-screen.tsx').then((one) => ({ default: one.ServerScreen })),
)
export const BackupsScreen = lazyScreen(() =>
  import('./backups-screen.tsx').then((one) => ({
    default: one.BackupsScreen,
  })),
)
export const LogScreen = lazyScreen(() =>
  import('./log-screen.tsx').then((one) => ({ default: one.LogScreen })),
)
