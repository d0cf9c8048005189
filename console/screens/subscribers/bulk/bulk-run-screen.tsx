import { FramedList } from '#console/ui/framed-list.tsx'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'wouter'
import { bulkExportRoot, consoleBulk, type BulkItem, type ItemState } from '#contract/console/bulk.ts'
import type { ResponseOf } from '#contract/form/endpoint.ts'
import { roles as allRoles } from '#contract/form/permissions.ts'
import { formatNumber } from '#contract/form/money.ts'
import { call } from '#console/session/call.ts'
import { useLanguage } from '#console/session/preferences.ts'
import { keyOf } from '#console/session/queries.ts'
import { useRoleText } from '#console/session/text.ts'
import { moneyIn } from '#console/i18n/money.ts'
import { saveFile } from '#console/tables/save-file.ts'
import { BackLink } from '#console/ui/back-link.tsx'
import { Button } from '#console/ui/button.tsx'
import { FactList } from '#console/ui/fact-list.tsx'
import { KeyFigures } from '#console/ui/key-figures.tsx'
import { Badge, Empty, Failed, Page, Section, Skeleton } from '#console/ui/page.tsx'
import { Picker } from '#console/ui/picker.tsx'
import { showToast } from '#console/ui/toast.tsx'
import { BulkActs } from './bulk-acts.tsx'
import { useBulkText } from './bulk-text.ts'
import { actWords, reasonWords, toneOf } from './bulk-words.ts'
import styles from './bulk.module.css'

type BulkCard = ResponseOf<typeof consoleBulk.card>

const watchMs = 1500

/** `/subscribers/bulk/<id>`: the preview, the progress and the result of one run. */
export function BulkRunScreen({ id }: { readonly id: number }) {
  const t = useBulkText()
  const language = useLanguage()
  const [show, setShow] = useState<ItemState | ''>('')
  const input = { bulk_run_id: id, show }
  const { data, error, refetch } = useQuery({
    queryKey: keyOf(consoleBulk.card, input),
    queryFn: ({ signal }) => call(consoleBulk.card, input, { signal }),
    // Never a second request while one is pending.
    refetchInterval: ({ state }) => (isMoving(state.data) && state.fetchStatus === 'idle' ? watchMs : false),
    placeholderData: (former) => former,
  })
  return (
    <Page
      title={data === undefined ? t('title') : actWords(data, language, t)}
      above={<BackLink href="/subscribers/bulk" text={t('title')} />}
      acts={<ExportButton id={id} />}
    >
      {data !== undefined ? (
        <Run run={data} show={show} onShow={setShow} />
      ) : error === null ? (
        <Skeleton lines={8} />
      ) : (
        <Failed error={error} onRetry={() => void refetch()} />
      )}
    </Page>
  )
}

function isMoving(run: BulkCard | undefined): boolean {
  return run !== undefined && ['preparing', 'running', 'undoing'].includes(run.state)
}

interface RunProps {
  readonly run: BulkCard
  readonly show: ItemState | ''
  readonly onShow: (show: ItemState | '') => void
}

function Run({ run, show, onShow }: RunProps) {
  const t = useBulkText()
  return (
    <div className={styles['column']}>
      <div className={styles['row']}>
        <Badge tone={toneOf(run.state)}>{t(`state.${run.state}`)}</Badge>
        <BulkActs run={run} />
      </div>
      <Notes run={run} />
      {isMoving(run) ? <Progress run={run} /> : null}
      <HowMuch run={run} />
      <Section title={t('who')}>
        <Counts run={run} />
        <Picker<ItemState | ''>
          label={t('show')}
          value={show}
          choices={[
            { value: '', label: t('showAll') },
            // The chosen state stays, also when nobody is in it any more.
            ...[...new Set([...(show === '' ? [] : [show]), ...run.counts.map(({ state }) => state)])].map(
              (state) => ({ value: state, label: t(`item.${state}`) }),
            ),
          ]}
          onChange={onShow}
        />
        {run.examples.length === 0 ? (
          <Empty text={t(show === '' ? 'nobody' : 'nobodySo')} />
        ) : (
          <FramedList label={t('examples')}>
            {run.examples.map((item) => (
              <Item key={item.account_id} item={item} />
            ))}
          </FramedList>
        )}
      </Section>
    </div>
  )
}

function HowMuch({ run }: { readonly run: BulkCard }) {
  const t = useBulkText()
  const language = useLanguage()
  const figures = [
    { name: t('count'), value: formatNumber(run.count) },
    {
      name: t(run.kind === 'connect' ? 'sumPaid' : 'sum'),
      value: run.sum > 0 ? moneyIn(language, run.sum) : '',
    },
    { name: t('sumDays'), value: run.sum_days > 0 ? formatNumber(run.sum_days) : '' },
    { name: t('replaced'), value: run.replaced > 0 ? formatNumber(run.replaced) : '' },
  ]
  const trialOf = ({ trial: { count, days, later } }: BulkCard) =>
    count === 0 ? '' : `${formatNumber(count)}: ${t('trialWords', { days, sum: moneyIn(language, later) })}`
  const facts = [
    [t('segment'), run.segment],
    [t('tariff'), run.tariff === null ? '' : run.tariff[language]],
    [t('trial'), trialOf(run)],
    [t('reason'), run.reason],
    [t('madeBy'), run.by || t('operator')],
    [t('releasedBy'), run.released_by],
    [t('undoReason'), run.undo_reason],
  ] as const
  return (
    <Section title={t('howMuch')}>
      <KeyFigures figures={figures.filter(({ value }) => value !== '')} />
      <FactList facts={facts.filter(([, value]) => value !== '')} />
    </Section>
  )
}

/** What the next step depends on. */
function Notes({ run }: { readonly run: BulkCard }) {
  const t = useBulkText()
  const words = useRoleText()
  const roles = allRoles
    .filter((role) => run.may_more.includes(role))
    .map((role) => words(`role.${role}`))
    .join(', ')
  if (run.state === 'waiting') return <p role="status">{t('waitingFor', { roles })}</p>
  if (run.state === 'prepared' && !run.is_within) return <p role="status">{t('needsSecond', { roles })}</p>
  return null
}

function Progress({ run }: { readonly run: BulkCard }) {
  const t = useBulkText()
  const open = run.state === 'preparing' ? 'new' : run.state === 'running' ? 'ready' : 'done'
  const left = run.counts.filter(({ state }) => state === open).reduce((all, { count }) => all + count, 0)
  return (
    <label className={styles['progress']}>
      <span>{t('progress', { done: formatNumber(run.count - left), count: formatNumber(run.count) })}</span>
      <progress value={run.count - left} max={Math.max(run.count, 1)} />
    </label>
  )
}

function Counts({ run }: { readonly run: BulkCard }) {
  const t = useBulkText()
  return (
    <FramedList label={t('counts')}>
      {run.counts.map(({ state, reason, count }) => (
        <li key={`${state} ${reason}`}>
          <span>
            {[t(`item.${state}`), reason === '' ? '' : reasonWords(reason, t)].filter(Boolean).join(': ')}
          </span>
          <span>{formatNumber(count)}</span>
        </li>
      ))}
    </FramedList>
  )
}

function Item({ item }: { readonly item: BulkItem }) {
  const t = useBulkText()
  const language = useLanguage()
  const { amount, days, reason, replaces, trial_days: trialDays, later } = item
  const what = [
    t(`item.${item.state}`),
    ...(reason === '' ? [] : [reasonWords(reason, t)]),
    ...(amount > 0 ? [moneyIn(language, amount)] : []),
    ...(days > 0 ? [t('dayCount', { count: days })] : []),
    ...(trialDays > 0 ? [t('trialWords', { days: trialDays, sum: moneyIn(language, later) })] : []),
    ...(replaces ? [t('replaces')] : []),
  ]
  return (
    <li>
      <Link href={`/subscribers/${item.account_id}`}>{item.name || item.abonement}</Link>
      <small>{what.join(' · ')}</small>
    </li>
  )
}

/** The whole list as a file. */
function ExportButton({ id }: { readonly id: number }) {
  const t = useBulkText()
  const [isBusy, setIsBusy] = useState(false)
  const save = async () => {
    setIsBusy(true)
    try {
      await saveFile(`${bulkExportRoot}${id}`, `bulk-${id}`, { format: 'csv' })
    } catch (error) {
      showToast(error instanceof Error ? error.message : t('exportFailed'), { isProblem: true })
    } finally {
      setIsBusy(false)
    }
  }
  return (
    <Button isPending={isBusy} onPress={() => void save()}>
      {t('exportCsv')}
    </Button>
  )
}
