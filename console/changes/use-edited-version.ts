import { useState } from 'react'

/**
 * The version that a form shows, and the function that lets it take the newest one: a newer version is not taken by
 * itself, because what was typed would be lost.
 */
export function useEditedVersion<Edited extends { readonly version: number }>(
  latest: Edited,
): readonly [edited: Edited, onRenew: () => void] {
  const [edited, setEdited] = useState(latest)
  const [isSaved, setIsSaved] = useState(false)
  if (isSaved && latest.version !== edited.version) {
    setIsSaved(false)
    setEdited(latest)
  }
  return [edited, () => setIsSaved(true)]
}
