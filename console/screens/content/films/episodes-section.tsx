import { type ReactNode, useState } from 'react'
import { consoleEpisodes } from '#contract/console/episodes.ts'
import { specialsSeason } from '#contract/form/constants.ts'
import { useSending } from '#console/changes/use-sending.ts'
import { useCall } from '#console/session/queries.ts'
import { useMay } from '#console/session/session.ts'
import { Button } from '#console/ui/button.tsx'
import { Empty, Failed, Section, Skeleton } from '#console/ui/page.tsx'
import { EpisodeForm } from './episode-form.tsx'
import { type Season, seasonsOf } from './episode-values.ts'
import { useEpisodesText } from './episodes-text.ts'
import { MoveForm } from './move-form.tsx'
import { NewSeason, SeasonList } from './season-list.tsx'
import styles from './episodes.module.css'

/** What is open over the list; the episode by its id, so that a newer version of it is shown. */
interface Open {
  readonly what: 'edit' | 'move' | 'away'
  readonly id: number
}

/** The seasons of a series, and acts on its episodes. */
export function EpisodesSection({ vid }: { readonly vid: number }) {
  const t = useEpisodesText()
  const mayEdit = useMay()('films', 'edit')
  const { send } = useSending('films')
  const { data, error, refetch } = useCall(consoleEpisodes.list, { vid })
  const [open, setOpen] = useState<Open>()
  const [isBusy, setIsBusy] = useState(false)
  const { version = '', episodes = [] } = data ?? {}
  const seasons = seasonsOf(episodes)
  const opened = episodes.find(({ id }) => id === open?.id)
  const act = async (sending: Promise<boolean>) => {
    setIsBusy(true)
    await sending
    setIsBusy(false)
  }
  const place = (id: number, season: number, number: number | null) => {
    // A list that is disabled while something is dropped would believe that it is still dragged.
    if (isBusy) return
    const input = { vid, version, ids: [id], season, number, to_vid: vid }
    void act(send(consoleEpisodes.move, input, () => t('moved')))
  }
  const reset = () => void act(send(consoleEpisodes.reset, { vid, version }, () => t('wasReset')))
  const isMoved = episodes.some(({ source }) => source !== null && source.vid === vid)
  const next = Math.max(specialsSeason, ...seasons.map(({ number }) => number)) + 1
  return (
    <Section
      title={t('title')}
      {...(mayEdit && episodes.length > 0 ? { text: t('text') } : {})}
      acts={
        mayEdit && isMoved ? (
          <Button isDisabled={isBusy} onPress={reset}>
            {t('reset')}
          </Button>
        ) : undefined
      }
    >
      {data === undefined && error !== null ? <Failed error={error} onRetry={() => void refetch()} /> : null}
      {data === undefined && error === null ? <Skeleton lines={4} /> : null}
      {data !== undefined && episodes.length === 0 ? <Empty text={t('none')} /> : null}
      {seasons.map((season) => (
        <SeasonPart key={season.number} season={season}>
          <SeasonList
            vid={vid}
            season={season}
            isDisabled={!mayEdit || isBusy}
            mayEdit={mayEdit}
            onPlace={place}
            onOpen={(what, id) => setOpen({ what, id })}
          />
        </SeasonPart>
      ))}
      {mayEdit && episodes.length > 0 && next <= 999 ? (
        // By its key the last place that Tab reaches while something is dragged, also after a season was added.
        <NewSeason key={next} number={next} onPlace={(id) => place(id, next, 1)} />
      ) : null}
      {opened === undefined || open === undefined ? null : open.what === 'edit' ? (
        <EpisodeForm key={opened.id} vid={vid} episode={opened} onClose={() => setOpen(undefined)} />
      ) : (
        <MoveForm
          vid={vid}
          version={version}
          episode={opened}
          isAway={open.what === 'away'}
          onClose={() => setOpen(undefined)}
        />
      )}
    </Section>
  )
}

function SeasonPart({ season, children }: { readonly season: Season; readonly children: ReactNode }) {
  const t = useEpisodesText()
  const { number, episodes } = season
  return (
    <div className={styles['season']}>
      <h3>
        {number === specialsSeason ? t('specials') : t('season', { number })}
        <small>{t('count', { count: episodes.length })}</small>
      </h3>
      {children}
    </div>
  )
}
