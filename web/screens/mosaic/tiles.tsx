/** The tiles of the mosaic and the players under them. */
import { useCallback, useEffect, useState } from 'react'
import type { Channel } from '#contract/channels/channels.ts'
import { isTelevision } from '#web/remote/television.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { useLatest } from '#web/state/use-latest.ts'
import { assignPlayers, isLimit, isPassing, playingOf } from './mosaic-rules.ts'
import { MosaicPlayer, type PlayerReport } from './mosaic-player.tsx'
import { useMosaicText } from './mosaic-text.ts'
import { Tile } from './tile.tsx'
import { TileStill } from './tile-still.tsx'
import { useAllowed, type Limited } from './use-allowed.ts'
import styles from './mosaic.module.css'

interface TilesProps {
  readonly tiles: readonly number[]
  readonly channels: readonly Channel[]
  readonly onTiles: (tiles: readonly number[]) => void
  readonly onLimit: (limit: { readonly kind: Limited; readonly allowed: number } | null) => void
}

const noPlayers: readonly (number | null)[] = [null, null, null, null]
const noReports: ReadonlyMap<number, PlayerReport> = new Map()

export function Tiles({ tiles, channels, onTiles, onLimit }: TilesProps) {
  const t = useMosaicText()
  const { allowed, limited, attempt, onRefused, onOneDecoder } = useAllowed()
  const [recent, setRecent] = useState<readonly number[]>([])
  const [reports, setReports] = useState(noReports)
  const [hasSound, allowSound] = useSound()
  const isShown = useIsShown()
  const existing = tiles.filter((cid) => channels.some(({ id }) => id === cid))
  const focused = recent.find((cid) => existing.includes(cid)) ?? existing[0] ?? null
  const blocked = new Set(
    existing.filter((cid) => {
      const problem = reports.get(cid)?.problem ?? null
      return problem !== null && !isPassing(problem)
    }),
  )
  const playing = isShown ? playingOf({ tiles: existing, recent, allowed, blocked }) : []
  const players = useAssigned(playing)
  useEffect(() => onLimit(limited === null ? null : { kind: limited, allowed }), [limited, allowed, onLimit])
  useEffect(() => () => onLimit(null), [onLimit])
  const latest = useLatest({ playing, onRefused })
  const onReport = useCallback(
    (report: PlayerReport) => {
      setReports((before) => new Map(before).set(report.cid, report))
      const { playing: now, onRefused: refused } = latest.current
      if (report.problem !== null && isLimit(report.problem) && now.length > 1) refused(now.length)
    },
    [latest],
  )
  const focus = (cid: number) => {
    setRecent((before) => [cid, ...before.filter((one) => one !== cid)].slice(0, 12))
    // What another device stopped goes on where the viewer asks for it.
    setReports((before) => (before.get(cid)?.problem?.kind === 'stopped' ? without(before, cid) : before))
  }
  return (
    <div className={styles.grid} data-count={existing.length} data-mosaic="">
      <div className={styles.layer}>
        {existing.map((cid, at) => (
          <TileStill key={cid} channel={channels.find(({ id }) => id === cid)} at={at} />
        ))}
      </div>
      <div className={styles.layer} data-over="">
        {players.map((cid, index) => (
          <MosaicPlayer
            // A player outlives its channel: it hands its stream on to the next one.
            key={`player ${index}`}
            cid={cid}
            at={cid === null ? 0 : existing.indexOf(cid)}
            isHeard={hasSound && cid !== null && cid === focused}
            isBeside={playing.length > 1}
            attempt={attempt}
            onReport={onReport}
            onSoundBlocked={() => allowSound(false)}
            onOneDecoder={onOneDecoder}
          />
        ))}
      </div>
      <ul className={styles.layer} data-over="" data-grid="" aria-label={t('tiles')}>
        {existing.map((cid, at) => {
          const channel = channels.find(({ id }) => id === cid)
          const report = reports.get(cid)
          if (channel === undefined) return null
          return (
            <Tile
              key={cid}
              channel={channel}
              at={at}
              isFocused={cid === focused}
              isHeard={hasSound && cid === focused}
              hasPlayer={players.includes(cid)}
              hasPicture={players.includes(cid) && report?.hasPicture === true}
              problem={players.includes(cid) || blocked.has(cid) ? (report?.problem ?? null) : null}
              onFocus={() => focus(cid)}
              onRemove={() => onTiles(tiles.filter((one) => one !== cid))}
            />
          )
        })}
      </ul>
      {!hasSound && (
        <div className={styles.sound}>
          <Button icon="play" onClick={() => allowSound(true)} title={t('soundOff')}>
            {t('soundOn')}
          </Button>
        </div>
      )}
    </div>
  )
}

function without(reports: ReadonlyMap<number, PlayerReport>, cid: number): ReadonlyMap<number, PlayerReport> {
  return new Map([...reports].filter(([id]) => id !== cid))
}

/** The channel of each player; the array stays while nothing changes. */
function useAssigned(playing: readonly number[]): readonly (number | null)[] {
  const [players, setPlayers] = useState(noPlayers)
  const next = assignPlayers(players, playing)
  const isSame = next.every((cid, index) => cid === players[index])
  if (!isSame) setPlayers(next)
  return isSame ? players : next
}

/** False where the browser allows no sound before a press; any press allows it. */
function useSound(): readonly [boolean, (allowed: boolean) => void] {
  const [hasSound, setHasSound] = useState(true)
  useEffect(() => {
    if (hasSound) return
    const allow = () => setHasSound(true)
    const presses = ['pointerup', 'keydown'] as const
    for (const press of presses) document.addEventListener(press, allow, { once: true })
    return () => {
      for (const press of presses) document.removeEventListener(press, allow)
    }
  }, [hasSound])
  return [hasSound, setHasSound]
}

/** On a television an app that is left for another one stays loaded: it plays nothing, and holds no streams. */
function useIsShown(): boolean {
  const [isShown, setIsShown] = useState(true)
  useEffect(() => {
    if (!isTelevision()) return
    const changed = () => setIsShown(document.visibilityState === 'visible')
    document.addEventListener('visibilitychange', changed)
    return () => document.removeEventListener('visibilitychange', changed)
  }, [])
  return isShown
}
