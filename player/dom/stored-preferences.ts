/** Settings in local storage; a browser that forbids it keeps them for this visit only. */
import {
  defaultPreferences,
  parsePreferences,
  type PreferenceStore,
} from '#player/core/preferences/preferences.ts'

/**
 * The settings in `localStorage`; in memory where that is not allowed. `profile`: a number above 0 has settings of its
 * own.
 */
export function browserPreferences(profile = 0): PreferenceStore {
  const key = profile === 0 ? 'ekran.player' : `ekran.player.${profile}`
  let current = readStored(key)
  return {
    read: () => current,
    write(preferences) {
      current = preferences
      try {
        localStorage.setItem(key, JSON.stringify(preferences))
      } catch {
        // Private mode or a full storage: they stay in memory as long as the page is open.
      }
    },
  }
}

function readStored(key: string) {
  try {
    const parsed: unknown = JSON.parse(localStorage.getItem(key) ?? '{}')
    return typeof parsed === 'object' && parsed !== null
      ? parsePreferences({ ...parsed })
      : defaultPreferences
  } catch {
    return defaultPreferences
  }
}
