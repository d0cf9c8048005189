/**
 * The preview at a position of the timeline: its time and, where the source has them, its thumbnail (PLAYER-05).
 */
import { useEffect, useRef, useState } from 'react'
import type { Preview } from '#player/core/playback/player-engine.ts'
import styles from './seek-bar.module.css'

interface SeekPreviewProps {
  readonly share: number
  readonly value: number
  readonly text: string
  readonly preview?: (value: number) => Promise<Preview | null>
}

const previewWidth = 168

export function SeekPreview({ share, value, text, preview }: SeekPreviewProps) {
  const [shown, setShown] = useState<{ second: number; picture: Preview | null } | null>(null)
  const request = useRef(0)
  const second = Math.floor(value)
  useEffect(() => {
    if (preview === undefined) return
    const turn = ++request.current
    void preview(second).then((picture) => turn === request.current && setShown({ second, picture }))
  }, [preview, second])
  // The previous thumbnail stays until the next one has loaded, to avoid flicker.
  const picture = shown?.picture ?? null
  return (
    // Kept inside the bar: at least half its own width from either end.
    <span
      className={styles.preview}
      data-picture={picture !== null}
      data-picture-of={shown?.second}
      style={{ left: `clamp(var(--half), ${share * 100}%, calc(100% - var(--half)))` }}
      aria-hidden="true"
    >
      {picture !== null && <PreviewPicture picture={picture} />}
      <span className={styles.previewText}>{text}</span>
    </span>
  )
}

function PreviewPicture({ picture }: { readonly picture: Preview }) {
  const scale = previewWidth / picture.width
  return (
    <span
      className={styles.picture}
      style={{
        width: previewWidth,
        height: picture.height * scale,
        backgroundImage: `url("${picture.url}")`,
        backgroundSize: `${picture.sheetWidth * scale}px ${picture.sheetHeight * scale}px`,
        backgroundPosition: `${-picture.left * scale}px ${-picture.top * scale}px`,
      }}
    />
  )
}
