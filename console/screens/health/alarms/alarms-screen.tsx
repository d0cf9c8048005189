import { Card, CardAbout, CardList } from '#console/ui/card-list.tsx'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link, useSearchParams } from 'wouter'
import { consoleAlarms } from '#contract/console/alarms.ts'
import { call } from '#console/session/call.ts'
import { keyOf } from '#console/session/queries.ts'
import { useMay } from '#console/session/session.ts'
import { Button } from '#console/ui/button.tsx'
import { LinkButton } from '#console/ui/link-button.tsx'
import { Empty, Failed, Page, Skeleton } from '#console/ui/page.tsx'
import { ViewChips } from '#console/ui/view-chips.tsx'
import { type Alarm, AlarmBadges, AlarmFacts, useAlarmTitle } from './alarm-facts.tsx'
import { useAlarmsText } from './alarms-text.ts'
import { useAlarmAct } from './use-alarm-act.ts'

const refreshMs = 10_000
const atOnce = 100
type View = 'open' | 'past'

/** `/alarms`: what lasts too long, and with `?show=past` what did. */
export function AlarmsScreen() {
  const t = useAlarmsText()
  const [query, setQuery] = useSearchParams()
  const [limit, setLimit] = useState(atOnce)
  const view: View = query.get('show') === 'past' ? 'past' : 'open'
  const input = { state: view, limit }
  const { data, error, refetch } = useQuery({
    queryKey: keyOf(consoleAlarms.list, input),
    queryFn: ({ signal }) => call(consoleAlarms.list, input, { signal }),
    refetchInterval: refreshMs,
  })
  return (
    <Page
      title={t('title')}
      text={t('text')}
      isNarrow
      acts={<LinkButton href="/alarms/rules">{t('toRules')}</LinkButton>}
    >
      <ViewChips<View>
        label={t('views')}
        views={(['open', 'past'] as const).map((name) => ({ name, text: t(`view.${name}`) }))}
        chosen={view}
        onChoose={(name) => setQuery(name === 'past' ? { show: 'past' } : {}, { replace: true })}
      />
      {data === undefined ? (
        error === null ? (
          <Skeleton lines={6} />
        ) : (
          <Failed error={error} onRetry={() => void refetch()} />
        )
      ) : data.alarms.length === 0 ? (
        <Empty text={t(!data.has_rules ? 'noRules' : view === 'open' ? 'noneOpen' : 'nonePast')} />
      ) : (
        <CardList>
          {data.alarms.map((alarm) => (
            <AlarmItem key={alarm.alarm_id} alarm={alarm} />
          ))}
        </CardList>
      )}
      {data?.has_more === true && limit < 200 ? (
        <div>
          <Button onPress={() => setLimit(200)}>{t('older')}</Button>
        </div>
      ) : null}
    </Page>
  )
}

function AlarmItem({ alarm }: { readonly alarm: Alarm }) {
  const t = useAlarmsText()
  const titleOf = useAlarmTitle()
  const act = useAlarmAct()
  const mayAct = useMay()('health', 'act')
  const { alarm_id: alarmId, ended_at: ended, acknowledged } = alarm
  return (
    <Card>
      <CardAbout>
        <Link href={`/alarms/${alarmId}`}>{titleOf(alarm)}</Link>
        <AlarmBadges alarm={alarm} />
        <AlarmFacts alarm={alarm} />
      </CardAbout>
      {mayAct && ended === null && acknowledged === null ? (
        <Button onPress={() => void act(consoleAlarms.acknowledge, { alarm_id: alarmId }, t('acknowledged'))}>
          {t('acknowledge')}
        </Button>
      ) : null}
    </Card>
  )
}
