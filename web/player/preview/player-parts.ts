async function loadPlayer() {
  return (await import('#player/engines/shaka/load-shaka.ts')).loadShaka()
}

/** Loads what plays a trailer that is no silent video. */
export const playerParts = [() => import('./player-video.tsx'), loadPlayer]
