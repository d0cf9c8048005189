/** One channel of the mosaic: a link to it that takes the sound with the focus. */
import { useRef, type KeyboardEvent, type MouseEvent, type PointerEvent } from 'react'
import type { Channel } from '#contract/channels/channels.ts'
import { pathOf } from '#contract/form/pages.ts'
import type { PlaybackProblem } from '#player/core/state/playback-state.ts'
import { useTelevisionCard } from '#web/features/card-menu/television-card.ts'
import { PlayerIcon } from '#web/player/controls/player-icon.tsx'
import { pickNext, type Direction } from '#web/remote/pick.ts'
import { isTelevision } from '#web/remote/television.ts'
import { Link } from '#web/router/router.ts'
import { onAir } from '#web/ui/cards/on-air.ts'
import { IconButton } from '#web/ui/controls/button.tsx'
import { useNowSec } from '#web/ui/text/use-now.ts'
import { useMosaicText } from './mosaic-text.ts'
import styles from './mosaic.module.css'

/** A pointer that crosses a tile on its way does not take the sound. */
const hoverMs = 200
/** The focus that a press causes comes within this time: after a tap on a phone when the finger is lifted. */
const pressMs = 700

interface TileProps {
  readonly channel: Channel
  readonly at: number
  readonly isFocused: boolean
  readonly isHeard: boolean
  readonly hasPlayer: boolean
  readonly hasPicture: boolean
  readonly problem: PlaybackProblem | null
  readonly onFocus: () => void
  readonly onRemove: () => void
}

export function Tile(props: TileProps) {
  const { channel, at, isFocused, isHeard, hasPlayer, hasPicture } = props
  const t = useMosaicText()
  const nowSec = useNowSec()
  const remote = useTelevisionCard({ kind: 'channel', channel })
  const hover = useRef<ReturnType<typeof setTimeout> | undefined>(undefined)
  const isPressed = useRef(false)
  const pressedBy = useRef('')
  const programme = onAir(channel, nowSec)?.title ?? ''
  const state = t(isHeard && hasPicture ? 'heard' : hasPicture ? 'silent' : 'still')
  return (
    <li
      className={styles.tile}
      data-at={at}
      data-heard={isHeard}
      onPointerEnter={(event) => {
        if (event.pointerType === 'mouse') hover.current = setTimeout(props.onFocus, hoverMs)
      }}
      onPointerLeave={() => clearTimeout(hover.current)}
    >
      <Link
        className={styles.link}
        to={pathOf('channel', { id: channel.id })}
        data-mosaic-tile={channel.id}
        aria-label={[channel.name, programme, state].filter(Boolean).join(', ')}
        {...remote}
        onFocus={() => {
          remote.onFocus()
          // A press focuses too; what it does is decided by where the sound was before.
          if (!isPressed.current) props.onFocus()
        }}
        onKeyDown={(event: KeyboardEvent<HTMLElement>) => {
          remote.onKeyDown(event)
          if (!isTelevision()) moveByArrows(event)
        }}
        onPointerDown={({ pointerType }: PointerEvent) => {
          isPressed.current = true
          pressedBy.current = pointerType
          // The focus follows the press at once, also where a long press sends no end of it.
          setTimeout(() => (isPressed.current = false), pressMs)
        }}
        onClick={(event: MouseEvent) => {
          const isTouch = event.detail > 0 && pressedBy.current === 'touch'
          if (!isTouch || isFocused) return
          event.preventDefault()
          props.onFocus()
        }}
      >
        <Words {...props} programme={programme} isStill={!hasPlayer} />
      </Link>
      <IconButton
        className={styles.remove}
        icon="close"
        size={20}
        label={t('remove', { name: channel.name })}
        onClick={props.onRemove}
      />
    </li>
  )
}

interface WordsProps extends TileProps {
  readonly programme: string
  readonly isStill: boolean
}

function Words({ channel, programme, isHeard, hasPicture, isStill, problem }: WordsProps) {
  const t = useMosaicText()
  return (
    <>
      {problem !== null ? (
        <span className={styles.problem}>
          <span className={styles.problemText}>
            {problem.kind === 'refused'
              ? problem.message
              : t(problem.kind === 'stopped' ? 'stopped' : 'failed')}
          </span>
          <span className={styles.more}>{t('more')}</span>
        </span>
      ) : (
        isStill && (
          <span className={styles.problem}>
            <span className={styles.more}>{t('toHear')}</span>
          </span>
        )
      )}
      <span className={styles.words}>
        <span className={styles.number}>{channel.number}</span>
        <span className={styles.names}>
          <span className={styles.name}>{channel.name}</span>
          <span className={styles.programme}>{programme}</span>
        </span>
        {hasPicture && <PlayerIcon name={isHeard ? 'volume' : 'muted'} size={20} />}
      </span>
    </>
  )
}

const directions: Readonly<Record<string, Direction>> = {
  ArrowLeft: 'left',
  ArrowRight: 'right',
  ArrowUp: 'up',
  ArrowDown: 'down',
}

/** On a television the page's own handler of the remote control does it. */
function moveByArrows(event: KeyboardEvent<HTMLElement>): void {
  const direction = directions[event.key]
  const own = event.currentTarget
  if (direction === undefined || event.altKey || event.ctrlKey || event.metaKey) return
  const others = [...(own.closest('ul')?.querySelectorAll<HTMLElement>('[data-mosaic-tile]') ?? [])]
    .filter((element) => element !== own)
    .map((element) => ({ element, box: element.getBoundingClientRect() }))
  const next = pickNext(own.getBoundingClientRect(), others, direction)
  if (next === null) return
  event.preventDefault()
  next.element.focus()
}
