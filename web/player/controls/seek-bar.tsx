/** The timeline: one slider for films, archive and television. Values are seconds on the caller's timeline. */
import { useEffect, useRef, useState, type KeyboardEvent, type PointerEvent } from 'react'
import type { Preview } from '#player/core/playback/player-engine.ts'
import { isTelevision } from '#web/remote/television.ts'
import { SeekPreview } from './seek-preview.tsx'
import styles from './seek-bar.module.css'

export interface SeekLine {
  readonly begin: number
  readonly end: number
  readonly position: number
  /** End of the loaded part. */
  readonly bufferedEnd: number
  /**
   * End of the part that can be watched; later moments are in the future. Equal to `end` for finished programmes.
   */
  readonly reachableEnd: number
}

interface SeekBarProps {
  readonly line: SeekLine
  readonly label: string
  /** The name of a position, e.g. `43:10 из 1:54:00`, read aloud. */
  readonly valueText: (value: number) => string
  /** The short name of a position, drawn over the bar. */
  readonly positionText: (value: number) => string
  readonly marks?: readonly Stretch[]
  /** Stretches without a recording, which playback skips. */
  readonly holes?: readonly Stretch[]
  readonly preview?: (value: number) => Promise<Preview | null>
  readonly onSeek: (value: number) => void
  /** True while a finger or the mouse drags the bar. */
  readonly onHold: (isPressed: boolean) => void
}

const keySteps: Readonly<Record<string, number>> = {
  ArrowLeft: -5,
  ArrowDown: -5,
  ArrowRight: 5,
  ArrowUp: 5,
  PageDown: -60,
  PageUp: 60,
}

export function SeekBar(props: SeekBarProps) {
  const { line, onSeek, onHold } = props
  const track = useRef<HTMLDivElement>(null)
  const [active, setActive] = useState<number | null>(null)
  const [hovered, setHovered] = useState<number | null>(null)
  useEffect(() => onHold(active !== null), [active, onHold])

  const length = Math.max(0.001, line.end - line.begin)
  const shareOf = (value: number) => Math.min(1, Math.max(0, (value - line.begin) / length))
  const reachable = (value: number) => Math.min(Math.max(value, line.begin), line.reachableEnd)
  const valueAt = (event: PointerEvent) => {
    const box = track.current?.getBoundingClientRect()
    if (box === undefined || box.width === 0) return line.position
    return reachable(line.begin + ((event.clientX - box.left) / box.width) * length)
  }
  const shown = active ?? line.position
  const pointed = active ?? hovered

  const press = (event: PointerEvent<HTMLDivElement>) => {
    if (event.button !== 0) return
    event.currentTarget.setPointerCapture(event.pointerId)
    setActive(valueAt(event))
  }
  const move = (event: PointerEvent<HTMLDivElement>) => {
    const value = valueAt(event)
    if (active !== null) setActive(value)
    if (event.pointerType === 'mouse') setHovered(value)
  }
  const release = () => {
    if (active !== null) onSeek(active)
    setActive(null)
  }
  const key = (event: KeyboardEvent) => {
    // On a television up and down move the focus to the other buttons.
    if (isTelevision() && (event.key === 'ArrowUp' || event.key === 'ArrowDown')) return
    const step = keySteps[event.key]
    const edge = event.key === 'Home' ? line.begin : event.key === 'End' ? line.reachableEnd : null
    if (step === undefined && edge === null) return
    event.preventDefault()
    event.stopPropagation()
    onSeek(edge ?? reachable(line.position + (step ?? 0)))
  }

  return (
    <div
      ref={track}
      className={styles.bar}
      role="slider"
      tabIndex={0}
      aria-label={props.label}
      aria-valuemin={Math.round(line.begin)}
      aria-valuemax={Math.round(line.reachableEnd)}
      aria-valuenow={Math.round(shown)}
      aria-valuetext={props.valueText(shown)}
      data-held={active !== null}
      onPointerDown={press}
      onPointerMove={move}
      onPointerUp={release}
      onPointerCancel={() => setActive(null)}
      onPointerLeave={() => setHovered(null)}
      onKeyDown={key}
    >
      <div className={styles.track}>
        {line.reachableEnd < line.end && (
          <span className={styles.future} style={{ left: `${shareOf(line.reachableEnd) * 100}%` }} />
        )}
        <span className={styles.buffered} style={{ transform: `scaleX(${shareOf(line.bufferedEnd)})` }} />
        <Stretches stretches={props.holes} className={styles.hole} shareOf={shareOf} />
        <Stretches stretches={props.marks} className={styles.mark} shareOf={shareOf} />
        <span className={styles.played} style={{ transform: `scaleX(${shareOf(shown)})` }} />
      </div>
      <span className={styles.thumb} style={{ left: `${shareOf(shown) * 100}%` }} />
      {pointed !== null && (
        <SeekPreview
          share={shareOf(pointed)}
          value={pointed}
          text={props.positionText(pointed)}
          {...(props.preview === undefined ? {} : { preview: props.preview })}
        />
      )}
    </div>
  )
}

interface Stretch {
  readonly begin: number
  readonly end: number
}
interface StretchesProps {
  readonly stretches: readonly Stretch[] | undefined
  readonly className: string | undefined
  readonly shareOf: (value: number) => number
}

function Stretches({ stretches = [], className, shareOf }: StretchesProps) {
  return stretches.map(({ begin, end }) => (
    <span
      key={begin}
      className={className}
      data-stretch=""
      style={{ left: `${shareOf(begin) * 100}%`, width: `${(shareOf(end) - shareOf(begin)) * 100}%` }}
    />
  ))
}
