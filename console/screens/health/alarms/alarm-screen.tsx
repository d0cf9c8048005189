import { CardAbout } from '#console/ui/card-list.tsx'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'wouter'
import { consoleAlarms } from '#contract/console/alarms.ts'
import type { ResponseOf } from '#contract/form/endpoint.ts'
import { formatMoment } from '#console/i18n/format.ts'
import { CallError } from '#console/session/call-error.ts'
import { call } from '#console/session/call.ts'
import { useNowSec } from '#console/session/now.ts'
import { useLanguage } from '#console/session/preferences.ts'
import { keyOf } from '#console/session/queries.ts'
import { useMay } from '#console/session/session.ts'
import { useForm } from '#console/session/use-form.ts'
import { BackLink } from '#console/ui/back-link.tsx'
import { Button } from '#console/ui/button.tsx'
import { FormBody } from '#console/ui/field.tsx'
import { Empty, Failed, Page, Section, Skeleton } from '#console/ui/page.tsx'
import { TextArea } from '#console/ui/text-area.tsx'
import { showToast } from '#console/ui/toast.tsx'
import { AlarmBadges, AlarmFacts, useAlarmTitle, useDuration } from './alarm-facts.tsx'
import { useAlarmsText } from './alarms-text.ts'
import { DeliveryList } from './delivery-list.tsx'
import { MuteButton } from './mute-dialog.tsx'
import { useAlarmAct, useAlarmRefresh } from './use-alarm-act.ts'
import styles from './alarms.module.css'

type Details = ResponseOf<typeof consoleAlarms.one>

const refreshMs = 10_000

/** `/alarms/7`: its channels, who takes care, notes and messages. */
export function AlarmScreen({ alarmId }: { readonly alarmId: number }) {
  const t = useAlarmsText()
  const titleOf = useAlarmTitle()
  const { data, error, refetch } = useQuery({
    queryKey: keyOf(consoleAlarms.one, { alarm_id: alarmId }),
    queryFn: ({ signal }) => call(consoleAlarms.one, { alarm_id: alarmId }, { signal }),
    refetchInterval: refreshMs,
  })
  const above = <BackLink href="/alarms" text={t('back')} />
  if (data === undefined)
    return (
      <Page title={t('title')} above={above} isNarrow>
        {error === null ? (
          <Skeleton lines={6} />
        ) : error instanceof CallError && error.failure === 'alarm_not_found' ? (
          <Empty text={t('gone')} />
        ) : (
          <Failed error={error} onRetry={() => void refetch()} />
        )}
      </Page>
    )
  return (
    <Page title={titleOf(data)} above={above} isNarrow acts={<Acts alarm={data} />}>
      <CardAbout>
        <AlarmBadges alarm={data} />
        <AlarmFacts alarm={data} />
        <MuteReason alarm={data} />
      </CardAbout>
      <Channels channels={data.channels} />
      <Notes alarmId={alarmId} notes={data.notes} />
      <Section title={t('messages')} text={t('messagesText')}>
        <DeliveryList deliveries={data.deliveries} />
      </Section>
    </Page>
  )
}

function Acts({ alarm }: { readonly alarm: Details }) {
  const t = useAlarmsText()
  const act = useAlarmAct()
  const { alarm_id: alarmId, ended_at: ended, acknowledged, mute } = alarm
  if (!useMay()('health', 'act') || ended !== null) return null
  return (
    <>
      {acknowledged === null ? (
        <Button
          look="primary"
          onPress={() => void act(consoleAlarms.acknowledge, { alarm_id: alarmId }, t('acknowledged'))}
        >
          {t('acknowledge')}
        </Button>
      ) : null}
      <MuteButton subject={{ alarm: alarmId }} isMuted={mute !== null} />
    </>
  )
}

function MuteReason({ alarm: { mute } }: { readonly alarm: Details }) {
  const t = useAlarmsText()
  const language = useLanguage()
  const nowSec = useNowSec()
  if (mute === null) return null
  const when = formatMoment(mute.until, language, nowSec)
  const who = t('muteInfo', { name: mute.by || t('terminal'), when })
  return <small>{mute.reason === '' ? who : `${mute.reason} (${who})`}</small>
}

function Channels({ channels }: Pick<Details, 'channels'>) {
  const t = useAlarmsText()
  const language = useLanguage()
  const nowSec = useNowSec()
  const duration = useDuration()
  return (
    <Section title={t('channels')}>
      <ul className={styles['lines']}>
        {channels.map(({ cid, number, name, kind, began_at: began, ended_at: ended }) => (
          <li key={cid}>
            {cid === 0 ? (
              <strong>{t('server')}</strong>
            ) : (
              <Link href={`/health/${cid}`}>
                {number} {name}
              </Link>
            )}
            <span>{t(`problem.${kind}`)}</span>
            <small>
              {ended === null
                ? t('since', { when: formatMoment(began, language, nowSec) })
                : t('ended', { duration: duration(ended - began) })}
            </small>
          </li>
        ))}
      </ul>
    </Section>
  )
}

function Notes({ alarmId, notes }: Pick<Details, 'notes'> & { readonly alarmId: number }) {
  const t = useAlarmsText()
  const language = useLanguage()
  const nowSec = useNowSec()
  const refresh = useAlarmRefresh()
  const mayAct = useMay()('health', 'act')
  const form = useForm(
    consoleAlarms.note,
    { text: '' },
    {
      toInput: ({ text }) => ({ alarm_id: alarmId, text }),
      onDone: () => {
        showToast(t('noted'))
        form.reset()
        void refresh()
      },
    },
  )
  return (
    <Section title={t('notes')}>
      {notes.length === 0 ? (
        <p>{t('noNotes')}</p>
      ) : (
        <ul className={styles['notes']}>
          {notes.map(({ by, text, at }) => (
            <li key={`${at} ${text}`}>
              <p>{text}</p>
              <small>
                {by || t('terminal')}, {formatMoment(at, language, nowSec)}
              </small>
            </li>
          ))}
        </ul>
      )}
      {mayAct ? (
        <form onSubmit={form.submit} noValidate>
          <FormBody problem={form.problem}>
            <TextArea field={form.field('text')} label={t('note')} rows={2} />
            <div>
              <Button type="submit" isPending={form.isBusy}>
                {t('addNote')}
              </Button>
            </div>
          </FormBody>
        </form>
      ) : null}
    </Section>
  )
}
