import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { consoleFilms } from '#contract/console/films.ts'
import { call } from '#console/session/call.ts'
import { useLanguage } from '#console/session/preferences.ts'
import { keyOf } from '#console/session/queries.ts'
import { useText } from '#console/session/text.ts'
import { Button } from '#console/ui/button.tsx'
import { Dialog, DialogButtons } from '#console/ui/dialog.tsx'
import { Empty, Failed } from '#console/ui/page.tsx'
import { SearchInput } from '#console/ui/search-input.tsx'
import { useBroadcastTitlesText } from './broadcast-titles-text.ts'
import styles from './guide-drafts.module.css'

interface AttachDialogProps {
  /** As the guide has it: the first search. */
  readonly name: string
  readonly onChoose: (film: { readonly vid: number; readonly name: string }) => void
  readonly onClose: () => void
}

const maxResults = 8

/** Finds the title of the catalogue that a film of the guide is. */
export function AttachDialog({ name, onChoose, onClose }: AttachDialogProps) {
  const t = useBroadcastTitlesText()
  const common = useText()
  const isUzbek = useLanguage() === 'uz'
  const [query, setQuery] = useState(name)
  const request = { q: query.trim().slice(0, 200), limit: 20 }
  const { data, error, refetch } = useQuery({
    queryKey: keyOf(consoleFilms.list, request),
    queryFn: ({ signal }) => call(consoleFilms.list, request, { signal }),
    placeholderData: keepPreviousData,
    enabled: request.q !== '',
  })
  const films = (data?.films ?? []).slice(0, maxResults).map((film) => ({
    vid: film.vid,
    name: (isUzbek ? film.name_uz || film.name_ru : film.name_ru || film.name_uz) || String(film.vid),
    year: film.year,
  }))
  return (
    <Dialog title={t('attachTitle')} isOpen onClose={onClose}>
      <search>
        <SearchInput label={t('find')} hint={name} value={query} onChange={setQuery} />
      </search>
      {error === null ? null : <Failed error={error} onRetry={() => void refetch()} />}
      {data !== undefined && films.length === 0 ? <Empty text={t('noFilms')} /> : null}
      <ul className={styles['items']}>
        {films.map((film) => (
          <li key={film.vid} className={styles['word']}>
            <span>
              {film.name}, {film.year}
            </span>
            <Button aria-label={t('choose', { name: film.name })} onPress={() => onChoose(film)}>
              {t('attachNone')}
            </Button>
          </li>
        ))}
      </ul>
      <DialogButtons>
        <Button onPress={onClose}>{common('common.cancel')}</Button>
      </DialogButtons>
    </Dialog>
  )
}
