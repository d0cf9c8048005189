import { useState } from 'react'
import { classes } from './class-names.ts'
import { srcsetOf } from './picture-address.ts'
import styles from './picture.module.css'

interface PictureProps {
  /** An address as an answer gives it; empty for none. */
  readonly src: string
  /** Empty when the text beside it says the same. */
  readonly alt: string
  /** How wide it is drawn, as in the `sizes` of an image. */
  readonly sizes: string
  /** The least and greatest width worth loading. */
  readonly from?: number
  readonly to?: number
  /** In the first screen: loaded at once, and `high` before everything else. */
  readonly eager?: boolean | 'high'
  readonly className?: string | undefined
}

/** A picture in the width its place needs. One that does not come leaves the girih pattern. */
export function Picture({ src, alt, sizes, from = 154, to = 780, eager = false, className }: PictureProps) {
  const [failed, setFailed] = useState('')
  if (src === '' || failed === src)
    return (
      <span
        className={classes(styles.none, className)}
        role="img"
        aria-label={alt || undefined}
        aria-hidden={alt === ''}
      />
    )
  return (
    <img
      className={classes(styles.picture, className)}
      sizes={sizes}
      srcSet={srcsetOf(src, from, to)}
      src={src}
      alt={alt}
      loading={eager === false ? 'lazy' : 'eager'}
      fetchPriority={eager === 'high' ? 'high' : 'auto'}
      decoding="async"
      draggable={false}
      onError={() => setFailed(src)}
    />
  )
}
