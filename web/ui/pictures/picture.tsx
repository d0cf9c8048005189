import { useState } from 'react'
import { classes } from '#web/ui/text/class-names.ts'
import { lettersOf } from '#web/ui/text/letters-of.ts'
import { colourOf, srcsetOf } from './picture-address.ts'
import styles from './picture.module.css'

interface PictureProps {
  /** An address as an answer gives it; empty for none. */
  readonly src: string
  /** Empty when the text beside it says the same. */
  readonly alt: string
  /** What it is of: its letters stand in the pattern when no picture comes. */
  readonly name?: string
  /** How wide it is drawn, as in the `sizes` of an image. */
  readonly sizes: string
  /** The least and greatest width worth loading. */
  readonly from?: number
  readonly to?: number
  /** In the first screen: loaded at once, and `high` before everything else. */
  readonly eager?: boolean | 'high'
  readonly className?: string | undefined
}

/**
 * A picture in the width its place needs. When that width does not come the address is tried as it was given, and
 * when that does not come either the girih pattern stays.
 */
export function Picture(props: PictureProps) {
  const { src, alt, name = alt, sizes, from = 160, to = 960, eager = false, className } = props
  const [come, setCome] = useState('')
  const [failed, setFailed] = useState({ src, times: 0 })
  const times = failed.src === src ? failed.times : 0
  if (src === '' || times > 1)
    return (
      <span
        className={classes(styles.none, className)}
        role="img"
        aria-label={alt || undefined}
        aria-hidden={alt === ''}
      >
        <span className={styles.letters} aria-hidden="true">
          {lettersOf(name)}
        </span>
      </span>
    )
  return (
    <img
      className={classes(styles.picture, className)}
      style={come === src ? undefined : { backgroundColor: colourOf(src) }}
      sizes={sizes}
      srcSet={times === 0 ? srcsetOf(src, from, to) : undefined}
      src={src}
      alt={alt}
      loading={eager === false ? 'lazy' : 'eager'}
      fetchPriority={eager === 'high' ? 'high' : 'auto'}
      decoding="async"
      draggable={false}
      onLoad={() => setCome(src)}
      onError={() => setFailed({ src, times: times + 1 })}
    />
  )
}
