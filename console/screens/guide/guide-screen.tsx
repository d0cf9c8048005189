import { useQuery } from '@tanstack/react-query'
import { ReasonWords } from '#console/reasons/reason-words.tsx'
import { useState } from 'react'
import { Link } from 'wouter'
import { consoleGuide } from '#contract/console/guide.ts'
import { consoleGuideDrafts } from '#contract/console/guide-drafts.ts'
import type { ResponseOf } from '#contract/form/endpoint.ts'
import { formatMoment } from '#console/i18n/format.ts'
import { useNowSec } from '#console/session/now.ts'
import { useLanguage } from '#console/session/preferences.ts'
import { call } from '#console/session/call.ts'
import { keyOf, useAct, useCall } from '#console/session/queries.ts'
import { useMay } from '#console/session/session.ts'
import { useForm } from '#console/session/use-form.ts'
import { Button, IconButton } from '#console/ui/button.tsx'
import { TextField } from '#console/ui/field.tsx'
import { LinkButton } from '#console/ui/link-button.tsx'
import { Badge, Empty, Failed, Page, Section, Skeleton } from '#console/ui/page.tsx'
import { Picker } from '#console/ui/picker.tsx'
import { showToast } from '#console/ui/toast.tsx'
import { useBroadcastTitlesText } from './broadcast-titles-text.ts'
import { useGenresText } from './genres-text.ts'
import { GuideDrafts } from './guide-drafts.tsx'
import { useGuideDraftsText } from './guide-drafts-text.ts'
import { useGuideText } from './guide-text.ts'
import styles from './guide.module.css'

type Source = ResponseOf<typeof consoleGuide.sources>['sources'][number]

const waitingMs = 5000

/** `/guide`: where the programmes come from. */
export function GuideScreen() {
  const t = useGuideText()
  const genresText = useGenresText()
  const titlesText = useBroadcastTitlesText()
  const mayEdit = useMay()('guide', 'edit')
  const { data, error, refetch } = useQuery({
    queryKey: keyOf(consoleGuide.sources, {}),
    queryFn: ({ signal }) => call(consoleGuide.sources, {}, { signal }),
    // What is read within a minute shows by itself.
    refetchInterval: ({ state }) =>
      state.data?.sources.some((source) => source.is_requested || source.state === 'new') === true
        ? waitingMs
        : false,
  })
  return (
    <Page
      title={t('title')}
      text={t('text')}
      isNarrow
      acts={
        <>
          <LinkButton href="/guide/broadcast-titles">{titlesText('link')}</LinkButton>
          <LinkButton href="/guide/genres">{genresText('link')}</LinkButton>
          <LinkButton href="/guide/matching">{t('matchingLink')}</LinkButton>
        </>
      }
    >
      {data === undefined ? (
        error === null ? (
          <Skeleton lines={4} />
        ) : (
          <Failed error={error} onRetry={() => void refetch()} />
        )
      ) : data.sources.length === 0 ? (
        <NoSources />
      ) : (
        <ol className={styles['list']}>
          {data.sources.map((source) => (
            <SourceItem key={source.name} source={source} mayEdit={mayEdit} />
          ))}
        </ol>
      )}
      {mayEdit ? <AddSource /> : null}
      <GuideDrafts />
    </Page>
  )
}

/** No source; what was loaded from a file is the guide nevertheless. */
function NoSources() {
  const t = useGuideText()
  const language = useLanguage()
  const nowSec = useNowSec()
  const drafts = useCall(consoleGuideDrafts.list, {}).data?.drafts ?? []
  const last = drafts.find(({ state }) => state === 'applied')
  if (last === undefined) return <Empty text={t('none')} />
  const { name, applied_at: at, guide_until: until } = last
  const moment = (sec: number | null) => (sec === null ? '—' : formatMoment(sec, language, nowSec))
  return <Empty text={t('onlyFiles', { name, when: moment(at), until: moment(until) })} />
}

const tones = { new: 'plain', taken: 'good', unchanged: 'good', held: 'warn', failed: 'bad' } as const

function SourceItem({ source, mayEdit }: { readonly source: Source; readonly mayEdit: boolean }) {
  const t = useGuideText()
  const draftsText = useGuideDraftsText()
  const language = useLanguage()
  const nowSec = useNowSec()
  const {
    name,
    address,
    state,
    tried_at: triedAt,
    next_at: nextAt,
    channels,
    is_requested: isRequested,
  } = source
  const facts = [
    ...(triedAt === null ? [] : [t('tried', { when: formatMoment(triedAt, language, nowSec) })]),
    isRequested ? t('requested') : t('next', { when: formatMoment(nextAt, language, nowSec) }),
    ...(channels > 0 ? [t('feeds', { count: channels })] : []),
  ]
  return (
    <li className={styles['item']}>
      <div className={styles['what']}>
        <p className={styles['label']}>
          <strong>{name}</strong>
          <Badge tone={tones[state]}>{t(`state.${state}`)}</Badge>
        </p>
        <small>{address}</small>
        <small>{facts.join(' · ')}</small>
        {state === 'failed' || state === 'held' ? <ReasonWords reason={source.outcome} /> : null}
        {source.draft_id === null ? null : (
          <Link href={`/guide/drafts/${source.draft_id}`} aria-label={`${name}: ${draftsText('look')}`}>
            {draftsText('look')}
          </Link>
        )}
      </div>
      {mayEdit ? <SourceActs source={source} /> : null}
    </li>
  )
}

function SourceActs({ source: { name, state, is_requested: isRequested } }: { readonly source: Source }) {
  const t = useGuideText()
  const onFailed = (error: Error) => showToast(error.message, { isProblem: true })
  const changes = [consoleGuide.sources]
  const read = useAct(consoleGuide.readSource, {
    changes,
    onFailed,
    onDone: (_, { accept = false }) => showToast(t(accept ? 'accepted' : 'readSoon')),
  })
  const remove = useAct(consoleGuide.removeSource, {
    changes: [...changes, consoleGuide.matching],
    onFailed,
    onDone: () => showToast(t('removed')),
  })
  return (
    <div className={styles['acts']}>
      {state === 'held' ? (
        <Button isPending={read.isPending} onPress={() => read.mutate({ name, accept: true })}>
          {t('accept')}
        </Button>
      ) : null}
      <Button isPending={read.isPending} isDisabled={isRequested} onPress={() => read.mutate({ name })}>
        {t('read')}
      </Button>
      <IconButton icon="close" label={t('remove', { name })} onPress={() => remove.mutate({ name })} />
    </div>
  )
}

const intervals = [
  { name: 'hour', minutes: 60 },
  { name: 'fourHours', minutes: 240 },
  { name: 'day', minutes: 1440 },
] as const

function AddSource() {
  const t = useGuideText()
  const [minutes, setMinutes] = useState('240')
  const form = useForm(
    consoleGuide.addSource,
    { address: '' },
    {
      toInput: ({ address }) => ({ address, every_min: Number(minutes) }),
      failureFields: { guide_twice: 'address' },
      changes: [consoleGuide.sources],
      onDone: () => {
        form.reset()
        showToast(t('added'))
      },
    },
  )
  return (
    <Section title={t('addTitle')}>
      <form className={styles['form']} onSubmit={form.submit} noValidate>
        <TextField field={form.field('address')} label={t('address')} hint={t('addressHint')} />
        <Picker<string>
          label={t('every')}
          value={minutes}
          choices={intervals.map((one) => ({ value: String(one.minutes), label: t(`every.${one.name}`) }))}
          onChange={setMinutes}
        />
        <Button type="submit" isPending={form.isBusy}>
          {t('add')}
        </Button>
      </form>
    </Section>
  )
}
