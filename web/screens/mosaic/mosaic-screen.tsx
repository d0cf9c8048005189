/** `/mosaic`: up to four channels at once, with the sound of the focused one. */
import { useEffect, useState } from 'react'
import { pathOf } from '#contract/form/pages.ts'
import type { Channel } from '#contract/channels/channels.ts'
import { endRetained } from '#web/player/playback/retained-playback.ts'
import { useChannels } from '#web/features/channels/use-channels.ts'
import { useNavigate, useSearchParams } from '#web/router/router.ts'
import { useViewerKey } from '#web/session/session.ts'
import { useHere } from '#web/session/way-back.ts'
import { EmptyCard, RetryCard } from '#web/ui/cards/state-card.tsx'
import { Button, ButtonLink } from '#web/ui/controls/button.tsx'
import { Skeleton } from '#web/ui/pictures/skeleton.tsx'
import { showToast } from '#web/ui/dialogs/toast.tsx'
import { useOnChange } from '#web/state/use-on-change.ts'
import { ChannelPicker } from './channel-picker.tsx'
import { maxTiles } from './mosaic-rules.ts'
import { useMosaicText } from './mosaic-text.ts'
import { loadTiles, setTiles, useTiles } from './stored-mosaic.ts'
import { Tiles } from './tiles.tsx'
import type { Limited } from './use-allowed.ts'
import styles from './mosaic.module.css'

const noChannels: readonly Channel[] = []

export function MosaicScreen() {
  const t = useMosaicText()
  const { state } = useChannels()
  const viewer = useViewerKey()
  const tiles = useTiles()
  const [picks, setPicks] = useState(false)
  const [limit, setLimit] = useState<{ readonly kind: Limited; readonly allowed: number } | null>(null)
  useEffect(loadTiles, [])
  // A mini-player would be a second sound, and take a stream.
  useEffect(endRetained, [])
  useAdded(tiles, () => setPicks(true))
  const channels = state.kind === 'ok' ? state.data.channels.item : noChannels
  return (
    <div className={styles.screen}>
      <div className={styles.head}>
        <h1 className={styles.title}>{t('title')}</h1>
        {tiles !== null && tiles.length > 0 && (
          <Button icon="list" onClick={() => setPicks(true)}>
            {t('choose')}
          </Button>
        )}
      </div>
      {state.kind === 'refused' || state.kind === 'unreachable' ? (
        <RetryCard onRetry={state.retry} />
      ) : tiles === null || state.kind === 'loading' ? (
        <Skeleton className={styles.waiting} />
      ) : tiles.length === 0 ? (
        <EmptyCard title={t('empty')} text={t('emptyHint')}>
          <Button variant="primary" onClick={() => setPicks(true)}>
            {t('choose')}
          </Button>
        </EmptyCard>
      ) : (
        <Tiles key={viewer} tiles={tiles} channels={channels} onLimit={setLimit} onTiles={setTiles} />
      )}
      {limit !== null && tiles !== null && tiles.length > limit.allowed && <LimitLine {...limit} />}
      <ChannelPicker
        open={picks}
        channels={channels}
        tiles={tiles ?? []}
        onTiles={setTiles}
        onClose={() => setPicks(false)}
      />
    </div>
  )
}

/** `?add=<channel>`: how other pages add one. The address is left without it, so that a reload adds nothing. */
function useAdded(tiles: readonly number[] | null, onFull: () => void): void {
  const t = useMosaicText()
  const [params] = useSearchParams()
  const navigate = useNavigate()
  const added = Number(params.get('add'))
  useOnChange([added, tiles === null], () => {
    if (tiles === null || !Number.isSafeInteger(added) || added <= 0) return
    void navigate(pathOf('mosaic'), { replace: true, preventScrollReset: true })
    if (tiles.includes(added)) return
    if (tiles.length < maxTiles) return setTiles([...tiles, added])
    showToast(t('full', { max: maxTiles }))
    onFull()
  })
}

interface LimitLineProps {
  readonly kind: Limited
  readonly allowed: number
}

/** Why not all tiles play, and what changes that. */
function LimitLine({ kind, allowed }: LimitLineProps) {
  const t = useMosaicText()
  const from = useHere()
  return (
    <div className={styles.limit} role="status">
      <p>{kind === 'tariff' ? t('limit', { count: allowed }) : t(kind)}</p>
      {kind === 'tariff' && (
        <ButtonLink to={pathOf('tariff')} state={{ from }}>
          {t('tariffs')}
        </ButtonLink>
      )}
      {kind === 'elsewhere' && <ButtonLink to={pathOf('devices')}>{t('devices')}</ButtonLink>}
      {kind === 'guest' && (
        <ButtonLink to={pathOf('login')} state={{ from }}>
          {t('login')}
        </ButtonLink>
      )}
    </div>
  )
}
