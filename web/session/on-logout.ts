/**
 * Resets of in-memory data when the viewer changes: by a logout, another account or another profile, in this tab or another
 * (ACC-07). A file that keeps data of a viewer in memory registers its reset when it is loaded.
 */
import { storedProfile } from './profile.ts'
import { currentViewerKey, session } from './session.ts'

type Reset = () => void
const resets = new Set<Reset>()

/** Registers a reset; returns the function that removes it. */
export function onLogout(reset: Reset): () => void {
  resets.add(reset)
  return () => resets.delete(reset)
}

/** Every reset runs, even when one of them throws. */
function forgetViewer(): void {
  for (const reset of resets)
    try {
      reset()
    } catch (error) {
      console.error(error)
    }
}

let existing = currentViewerKey()

function forgetOther() {
  const now = currentViewerKey()
  if (now === existing) return
  existing = now
  forgetViewer()
}

session.subscribe(forgetOther)
storedProfile.subscribe(forgetOther)
