/** In an app for phones: a notification of the system when a download ends while another app is in front. */
import { pathOf } from '#contract/form/pages.ts'
import { isPackaged } from '#web/features/releases/app-platform.ts'
import type { DeviceNotices } from '#web/platforms/platform.ts'
import { session } from '#web/session/session.ts'
import { downloadsTexts } from './downloads-text.ts'

async function noticesOfDevice(): Promise<DeviceNotices | undefined> {
  if (!isPackaged()) return undefined
  const { currentPlatform } = await import('#web/platforms/platforms.ts')
  return currentPlatform()?.notices
}

/** Asks the viewer for permission when the first download begins: then they know what for. */
export async function requestNotices(): Promise<void> {
  await (await noticesOfDevice())?.request()
}

/** Nothing while the app is on the screen: the list of downloads shows it. */
export async function noticeSaved(film: {
  readonly title: string
  readonly subtitle: string
}): Promise<void> {
  if (document.visibilityState !== 'hidden') return
  const text = downloadsTexts(session.get().language)('savedNotice')
  const title = [film.title, film.subtitle].filter(Boolean).join(' · ')
  await (await noticesOfDevice())?.show({ title, text, path: pathOf('my', { slug: 'downloads' }) })
}
