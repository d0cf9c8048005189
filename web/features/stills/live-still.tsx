import { useEffect, useRef } from 'react'
import type { Channel } from '#contract/channels/channels.ts'
import { paintStill } from './paint-still.ts'
import styles from './stills.module.css'

export interface StillProps {
  readonly channel: Channel
  /** `row`: the still is small, the logo takes a quarter of it. `card` when absent. */
  readonly size?: 'card' | 'row'
}

/** What the channel shows now. Nothing for assistive technology: the card says it in words. */
export function LiveStill({ channel, size = 'card' }: StillProps) {
  const frame = useRef<HTMLSpanElement>(null)
  const { id } = channel
  useEffect(() => (frame.current === null ? undefined : paintStill(frame.current, id)), [id])
  return <span className={styles.frame} data-size={size} ref={frame} aria-hidden="true" />
}
