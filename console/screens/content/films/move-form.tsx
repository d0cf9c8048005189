import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { consoleEpisodes } from '#contract/console/episodes.ts'
import { consoleFilms } from '#contract/console/films.ts'
import { useSending } from '#console/changes/use-sending.ts'
import { call } from '#console/session/call.ts'
import { useLanguage } from '#console/session/preferences.ts'
import { keyOf } from '#console/session/queries.ts'
import { useText } from '#console/session/text.ts'
import { useForm } from '#console/session/use-form.ts'
import { Button } from '#console/ui/button.tsx'
import { Dialog, DialogButtons } from '#console/ui/dialog.tsx'
import { FormBody, TextField } from '#console/ui/field.tsx'
import { Failed } from '#console/ui/page.tsx'
import { SearchInput } from '#console/ui/search-input.tsx'
import type { Episode } from './episode-values.ts'
import { useEpisodesText } from './episodes-text.ts'
import { filmName } from './film-query.ts'
import styles from './episodes.module.css'

interface Series {
  readonly vid: number
  readonly name: string
}

interface MoveFormProps {
  readonly vid: number
  /** Of the order. */
  readonly version: string
  readonly episode: Episode
  /** To another series, which is chosen here. */
  readonly isAway: boolean
  readonly onClose: () => void
}

/** The place of an episode: its season and number, and another series. */
export function MoveForm({ vid, version, episode, isAway, onClose }: MoveFormProps) {
  const t = useEpisodesText()
  const common = useText()
  const { confirm, refresh } = useSending('films')
  const [series, setSeries] = useState<Series>()
  const initial = { season: String(episode.season), number: isAway ? '' : String(episode.number) }
  const form = useForm(consoleEpisodes.move, initial, {
    toInput: ({ season, number }) => ({
      ...{ vid, version, ids: [episode.id], season },
      ...{ number: number.trim() === '' ? null : number, to_vid: series?.vid ?? vid },
    }),
    failureFields: { episode_number_high: 'number' },
    onDone: ({ change_id: changeId }) => {
      if (changeId > 0) confirm(changeId, t('moved'))
      onClose()
      void refresh()
    },
    onFailed: () => void refresh(),
  })
  return (
    <Dialog title={t(isAway ? 'moveAway' : 'move')} isOpen onClose={onClose}>
      <form onSubmit={form.submit} noValidate>
        <FormBody problem={form.problem}>
          <p className={styles['hint']}>
            {t('place', { season: episode.season, number: episode.number })} ·{' '}
            {episode.name_ru || episode.name_uz}
          </p>
          {isAway ? <SeriesSearch vid={vid} chosen={series} onChoose={setSeries} /> : null}
          <TextField
            field={form.field('season')}
            label={t('seasonNumber')}
            hint={t('seasonHint')}
            inputMode="numeric"
            autoComplete="off"
          />
          <TextField
            field={form.field('number')}
            label={t('number')}
            hint={t('numberHint')}
            inputMode="numeric"
            autoComplete="off"
          />
        </FormBody>
        <DialogButtons>
          <Button onPress={onClose}>{common('common.cancel')}</Button>
          <Button
            type="submit"
            look="primary"
            isPending={form.isBusy}
            isDisabled={isAway && series === undefined}
          >
            {t('moveHere')}
          </Button>
        </DialogButtons>
      </form>
    </Dialog>
  )
}

const maxResults = 6

interface SeriesSearchProps {
  readonly vid: number
  readonly chosen: Series | undefined
  readonly onChoose: (series: Series) => void
}

/** Another series, by its title, year or number. */
function SeriesSearch({ vid, chosen, onChoose }: SeriesSearchProps) {
  const t = useEpisodesText()
  const language = useLanguage()
  const [query, setQuery] = useState('')
  const request = { q: query.trim().slice(0, 200), view: 'series' as const, limit: 20 }
  const { data, error, refetch } = useQuery({
    queryKey: keyOf(consoleFilms.list, request),
    queryFn: ({ signal }) => call(consoleFilms.list, request, { signal }),
    placeholderData: keepPreviousData,
    enabled: request.q !== '',
  })
  const results = (data?.films ?? []).filter((film) => film.vid !== vid).slice(0, maxResults)
  return (
    <>
      <search
        onKeyDown={(event) => {
          // It would submit the form around it.
          if (event.key === 'Enter') event.preventDefault()
        }}
      >
        <SearchInput label={t('search')} hint={t('searchHint')} value={query} onChange={setQuery} />
      </search>
      {request.q === '' ? null : data === undefined && error !== null ? (
        <Failed error={error} onRetry={() => void refetch()} />
      ) : data === undefined ? null : results.length === 0 ? (
        <p role="status">{t('nothing')}</p>
      ) : (
        <div className={styles['results']}>
          {results.map((film) => {
            const name = `${filmName(film, language)} · ${film.year}`
            return (
              <Button
                key={film.vid}
                aria-label={t('choose', { name })}
                onPress={() => {
                  onChoose({ vid: film.vid, name })
                  setQuery('')
                }}
              >
                {name}
              </Button>
            )
          })}
        </div>
      )}
      {chosen === undefined ? null : <p role="status">{t('chosen', { name: chosen.name })}</p>}
    </>
  )
}
