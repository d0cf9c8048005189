/** Preferences in local storage; a browser that forbids it gets them for this visit only. */
import {
  defaultPreferences,
  sanePreferences,
  type PreferenceShelf,
} from '#player/core/preferences/preferences.ts'

const key = 'ekran.player'

export function browserShelf(): PreferenceShelf {
  let held = readStored()
  return {
    read: () => held,
    write(preferences) {
      held = preferences
      try {
        localStorage.setItem(key, JSON.stringify(preferences))
      } catch {
        // Private mode or a full storage: `held` keeps them while the page lives.
      }
    },
  }
}

function readStored() {
  try {
    const found: unknown = JSON.parse(localStorage.getItem(key) ?? '{}')
    return typeof found === 'object' && found !== null ? sanePreferences({ ...found }) : defaultPreferences
  } catch {
    return defaultPreferences
  }
}
