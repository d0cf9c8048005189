/** The appearance of a guide entry at a moment, and its accessible name. Pure. */
import { formatShortDay, formatTime } from '#web/i18n/format.ts'
import { dayBegin } from '#web/features/channels/use-programmes.ts'
import type { Language } from '#contract/form/failures.ts'
import type { useTvText } from './model/tv-text.ts'
import type { Piece } from './model/guide-store.ts'

/**
 * `archive`: finished and recorded. `now` can be started over, `nowOnly` cannot. The names are those of the style
 * sheet.
 */
export type CellText = 'over' | 'archive' | 'now' | 'nowOnly' | 'ahead' | 'waiting' | 'failed' | 'empty'

export function cellTextOf({ kind, programme, beginSec, endSec }: Piece, nowSec: number): CellText {
  if (kind !== 'programme' || programme === null) return kind === 'programme' ? 'empty' : kind
  const isWatchable = programme.is_watchable === 1
  if (beginSec > nowSec) return 'ahead'
  if (endSec > nowSec) return isWatchable ? 'now' : 'nowOnly'
  return isWatchable ? 'archive' : 'over'
}

/** `19:00–19:45`. */
export function timesOf({ beginSec, endSec }: Pick<Piece, 'beginSec' | 'endSec'>): string {
  return `${formatTime(beginSec)}–${formatTime(endSec)}`
}

/** As much of it as fits in this many letters. */
export function timesWithin(piece: Piece, letters: number): string {
  return letters >= 10 ? timesOf(piece) : letters >= 5 ? formatTime(piece.beginSec) : ''
}

/** With the name of the episode, where it has one; empty for a gap. */
export function titleOf({ programme }: Piece): string {
  return [programme?.title, programme?.sub_title].filter(Boolean).join('. ')
}

export interface CellWords {
  /** The accessible name: `19:00–19:45, Вечерние новости, запись есть`. */
  readonly name: (piece: Piece, nowSec: number) => string
  /** The text of a gap. */
  readonly hole: (kind: Piece['kind']) => string
}

export function cellWords(t: ReturnType<typeof useTvText>, language: Language): CellWords {
  const hole = (kind: Piece['kind']) =>
    kind === 'failed' ? t('guideFailed') : kind === 'empty' ? t('guideEmpty') : ''
  const ends: Record<CellText, string> = {
    over: t('cellNotRecorded'),
    archive: t('cellRecorded'),
    now: t('cellNowStartOver'),
    nowOnly: t('cellNow'),
    ahead: '',
    waiting: t('cellWaiting'),
    failed: t('guideFailed'),
    empty: t('guideEmpty'),
  }
  return {
    hole,
    name: (piece, nowSec) => {
      const isToday = dayBegin(piece.beginSec) === dayBegin(nowSec)
      const day = isToday ? '' : formatShortDay(piece.beginSec, language)
      const end = ends[cellTextOf(piece, nowSec)]
      return [day, timesOf(piece), titleOf(piece), end].filter((part) => part !== '').join(', ')
    },
  }
}
