import { type KeyboardEvent, type PointerEvent, useEffect, useRef, useState } from 'react'
import type { Preview } from '#player/core/playback/player-engine.ts'
import { useFilmMediaText } from './film-media-text.ts'
import { type MarkDraft, type MarkKind, markKinds, stepOfKey } from './mark-values.ts'
import { writeMoment } from './media-values.ts'
import type { useMediaPlayer } from '#console/player/use-media-player.ts'
import styles from './film-media.module.css'

type Edge = 'begin' | 'end'
type Engine = ReturnType<typeof useMediaPlayer>['engine']

interface MarkTimelineProps {
  readonly draft: MarkDraft
  readonly durationSec: number
  readonly positionSec: number
  readonly engine: Engine
  readonly mayEdit: boolean
  readonly onMove: (kind: MarkKind, edge: Edge, atSec: number) => void
}

/** Thumbnails of the file from its beginning to its end, with the marks over them; their ends are dragged. */
export function MarkTimeline({
  draft,
  durationSec,
  positionSec,
  engine,
  mayEdit,
  onMove,
}: MarkTimelineProps) {
  const line = useRef<HTMLDivElement>(null)
  const percent = (atSec: number) => `${Math.min(100, Math.max(0, (atSec / durationSec) * 100))}%`
  const move = (kind: MarkKind, edge: Edge, atSec: number) => {
    onMove(kind, edge, atSec)
    // The picture of the end is what one looks for.
    engine.current?.pause()
    engine.current?.seek(Math.min(durationSec - 0.1, Math.max(0, atSec)))
  }
  return (
    <div ref={line} className={styles['timeline']}>
      <Thumbnails durationSec={durationSec} engine={engine} />
      {markKinds.map((kind) => {
        const span = draft[kind]
        if (span === null) return null
        const style = { left: percent(span.begin), width: percent(span.end - span.begin) }
        return <span key={kind} className={styles['span']} data-kind={kind} style={style} />
      })}
      <span className={styles['playhead']} style={{ left: percent(positionSec) }} />
      {mayEdit
        ? markKinds.map((kind) =>
            (['begin', 'end'] as const).map((edge) => {
              const atSec = draft[kind]?.[edge]
              return atSec === undefined ? null : (
                <Handle
                  key={`${kind} ${edge}`}
                  kind={kind}
                  edge={edge}
                  atSec={atSec}
                  durationSec={durationSec}
                  left={percent(atSec)}
                  secAt={(clientX) => secondAt(line.current, clientX, durationSec)}
                  onMove={(to) => move(kind, edge, to)}
                />
              )
            }),
          )
        : null}
    </div>
  )
}

function secondAt(line: HTMLElement | null, clientX: number, durationSec: number): number {
  const box = line?.getBoundingClientRect()
  return box === undefined || box.width === 0 ? 0 : ((clientX - box.left) / box.width) * durationSec
}

interface HandleProps {
  readonly kind: MarkKind
  readonly edge: Edge
  readonly atSec: number
  readonly durationSec: number
  readonly left: string
  readonly secAt: (clientX: number) => number
  readonly onMove: (atSec: number) => void
}

/** An end of a mark: dragged, or moved by the arrow keys, by Page Up and Page Down, Home and End. */
function Handle({ kind, edge, atSec, durationSec, left, secAt, onMove }: HandleProps) {
  const t = useFilmMediaText()
  const byKey = (event: KeyboardEvent) => {
    const step = stepOfKey(event.key)
    if (step === 0) return
    event.preventDefault()
    onMove(atSec + step)
  }
  const drag = (event: PointerEvent<HTMLDivElement>) => {
    if (event.currentTarget.hasPointerCapture(event.pointerId)) onMove(secAt(event.clientX))
  }
  return (
    <div
      className={styles['handle']}
      data-kind={kind}
      data-edge={edge}
      style={{ left }}
      role="slider"
      tabIndex={0}
      aria-label={t(edge === 'begin' ? 'markBegin' : 'markEnd', { name: t(`mark.${kind}`) })}
      aria-valuemin={0}
      aria-valuemax={Math.round(durationSec * 10) / 10}
      aria-valuenow={Math.round(atSec * 10) / 10}
      aria-valuetext={writeMoment(atSec)}
      onKeyDown={byKey}
      onPointerDown={(event) => event.currentTarget.setPointerCapture(event.pointerId)}
      onPointerMove={drag}
    />
  )
}

const tiles = 10
const tileHeight = 54

function Thumbnails({ durationSec, engine }: Pick<MarkTimelineProps, 'durationSec' | 'engine'>) {
  const [pictures, setPictures] = useState<readonly (Preview | null)[]>([])
  useEffect(() => {
    let isOver = false
    const moments = Array.from({ length: tiles }, (_, at) => ((at + 0.5) / tiles) * durationSec)
    void Promise.all(moments.map(async (at) => (await engine.current?.previewAt(at)) ?? null)).then(
      (previews) => {
        if (!isOver) setPictures(previews)
      },
    )
    return () => {
      isOver = true
    }
  }, [durationSec, engine])
  return (
    <div className={styles['tiles']} aria-hidden="true">
      {pictures.map((picture, at) => (
        <span key={at}>{picture === null ? null : <Tile picture={picture} />}</span>
      ))}
    </div>
  )
}

function Tile({ picture }: { readonly picture: Preview }) {
  const scale = tileHeight / picture.height
  return (
    <i
      style={{
        width: picture.width * scale,
        height: tileHeight,
        backgroundImage: `url("${picture.url}")`,
        backgroundSize: `${picture.sheetWidth * scale}px ${picture.sheetHeight * scale}px`,
        backgroundPosition: `${-picture.left * scale}px ${-picture.top * scale}px`,
      }}
    />
  )
}
