/** Settings for a video beside others: of the viewer's own, and nothing that happens here is stored. */
import type { PreferenceStore } from '#player/core/preferences/preferences.ts'
import { browserPreferences } from '#player/dom/stored-preferences.ts'

/** Muted, without subtitles, at automatic quality: a small picture shows none of them well. */
export function sidePreferences(): PreferenceStore {
  const own = browserPreferences().read()
  let current = { ...own, muted: true, height: null, textLanguage: null, languages: [], rate: 1 }
  return {
    read: () => current,
    write(preferences) {
      current = { ...current, ...preferences, height: null, textLanguage: null, languages: [], rate: 1 }
    },
  }
}
