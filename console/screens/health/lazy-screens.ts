/** The screens of health and alarms; their code is loaded when one is opened. */
import { lazyScreen } from '#console/shell/lazy-screen.tsx'

export const HealthScreen = lazyScreen(() =>
  import('./health-screen.tsx').then((one) => ({ default: one.HealthScreen })),
)
export const ChannelHealthScreen = lazyScreen(() =>
  import('./channel-health-screen.tsx').then((one) => ({
    default: one.ChannelHealthScreen,
  })),
)
export const AlarmsScreen = lazyScreen(() =>
  import('./alarms/alarms-screen.tsx').then((one) => ({ default: one.AlarmsScreen })),
)
export const AlarmScreen = lazyScreen(() =>
  import('./alarms/alarm-screen.tsx').then((one) => ({ default: one.AlarmScreen })),
)
export const AlarmRulesScreen = lazyScreen(() =>
  import('./alarms/rules-screen.tsx').then((one) => ({
    default: one.AlarmRulesScreen,
  })),
)
