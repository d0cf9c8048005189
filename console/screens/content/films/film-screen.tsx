import { useState } from 'react'
import { consoleFilms } from '#contract/console/films.ts'
import type { ResponseOf } from '#contract/form/endpoint.ts'
import { ChangeList } from '#console/changes/change-list.tsx'
import { formatMoment } from '#console/i18n/format.ts'
import { CallError } from '#console/session/call-error.ts'
import { useNowSec } from '#console/session/now.ts'
import { useLanguage } from '#console/session/preferences.ts'
import { useCall } from '#console/session/queries.ts'
import { useMay } from '#console/session/session.ts'
import { useText } from '#console/session/text.ts'
import { BackLink } from '#console/ui/back-link.tsx'
import { LinkButton } from '#console/ui/link-button.tsx'
import { Empty, Failed, Page, Section, Skeleton } from '#console/ui/page.tsx'
import { EpisodesSection } from './episodes-section.tsx'
import { FilmFiles } from './film-files.tsx'
import { FilmForm } from './film-form.tsx'
import { FilmLocks } from './film-locks.tsx'
import { filmName } from './film-query.ts'
import type { TakenFrame } from './taken-frame.ts'
import { useFilmsText } from './films-text.ts'

type Film = ResponseOf<typeof consoleFilms.one>

/** `/films/<vid>`: everything of a film or series that can be corrected. */
export function FilmScreen({ vid }: { readonly vid: number }) {
  const t = useFilmsText()
  const base = useText()
  const mayBlackOut = useMay()('guide', 'edit')
  const language = useLanguage()
  const nowSec = useNowSec()
  const { data, error, refetch } = useCall(consoleFilms.one, { vid })
  const above = <BackLink href="/films" text={t('title')} />
  if (data === undefined || (error instanceof CallError && error.failure === 'film_not_found'))
    return (
      <Page title={t('title')} above={above}>
        {error === null ? (
          <Skeleton lines={8} />
        ) : error instanceof CallError && error.failure === 'film_not_found' ? (
          <Empty text={t('gone')} />
        ) : (
          <Failed error={error} onRetry={() => void refetch()} />
        )}
      </Page>
    )
  const { last_changed: last } = data
  const changed =
    last === null
      ? {}
      : {
          text: t('lastChanged', {
            who: last.who || t('operator'),
            moment: formatMoment(last.at, language, nowSec),
          }),
        }
  return (
    <Page
      title={filmName(data, language)}
      above={above}
      {...changed}
      acts={
        mayBlackOut ? (
          <LinkButton href={`/blackouts/new?target=title&vid=${vid}`}>{base('common.blackOut')}</LinkButton>
        ) : undefined
      }
    >
      <Editor latest={data} />
      <FilmLocks film={data} />
      {data.is_series ? <EpisodesSection vid={vid} /> : null}
      <Section title={t('history')}>
        <ChangeList filter={{ section: 'films', entity: 'title', entity_id: vid }} />
      </Section>
    </Page>
  )
}

/** The form takes a newer version only when nothing typed would be lost. */
function Editor({ latest }: { readonly latest: Film }) {
  const [film, setFilm] = useState(latest)
  const [isSaved, setIsSaved] = useState(false)
  const [isTouched, setIsTouched] = useState(false)
  const [frame, setFrame] = useState<TakenFrame>()
  const mayEdit = useMay()('films', 'edit')
  if (latest.version !== film.version && (isSaved || !isTouched)) {
    setIsSaved(false)
    setIsTouched(false)
    setFrame(undefined)
    setFilm(latest)
  }
  const take = (taken: TakenFrame) => {
    setIsTouched(true)
    setFrame(taken)
  }
  return (
    <>
      <FilmForm
        key={film.version}
        film={film}
        latest={latest}
        frame={frame}
        onTouch={() => setIsTouched(true)}
        onRenew={() => setIsSaved(true)}
      />
      <FilmFiles vid={film.vid} onFrame={mayEdit ? take : undefined} />
    </>
  )
}
