/** The order of the home page: the server's, of this device's last visit, or the one the page comes with. */
import { useEffect } from 'react'
import { type HomeRail, home, originalRails, type RailPlatform } from '#contract/site/home.ts'
import { isTelevision } from '#web/remote/television.ts'
import { firstPage } from '#web/session/first-page.ts'
import { useCall } from '#web/session/requests/api.ts'
import { useLanguage } from '#web/session/session.ts'
import { appPackage } from '#web/state/app-package.ts'

/**
 * Never waits. A page that the server rendered contains its order; an app shows that of its last visit until the
 * server's arrives. A server without this endpoint leaves the page as it comes.
 */
export function useHomeRails(): readonly HomeRail[] {
  const platform = platformOf()
  const language = useLanguage()
  const state = useCall(home.rails, { platform })
  const rails = state.kind === 'ok' ? state.data : null
  const key = `ekran.home ${platform} ${language}`
  useEffect(() => {
    if (rails !== null) store(key, rails)
  }, [key, rails])
  if (rails !== null) return rails
  // What this device has stored is not in the markup that the server rendered.
  return (firstPage() === null ? stored(key) : null) ?? railsAsTheyCome(platform)
}

function platformOf(): RailPlatform {
  if (isTelevision()) return 'television'
  return appPackage() === null ? 'web' : 'phone'
}

function railsAsTheyCome(platform: RailPlatform): readonly HomeRail[] {
  return originalRails
    .filter(({ platforms }) => platforms.includes(platform))
    .map(({ id, kind }) => ({
      ...{ id, kind, title: '', audience: 'everybody', href: '', films: null },
      ...{ collection_id: 0, category_id: 0, cids: [] },
    }))
}

function store(key: string, rails: readonly HomeRail[]): void {
  try {
    localStorage.setItem(key, JSON.stringify(rails))
  } catch {
    // Without storage the page starts as it comes.
  }
}

function stored(key: string): readonly HomeRail[] | null {
  try {
    const rails: unknown = JSON.parse(localStorage.getItem(key) ?? 'null')
    return Array.isArray(rails) ? (rails as readonly HomeRail[]) : null
  } catch {
    return null
  }
}
