import { type ReactNode, useState } from 'react'
import { consoleEpisodes } from '#contract/console/episodes.ts'
import type { ResponseOf } from '#contract/form/endpoint.ts'
import { specialsSeason } from '#contract/form/constants.ts'
import { useSending } from '#console/changes/use-sending.ts'
import { useCall } from '#console/session/queries.ts'
import { useMay } from '#console/session/session.ts'
import { Button } from '#console/ui/button.tsx'
import { Empty, Failed, Section, Skeleton } from '#console/ui/page.tsx'
import { EpisodeForm } from './episode-form.tsx'
import { type Season, type SeasonFacts, seasonsOf } from './episode-values.ts'
import { useEpisodesText } from './episodes-text.ts'
import { MoveForm } from './move-form.tsx'
import { PartWindowsForm } from './part-windows-form.tsx'
import { NewSeason, SeasonList, WindowBadge } from './season-list.tsx'
import styles from './episodes.module.css'

/** What is open over the list; the episode by its id, so that a newer version of it is shown. */
interface Open {
  readonly what: 'edit' | 'move' | 'away' | 'windows'
  readonly id: number
}

type SeriesEpisodes = ResponseOf<typeof consoleEpisodes.list>

/** The seasons of a series, and acts on its episodes. */
export function EpisodesSection({ vid }: { readonly vid: number }) {
  const t = useEpisodesText()
  const mayEdit = useMay()('films', 'edit')
  const { send } = useSending('films')
  const { data, error, refetch } = useCall(consoleEpisodes.list, { vid })
  const [open, setOpen] = useState<Open>()
  const [windowsOf, setWindowsOf] = useState<number>()
  const [isBusy, setIsBusy] = useState(false)
  const { version = '', episodes = [] } = data ?? {}
  const seasons = seasonsOf(episodes)
  const seasonFacts = data?.seasons.find(({ number }) => number === windowsOf)
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
        <SeasonPart
          key={season.number}
          season={season}
          facts={data?.seasons.find(({ number }) => number === season.number)}
          {...(mayEdit ? { onWindows: () => setWindowsOf(season.number) } : {})}
        >
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
      {open === undefined || data === undefined ? null : (
        <OpenedEpisode vid={vid} data={data} open={open} onClose={() => setOpen(undefined)} />
      )}
      {seasonFacts === undefined ? null : (
        <PartWindowsForm
          {...{ vid, season: seasonFacts.number, id: null, part: seasonFacts }}
          title={t('windowsOf', { name: t('season', { number: seasonFacts.number }) })}
          onClose={() => setWindowsOf(undefined)}
        />
      )}
    </Section>
  )
}

interface OpenedProps {
  readonly vid: number
  readonly data: SeriesEpisodes
  readonly open: Open
  readonly onClose: () => void
}

/** The dialog that is open over the list. */
function OpenedEpisode({ vid, data, open, onClose }: OpenedProps) {
  const t = useEpisodesText()
  const episode = data.episodes.find(({ id }) => id === open.id)
  if (episode === undefined) return null
  const { id, season, number } = episode
  if (open.what === 'edit') return <EpisodeForm key={id} {...{ vid, episode, onClose }} />
  if (open.what === 'windows')
    return (
      <PartWindowsForm
        key={id}
        {...{ vid, season, id, part: episode, onClose }}
        title={t('windowsOf', { name: t('place', { season, number }) })}
      />
    )
  return <MoveForm {...{ vid, version: data.version, episode, onClose }} isAway={open.what === 'away'} />
}

interface SeasonPartProps {
  readonly season: Season
  readonly facts: SeasonFacts | undefined
  /** Absent: they may not be changed. */
  readonly onWindows?: () => void
  readonly children: ReactNode
}

function SeasonPart({ season, facts, onWindows, children }: SeasonPartProps) {
  const t = useEpisodesText()
  const { number, episodes } = season
  const name = number === specialsSeason ? t('specials') : t('season', { number })
  const count = episodes.reduce((sum, one) => sum + one.last_number - one.number + 1, 0)
  return (
    <div className={styles['season']}>
      <div className={styles['seasonHead']}>
        <h3>
          {name}
          <small>{t('count', { count })}</small>
          {facts === undefined ? null : <WindowBadge window={facts.window} />}
        </h3>
        {onWindows === undefined ? null : (
          <Button aria-label={t('windowsOf', { name })} onPress={onWindows}>
            {t('windows')}
          </Button>
        )}
      </div>
      {children}
    </div>
  )
}
