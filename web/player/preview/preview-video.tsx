import { Suspense, useEffect, useRef, useState } from 'react'
import { lazyOrNothing } from '#web/ui/lazy/lazy-or-nothing.ts'
import type { TrailerSource } from './preview-sources.ts'
import styles from './card-preview.module.css'

const PlayerVideo = lazyOrNothing(() => import('./player-video.tsx').then((file) => file.PlayerVideo))

/** The trailer, muted, once: its silent video as it is, or the whole of it in the player. */
export function PreviewVideo({ source }: { readonly source: TrailerSource }) {
  const [silent, setSilent] = useState<HTMLVideoElement | null>()
  useEffect(() => {
    let isGone = false
    void source.silent().then((video) => !isGone && setSilent(video))
    return () => {
      isGone = true
    }
  }, [source])
  if (silent === undefined) return null
  if (silent !== null) return <SilentVideo video={silent} replaceBy={setSilent} />
  return (
    <Suspense fallback={null}>
      <PlayerVideo source={source} />
    </Suspense>
  )
}

interface SilentVideoProps {
  /** It loads already. */
  readonly video: HTMLVideoElement
  /** Called with null where it cannot be played. The same function each time. */
  readonly replaceBy: (video: null) => void
}

function SilentVideo({ video, replaceBy }: SilentVideoProps) {
  const box = useRef<HTMLSpanElement>(null)
  const [isSeen, setIsSeen] = useState(false)
  useEffect(() => {
    if (video.error !== null) return replaceBy(null)
    const handlers = {
      playing: () => setIsSeen(true),
      ended: () => setIsSeen(false),
      error: () => replaceBy(null),
    }
    const all = Object.entries(handlers)
    for (const [name, run] of all) video.addEventListener(name, run)
    box.current?.append(video)
    // A browser that lets nothing play shows the still below.
    video.play().catch(() => undefined)
    return () => {
      for (const [name, run] of all) video.removeEventListener(name, run)
      video.remove()
    }
  }, [video, replaceBy])
  return <span ref={box} className={styles.video} data-seen={isSeen} data-preview-video="" />
}
