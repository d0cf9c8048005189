import { useState } from 'react'
import { atServer } from '#web/state/site-address.ts'
import { classes } from '#web/ui/text/class-names.ts'
import { lettersOf } from '#web/ui/text/letters-of.ts'
import { colourOf, srcsetOf } from './picture-address.ts'
import styles from './picture.module.css'

interface PictureProps {
  /** An address as in a response; empty for none. */
  readonly src: string
  /** Empty when the text beside it says the same. */
  readonly alt: string
  /** The title or person shown: its letters are the placeholder when there is no image. */
  readonly name?: string
  /** The drawn width, as in the `sizes` of an image. */
  readonly sizes: string
  /** The smallest and largest width worth loading. */
  readonly from?: number
  readonly to?: number
  /** Visible in the first screen: loaded at once; `high` with priority over everything else. */
  readonly eager?: boolean | 'high'
  readonly className?: string | undefined
}

/**
 * An image in the width its layout needs. When that width fails to load, the original address is tried; when that
 * fails too, a placeholder stays.
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
      srcSet={times === 0 ? srcsetOf(atServer(src), from, to) : undefined}
      src={atServer(src)}
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
