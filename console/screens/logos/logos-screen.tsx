import { Link } from 'wouter'
import { consoleLogos } from '#contract/console/logos.ts'
import type { ResponseOf } from '#contract/form/endpoint.ts'
import { formatMoment } from '#console/i18n/format.ts'
import { useNowSec } from '#console/session/now.ts'
import { useLanguage } from '#console/session/preferences.ts'
import { useCall } from '#console/session/queries.ts'
import { useMay } from '#console/session/session.ts'
import { BackLink } from '#console/ui/back-link.tsx'
import { Empty, Failed, Page, Section, Skeleton } from '#console/ui/page.tsx'
import { LoadLogos } from './load-logos.tsx'
import { useLogosText } from './logos-text.ts'
import styles from './logos.module.css'

export type LogoDraft = ResponseOf<typeof consoleLogos.list>['drafts'][number]

/** `/channels/logos`: many logos are loaded here at once. */
export function LogosScreen() {
  const t = useLogosText()
  const mayEdit = useMay()('channels', 'edit')
  const { data, error, refetch } = useCall(consoleLogos.list, {})
  return (
    <Page
      title={t('title')}
      text={t('text')}
      isNarrow
      above={<BackLink href="/channels" text={t('toChannels')} />}
    >
      {mayEdit ? <LoadLogos /> : null}
      <Missing />
      {data !== undefined ? (
        <Drafts drafts={data.drafts} />
      ) : error === null ? (
        <Skeleton lines={4} />
      ) : (
        <Failed error={error} onRetry={() => void refetch()} />
      )}
    </Page>
  )
}

/** Channels without the logo that their list names, and why. */
function Missing() {
  const t = useLogosText()
  const { data } = useCall(consoleLogos.missing, {})
  if (data === undefined || data.count === 0) return null
  return (
    <Section title={t('missingTitle', { count: data.count })}>
      <ul className={styles['plain']}>
        {data.channels.map(({ cid, number, name, address, problem }) => (
          <li key={cid}>
            <Link href={`/channels/${cid}`}>
              {number} {name}
            </Link>
            <small>
              {t(`missing.${problem}`)}: {address}
            </small>
          </li>
        ))}
      </ul>
      {data.count > data.channels.length ? (
        <p>{t('withoutMore', { count: data.count - data.channels.length })}</p>
      ) : null}
    </Section>
  )
}

function Drafts({ drafts }: { readonly drafts: readonly LogoDraft[] }) {
  const t = useLogosText()
  if (drafts.length === 0) return <Empty text={t('none')} />
  return (['open', 'applied'] as const)
    .map((state) => ({ state, some: drafts.filter((draft) => draft.state === state) }))
    .filter(({ some }) => some.length > 0)
    .map(({ state, some }) => (
      <Section key={state} title={t(`state.${state}`)}>
        <ul className={styles['drafts']}>
          {some.map((draft) => (
            <li key={draft.draft_id}>
              {draft.state === 'open' ? (
                <Link href={`/channels/logos/${draft.draft_id}`}>{draft.name}</Link>
              ) : (
                <strong>{draft.name}</strong>
              )}
              <About draft={draft} />
              {draft.change_id === null ? null : (
                <Link href="/changes">{t('asChange', { id: draft.change_id })}</Link>
              )}
            </li>
          ))}
        </ul>
      </Section>
    ))
}

export function About({ draft }: { readonly draft: LogoDraft }) {
  const t = useLogosText()
  const language = useLanguage()
  const when = formatMoment(draft.made_at, language, useNowSec())
  return <small>{t('about', { who: draft.staff_name || t('operator'), when })}</small>
}
