import { useEffect, useState } from 'react'
import type { Preview } from '#player/core/playback/player-engine.ts'
import styles from './card-preview.module.css'

/** Slower than motion, faster than a slide show. */
const everyMs = 600

interface MovingThumbnailsProps {
  readonly pictures: readonly Preview[]
  /** Of the preview, in pixels. */
  readonly width: number
}

/** Thumbnails of a film one after another; nothing until the first sheet has loaded. */
export function MovingThumbnails({ pictures, width }: MovingThumbnailsProps) {
  const loaded = useLoaded(pictures)
  const [at, setAt] = useState(0)
  const shown = pictures.filter(({ url }) => loaded.has(url))
  const count = shown.length
  useEffect(() => {
    if (count < 2) return
    const timer = setInterval(() => setAt((before) => before + 1), everyMs)
    return () => clearInterval(timer)
  }, [count])
  const picture = shown[at % Math.max(1, count)]
  if (picture === undefined) return null
  const scale = width / picture.width
  return (
    <span
      className={styles.thumbnail}
      data-preview-thumbnail={at}
      style={{
        backgroundImage: `url("${picture.url}")`,
        backgroundSize: `${picture.sheetWidth * scale}px ${picture.sheetHeight * scale}px`,
        backgroundPosition: `${-picture.left * scale}px ${-picture.top * scale}px`,
      }}
    />
  )
}

/** The sheets that have loaded: one that is not there yet would be a hole. */
function useLoaded(pictures: readonly Preview[]): ReadonlySet<string> {
  const [loaded, setLoaded] = useState<ReadonlySet<string>>(new Set())
  useEffect(() => {
    const images = [...new Set(pictures.map(({ url }) => url))].map((url) => {
      const image = new Image()
      image.addEventListener('load', () => setLoaded((before) => new Set([...before, url])))
      image.src = url
      return image
    })
    return () => {
      // Leaving ends the loading.
      for (const image of images) image.src = ''
    }
  }, [pictures])
  return loaded
}
