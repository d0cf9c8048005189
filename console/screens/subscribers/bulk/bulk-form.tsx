import { useLocation, useSearchParams } from 'wouter'
import { bulkKinds, consoleBulk, type BulkKind } from '#contract/console/bulk.ts'
import type { ResponseOf } from '#contract/form/endpoint.ts'
import { formatNumber } from '#contract/form/money.ts'
import { useLanguage } from '#console/session/preferences.ts'
import { useCall } from '#console/session/queries.ts'
import { type ConsoleForm, useForm } from '#console/session/use-form.ts'
import { moneyIn } from '#console/i18n/money.ts'
import { BackLink } from '#console/ui/back-link.tsx'
import { Button } from '#console/ui/button.tsx'
import { FormBody, TextField } from '#console/ui/field.tsx'
import { Failed, Page, Skeleton } from '#console/ui/page.tsx'
import { Picker } from '#console/ui/picker.tsx'
import { useBulkText } from './bulk-text.ts'
import styles from './bulk.module.css'

type Desk = ResponseOf<typeof consoleBulk.desk>
type Values = Readonly<
  Record<'segment_id' | 'kind' | 'purpose' | 'amount' | 'days' | 'tariff_id' | 'ends_now' | 'reason', string>
>

/** `/subscribers/bulk/new?segment=4`: what is done to whom, before its preview. */
export function BulkFormScreen() {
  const t = useBulkText()
  const { data, error, refetch } = useCall(consoleBulk.desk, {})
  return (
    <Page
      title={t('new')}
      text={t('newText')}
      above={<BackLink href="/subscribers/bulk" text={t('title')} />}
      isNarrow
    >
      {data !== undefined ? (
        <BulkForm desk={data} />
      ) : error === null ? (
        <Skeleton lines={6} />
      ) : (
        <Failed error={error} onRetry={() => void refetch()} />
      )}
    </Page>
  )
}

function BulkForm({ desk }: { readonly desk: Desk }) {
  const t = useBulkText()
  const [, go] = useLocation()
  const [address] = useSearchParams()
  const form = useForm<typeof consoleBulk.make, Values>(
    consoleBulk.make,
    {
      ...{ segment_id: address.get('segment') ?? '0', kind: 'days', purpose: 'goodwill', amount: '' },
      ...{ days: '', tariff_id: '0', ends_now: '', reason: '' },
    },
    {
      changes: [consoleBulk.list],
      toInput: ({ kind, amount, days, ...values }) => ({
        ...{ segment_id: values.segment_id, kind: kind as BulkKind, reason: values.reason },
        purpose: values.purpose === 'correction' ? 'correction' : 'goodwill',
        amount: kind === 'credit' ? amount.replace(/\s/g, '') : 0,
        days: kind === 'days' ? days : 0,
        ...{ tariff_id: kind === 'credit' ? 0 : values.tariff_id, ends_now: values.ends_now !== '' },
      }),
      onDone: ({ bulk_run_id: id }) => go(`/subscribers/bulk/${id}`),
    },
  )
  const kinds = bulkKinds.filter((kind) => desk.may_change_tariffs || kind === 'credit' || kind === 'days')
  return (
    <form onSubmit={form.submit} noValidate>
      <FormBody problem={form.problem}>
        <Picker<string>
          label={t('segment')}
          value={form.values.segment_id}
          choices={[
            { value: '0', label: t('everybody') },
            ...desk.segments.map((one) => ({ value: String(one.segment_id), label: one.name })),
          ]}
          onChange={(value) => form.set('segment_id', value)}
        />
        <Templates form={form} desk={desk} />
        <Picker<string>
          label={t('kind')}
          value={form.values.kind}
          choices={kinds.map((kind) => ({ value: kind, label: t(`kind.${kind}`) }))}
          onChange={(value) => {
            form.set('kind', value)
            form.set('tariff_id', '0')
          }}
        />
        <KindFields form={form} desk={desk} />
        <TextField field={form.field('reason')} label={t('reason')} hint={t('reasonHint')} />
        <Limits desk={desk} kind={form.values.kind} />
        <PreviewButton form={form} />
      </FormBody>
    </form>
  )
}

function needsTariff(kind: string): boolean {
  return kind === 'connect' || kind === 'end'
}

interface PartProps {
  readonly form: ConsoleForm<Values>
  readonly desk: Desk
}

function PreviewButton({ form }: Pick<PartProps, 'form'>) {
  const t = useBulkText()
  const { kind, tariff_id: tariffId } = form.values
  return (
    <div>
      <Button
        type="submit"
        look="primary"
        isPending={form.isBusy}
        isDisabled={needsTariff(kind) && tariffId === '0'}
      >
        {t('preview')}
      </Button>
    </div>
  )
}

/** Ready gifts fill the form. */
function Templates({ form, desk }: PartProps) {
  const t = useBulkText()
  const language = useLanguage()
  if (desk.templates.length === 0) return null
  return (
    <div className={styles['templates']} role="group" aria-label={t('templates')}>
      {desk.templates.map((one) => (
        <Button
          key={one.name.ru}
          onPress={() => {
            form.set('kind', one.days > 0 ? 'days' : 'credit')
            form.set('tariff_id', '0')
            form.set('amount', one.amount > 0 ? String(one.amount) : '')
            form.set('days', one.days > 0 ? String(one.days) : '')
            form.set('reason', one.name[language])
          }}
        >
          {one.name[language]}
        </Button>
      ))}
    </div>
  )
}

function KindFields({ form, desk }: PartProps) {
  const t = useBulkText()
  const { kind } = form.values
  if (kind === 'credit')
    return (
      <>
        <TextField field={form.field('amount')} label={t('amount')} inputMode="numeric" />
        <Picker<string>
          label={t('purpose')}
          value={form.values.purpose}
          choices={(['goodwill', 'correction'] as const).map((value) => ({
            ...{ value, label: t(`purpose.${value}`) },
          }))}
          onChange={(value) => form.set('purpose', value)}
        />
      </>
    )
  return (
    <>
      {kind === 'days' ? (
        <TextField field={form.field('days')} label={t('days')} inputMode="numeric" />
      ) : null}
      <TariffPicker form={form} desk={desk} />
      {kind === 'end' ? (
        <Picker<string>
          label={t('when')}
          value={form.values.ends_now}
          choices={[
            { value: '', label: t('when.renewal') },
            { value: '1', label: t('when.now'), about: t('when.nowAbout') },
          ]}
          onChange={(value) => form.set('ends_now', value)}
        />
      ) : null}
    </>
  )
}

function TariffPicker({ form, desk }: PartProps) {
  const t = useBulkText()
  const language = useLanguage()
  return (
    <>
      <Picker<string>
        label={t('tariff')}
        value={form.values.tariff_id}
        choices={[
          { value: '0', label: t(needsTariff(form.values.kind) ? 'chooseTariff' : 'mainTariff') },
          ...desk.tariffs.map((one) => ({ value: String(one.tariff_id), label: one.name[language] })),
        ]}
        onChange={(value) => form.set('tariff_id', value)}
      />
      {form.field('tariff_id').problem === undefined ? null : <p role="alert">{t('chooseTariff')}</p>}
    </>
  )
}

/** What the member may let begin alone; nothing without a limit. */
function Limits({ desk, kind }: { readonly desk: Desk; readonly kind: string }) {
  const t = useBulkText()
  const language = useLanguage()
  const { accounts, sum, days } = desk
  if (accounts.day < 0) return null
  const words = [t('limit.accounts', { count: formatNumber(accounts.day) })]
  if (kind === 'credit') {
    if (sum.each >= 0) words.push(t('limit.sumEach', { sum: moneyIn(language, sum.each) }))
    words.push(t('limit.sumDay', { sum: moneyIn(language, sum.day) }))
  }
  if (kind === 'days') {
    if (days.each >= 0) words.push(t('limit.daysEach', { days: days.each }))
    words.push(t('limit.daysDay', { days: formatNumber(days.day) }))
  }
  return <p className={styles['quiet']}>{t('limit', { limits: words.join(', ') })}</p>
}
