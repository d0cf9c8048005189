import { memo, useRef } from 'react'
import type { FilmCard } from '#contract/films/films.ts'
import { classes } from '#web/ui/text/class-names.ts'
import { PosterCard, PosterSkeleton } from './poster-card.tsx'
import type { Piece } from './grid-window.ts'
import { useGridWindow } from './use-grid-window.ts'
import styles from './poster-grid.module.css'

/** The first posters are visible in the first screen. */
const eagerCount = 6

interface PosterGridProps {
  readonly films: readonly FilmCard[]
  /** The key of the list, so that it is rendered the same on return. */
  readonly listKey: string
  /** How many cards are still loading; their space is reserved. */
  readonly waiting: number
  readonly forKids?: boolean
  /** Beside a column of filters there is room for one card less. */
  readonly isBeside?: boolean
}

/** Posters in rows; of thousands only those near the screen are rendered. */
export function PosterGrid({ films, listKey, waiting, forKids = false, isBeside = false }: PosterGridProps) {
  const grid = useRef<HTMLUListElement>(null)
  const pieces = useGridWindow(grid, films.length, listKey)
  return (
    <ul
      ref={grid}
      className={classes(styles.grid, forKids && styles.kids, isBeside && styles.beside)}
      data-grid=""
      aria-busy={waiting > 0}
    >
      {pieces.flatMap((piece) => {
        if (piece.kind === 'space') return [spaceOf(piece)]
        return films
          .slice(piece.from, piece.to)
          .map((film, index) => (
            <GridCard
              key={film.vid}
              film={film}
              place={piece.from + index}
              count={films.length}
              forKids={forKids}
            />
          ))
      })}
      {Array.from({ length: waiting }, (_, index) => (
        <li key={`waiting ${index}`}>
          <PosterSkeleton forKids={forKids} />
        </li>
      ))}
    </ul>
  )
}

function spaceOf({ fromRow, height }: Extract<Piece, { kind: 'space' }>) {
  return (
    <li
      key={fromRow === 0 ? 'space above' : `space ${fromRow}`}
      className={styles.space}
      aria-hidden="true"
      style={{ height }}
    />
  )
}

interface GridCardProps {
  readonly film: FilmCard
  readonly place: number
  readonly count: number
  readonly forKids: boolean
}

/** Screen readers announce the position and the total, though not all cards are rendered. */
const GridCard = memo(function GridCard({ film, place, count, forKids }: GridCardProps) {
  return (
    <li
      data-place={place}
      data-first={place === 0 ? '' : undefined}
      aria-posinset={place + 1}
      aria-setsize={count}
    >
      <PosterCard film={film} eager={place < eagerCount} forKids={forKids} />
    </li>
  )
})
