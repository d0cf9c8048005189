/** The screens of messages; their code is loaded when one is opened. */
import { lazyScreen } from '#console/shell/lazy-screen.tsx'

export const MessagesScreen = lazyScreen(() =>
  import('./messages-screen.tsx').then((one) => ({ default: one.MessagesScreen })),
)
export const CampaignScreen = lazyScreen(() =>
  import('./campaign-screen.tsx').then((one) => ({ default: one.CampaignScreen })),
)
export const TemplatesScreen = lazyScreen(() =>
  import('./templates-screen.tsx').then((one) => ({ default: one.TemplatesScreen })),
)
export const TemplateScreen = lazyScreen(() =>
  import('./template-screen.tsx').then((one) => ({ default: one.TemplateScreen })),
)
export const SegmentsScreen = lazyScreen(() =>
  import('./segments-screen.tsx').then((one) => ({ default: one.SegmentsScreen })),
)
export const SegmentScreen = lazyScreen(() =>
  import('./segment-screen.tsx').then((one) => ({ default: one.SegmentScreen })),
)
export const CommandsScreen = lazyScreen(() =>
  import('./commands-screen.tsx').then((one) => ({ default: one.CommandsScreen })),
)
export const CommandScreen = lazyScreen(() =>
  import('./command-screen.tsx').then((one) => ({ default: one.CommandScreen })),
)
