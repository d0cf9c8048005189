/** Media keys, headset buttons and the lock screen (PLAYER-04). */

export interface SessionFacts {
  readonly title: string
  readonly subtitle: string
  /** An address of a picture, or an empty string. */
  readonly picture: string
}

export interface SessionActions {
  readonly play: () => void
  readonly pause: () => void
  readonly skip: (seconds: number) => void
  readonly next?: () => void
  readonly previous?: () => void
}

/** Shows what plays and binds the keys; the answer undoes both. */
export function bindMediaSession(facts: SessionFacts, actions: SessionActions): () => void {
  if (!('mediaSession' in navigator)) return () => undefined
  const session = navigator.mediaSession
  session.metadata = new MediaMetadata({
    title: facts.title,
    artist: facts.subtitle,
    artwork: facts.picture === '' ? [] : [{ src: facts.picture }],
  })
  const handlers: readonly [MediaSessionAction, (() => void) | undefined][] = [
    ['play', actions.play],
    ['pause', actions.pause],
    ['seekbackward', () => actions.skip(-10)],
    ['seekforward', () => actions.skip(10)],
    ['nexttrack', actions.next],
    ['previoustrack', actions.previous],
  ]
  for (const [action, run] of handlers) setHandler(action, run ?? null)
  return () => {
    session.metadata = null
    for (const [action] of handlers) setHandler(action, null)
  }
}

function setHandler(action: MediaSessionAction, run: (() => void) | null): void {
  try {
    navigator.mediaSession.setActionHandler(action, run)
  } catch {
    // An older browser does not know this action.
  }
}
