/** The screens of channels; their code is loaded when one is opened. */
import { lazyScreen } from '#console/shell/lazy-screen.tsx'

export const ChannelsScreen = lazyScreen(() =>
  import('./channels-screen.tsx').then((one) => ({ default: one.ChannelsScreen })),
)
export const ChannelScreen = lazyScreen(() =>
  import('./channel-screen.tsx').then((one) => ({ default: one.ChannelScreen })),
)
export const NewChannelScreen = lazyScreen(() =>
  import('./new-channel-screen.tsx').then((one) => ({
    default: one.NewChannelScreen,
  })),
)
export const DeletedScreen = lazyScreen(() =>
  import('./deleted-screen.tsx').then((one) => ({ default: one.DeletedScreen })),
)
export const DuplicatesScreen = lazyScreen(() =>
  import('./duplicates-screen.tsx').then((one) => ({
    default: one.DuplicatesScreen,
  })),
)
export const CategoriesScreen = lazyScreen(() =>
  import('./categories-screen.tsx').then((one) => ({
    default: one.CategoriesScreen,
  })),
)
