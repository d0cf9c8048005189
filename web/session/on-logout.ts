/**
 * What has to be forgotten when the viewer changes: by a logout, by another account, in this tab or in another
 * (ACC-07). Whatever keeps something of a viewer in memory joins here when its file is loaded.
 */
import { viewerKey } from './session-rules.ts'
import { session } from './session.ts'

type Reset = () => void
const resets = new Set<Reset>()

/** Joins the list; returns the way out of it. */
export function onLogout(reset: Reset): () => void {
  resets.add(reset)
  return () => resets.delete(reset)
}

/** Every reset is run, even when one of them fails. */
function forgetViewer(): void {
  for (const reset of resets)
    try {
      reset()
    } catch (error) {
      console.error(error)
    }
}

let existing = viewerKey(session.get())
session.subscribe(() => {
  const now = viewerKey(session.get())
  if (now === existing) return
  existing = now
  forgetViewer()
})
