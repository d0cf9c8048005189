/** Playback statistics over the video, for curious viewers and for support. */
import { useEffect, useState } from 'react'
import type { Playback } from '#player/core/playback/playback.ts'
import { statisticsLines } from '#player/core/state/statistics.ts'
import { copyText } from '#web/ui/controls/copy-text.ts'
import { isTelevision } from '#web/remote/television.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { PlayerButton } from '#web/player/controls/player-button.tsx'
import { useStatisticsText } from '#web/player/texts/statistics-text.ts'
import styles from './statistics-panel.module.css'

const renewMs = 1000
const saidMs = 3000

/** What support receives: the figures, the time, and the browser. */
function reportOf(lines: readonly (readonly [name: string, value: string])[]): string {
  const figures = lines.map((line) => line.join(': '))
  return [...figures, new Date().toISOString(), navigator.userAgent].join('\n')
}

export function StatisticsPanel({ playback }: { readonly playback: Playback }) {
  const t = useStatisticsText()
  const nowMs = useTicks()
  const [copied, setCopied] = useState<'yes' | 'no' | null>(null)
  useEffect(() => {
    if (copied === null) return
    const timer = setTimeout(setCopied, saidMs, null)
    return () => clearTimeout(timer)
  }, [copied])
  const lines = statisticsLines(playback.state, playback.statistics(), nowMs).map(
    ([name, value]) => [t(`stats.${name}`), value] as const,
  )
  const copy = async () => {
    setCopied((await copyText(reportOf(lines))) ? 'yes' : 'no')
  }
  return (
    <section className={styles.panel} aria-label={t('stats.title')} data-statistics="">
      <header className={styles.head}>
        <h2 className={styles.title}>{t('stats.title')}</h2>
        <PlayerButton
          icon="close"
          iconSize={20}
          label={t('stats.close')}
          hotkey="I"
          onClick={() => playback.choices.toggleStatistics()}
        />
      </header>
      <dl className={styles.lines}>
        {lines.map(([name, value]) => (
          <div key={name} className={styles.line}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {/* A television has nowhere to paste to: there the text is read or photographed. */}
      {!isTelevision() && <Button onClick={() => void copy()}>{t('stats.copy')}</Button>}
      <p className={styles.said} role="status">
        {copied === 'yes' && t('stats.copied')}
        {copied === 'no' && t('stats.notCopied')}
      </p>
    </section>
  )
}

/** The current time, updated every second. */
function useTicks(): number {
  const [nowMs, setNowMs] = useState(() => Date.now())
  useEffect(() => {
    const timer = setInterval(() => setNowMs(Date.now()), renewMs)
    return () => clearInterval(timer)
  }, [])
  return nowMs
}
