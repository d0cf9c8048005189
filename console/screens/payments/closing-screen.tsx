import { type FormEvent, useId, useState } from 'react'
import { Link, useSearchParams } from 'wouter'
import { consoleClosings, type ShownTotals } from '#contract/console/closings.ts'
import type { ResponseOf } from '#contract/form/endpoint.ts'
import { dayOf, formatDate, formatMoment, startOfDay } from '#console/i18n/format.ts'
import { useNowSec } from '#console/session/now.ts'
import { useLanguage } from '#console/session/preferences.ts'
import { useAct, useCall } from '#console/session/queries.ts'
import { useLoggedIn, useMay } from '#console/session/session.ts'
import { useText } from '#console/session/text.ts'
import { BackLink } from '#console/ui/back-link.tsx'
import { Button } from '#console/ui/button.tsx'
import { Dialog, DialogButtons } from '#console/ui/dialog.tsx'
import { FormBody } from '#console/ui/field.tsx'
import { Badge, Failed, Page, Section, Skeleton } from '#console/ui/page.tsx'
import { TextArea } from '#console/ui/text-area.tsx'
import { showToast } from '#console/ui/toast.tsx'
import { moneyIn } from '#console/i18n/money.ts'
import { usePaymentsText } from './payments-text.ts'
import styles from './payments.module.css'

type One = ResponseOf<typeof consoleClosings.one>
const daySec = 86_400
const changes = [consoleClosings.one, consoleClosings.list]

/** `/payments/closing?day=2026-11-27`: a day, its totals and its signatures. */
export function ClosingScreen() {
  const t = usePaymentsText()
  const language = useLanguage()
  const nowSec = useNowSec()
  const [address] = useSearchParams()
  const typed = address.get('day') ?? ''
  const day = startOfDay(typed) === undefined ? dayOf(nowSec - daySec) : typed
  const { data, error, refetch } = useCall(consoleClosings.one, { day })
  const title = `${t('closingTitle')}: ${formatDate(startOfDay(day) ?? 0, language, nowSec)}`
  return (
    <Page title={title} above={<BackLink href="/payments/closings" text={t('closingBack')} />}>
      {data === undefined ? (
        error === null ? (
          <Skeleton lines={8} />
        ) : (
          <Failed error={error} onRetry={() => void refetch()} />
        )
      ) : (
        <>
          {data.differs ? <p className={styles['warn']}>{t('differsText')}</p> : null}
          <div className={styles['columns']}>
            <div className={styles['column']}>
              <Ways totals={data.totals} />
              <Accounts totals={data.totals} />
              {data.signed === null ? null : <SignedTotals totals={data.signed} />}
            </div>
            <div className={styles['column']}>
              <Signatures day={day} one={data} />
              <Trial one={data} />
              <Statements one={data} />
            </div>
          </div>
        </>
      )}
    </Page>
  )
}

/** What was signed, where it is something else than the books say now. */
function SignedTotals({ totals }: { readonly totals: ShownTotals }) {
  const t = usePaymentsText()
  return (
    <details>
      <summary>{t('signatures')}</summary>
      <Ways totals={totals} />
      <Accounts totals={totals} />
    </details>
  )
}

function Ways({ totals }: { readonly totals: ShownTotals }) {
  const t = usePaymentsText()
  const language = useLanguage()
  const nameOf = (system: ShownTotals['ways'][number]['system']) =>
    system === 'late' ? t('closingWay.late') : t(`system.${system}`)
  return (
    <Section title={t('closingWays')}>
      {totals.ways.length === 0 ? (
        <p className={styles['quiet']}>{t('dayQuiet')}</p>
      ) : (
        <div className={styles['scroll']} tabIndex={0} role="region" aria-label={t('closingWays')}>
          <table className={styles['table']}>
            <thead>
              <tr>
                <th>{t('system')}</th>
                <th className={styles['figure']}>{t('col.paid')}</th>
                <th className={styles['figure']}>{t('col.back')}</th>
                <th className={styles['figure']}>{t('col.ledger')}</th>
              </tr>
            </thead>
            <tbody>
              {totals.ways.map((way) => (
                <tr key={way.system}>
                  <td>{nameOf(way.system)}</td>
                  <td className={styles['figure']}>
                    {moneyIn(language, way.paid)} <small>{t('quantity', { count: way.paid_count })}</small>
                  </td>
                  <td className={styles['figure']}>
                    {moneyIn(language, way.back)} <small>{t('quantity', { count: way.back_count })}</small>
                  </td>
                  <td className={styles['figure']}>
                    {moneyIn(language, way.ledger)}{' '}
                    <Badge tone={way.agrees ? 'good' : 'bad'}>{t(way.agrees ? 'agrees' : 'disagrees')}</Badge>
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </Section>
  )
}

function Accounts({ totals }: { readonly totals: ShownTotals }) {
  const t = usePaymentsText()
  const language = useLanguage()
  if (totals.accounts.length === 0) return null
  return (
    <Section title={t('closingAccounts')}>
      <div className={styles['scroll']} tabIndex={0} role="region" aria-label={t('closingAccounts')}>
        <table className={styles['table']}>
          <thead>
            <tr>
              <th>{t('col.account')}</th>
              <th>{t('col.kind')}</th>
              <th className={styles['figure']}>{t('col.count')}</th>
              <th className={styles['figure']}>{t('col.in')}</th>
              <th className={styles['figure']}>{t('col.out')}</th>
            </tr>
          </thead>
          <tbody>
            {totals.accounts.map((one) => (
              <tr key={`${one.account}${one.kind}`}>
                <td>{t(`account.${one.account}`)}</td>
                <td>{t(`entryKind.${one.kind}`)}</td>
                <td className={styles['figure']}>{one.count}</td>
                <td className={styles['figure']}>{moneyIn(language, one.in)}</td>
                <td className={styles['figure']}>{moneyIn(language, one.out)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </Section>
  )
}

function Trial({ one }: { readonly one: One }) {
  const t = usePaymentsText()
  const language = useLanguage()
  const { trial } = one
  return (
    <Section title={t('trial')} text={t(trial.total === 0 ? 'trialGood' : 'trialBad')}>
      <ul className={styles['events']}>
        <li>
          <span>{t('trialSubscribers')}</span>
          <span className={styles['sum']}>{moneyIn(language, trial.subscribers)}</span>
        </li>
        {trial.accounts.map(({ account, amount }) => (
          <li key={account}>
            <span>{t(`account.${account}`)}</span>
            <span className={styles['sum']}>{moneyIn(language, amount)}</span>
          </li>
        ))}
        <li>
          <span className={styles['strong']}>{t('trialTotal')}</span>
          <span className={styles['sum']}>{moneyIn(language, trial.total)}</span>
        </li>
      </ul>
    </Section>
  )
}

function Statements({ one }: { readonly one: One }) {
  const t = usePaymentsText()
  return (
    <Section title={t('closingStatements')}>
      {one.statements.length === 0 ? (
        <p className={styles['quiet']}>{t('closingNoStatements')}</p>
      ) : (
        <ul className={styles['events']}>
          {one.statements.map(({ statement_id: id, system, name, matched, open, state }) => (
            <li key={id} className={styles['keyFacts']}>
              <Link href={`/payments/statements/${id}`}>
                {t(`system.${system}`)}: {name}
              </Link>
              <Badge tone={open > 0 ? 'warn' : 'good'}>
                {open > 0 ? `${t('view.open')}: ${open}` : t(`statementState.${state}`)}
              </Badge>
              <span className={styles['quiet']}>
                {t('view.matched')}: {matched}
              </span>
            </li>
          ))}
        </ul>
      )}
    </Section>
  )
}

function Signatures({ day, one }: { readonly day: string; readonly one: One }) {
  const t = usePaymentsText()
  const language = useLanguage()
  const nowSec = useNowSec()
  const mayAct = useMay()('payments', 'act')
  const { role } = useLoggedIn().staff
  const [isReopening, setIsReopening] = useState(false)
  const sign = useAct(consoleClosings.sign, {
    changes,
    onDone: ({ outcome }) =>
      showToast(t(`outcome.${outcome}`), { isProblem: outcome !== 'signed' && outcome !== 'closed' }),
    onFailed: (error) => showToast(error.message, { isProblem: true }),
  })
  const { closing, is_first: isFirst, is_over: isOver, former } = one
  const who = (name: string) => (name === '' ? t('operator') : name)
  const when = (at: number) => formatMoment(at, language, nowSec)
  const isClosed = closing?.state === 'closed'
  return (
    <Section title={t('signatures')}>
      {closing === null ? (
        <p>{t('signature.none')}</p>
      ) : (
        <ul className={styles['events']}>
          <li>{t('signature.first', { who: who(closing.first), when: when(closing.first_at) })}</li>
          {closing.second_at === 0 ? null : (
            <li>{t('signature.second', { who: who(closing.second), when: when(closing.second_at) })}</li>
          )}
        </ul>
      )}
      {former.map((past) => (
        <p key={past.reopened_at} className={styles['quiet']}>
          {t('former', {
            ...{ first: who(past.first), when: when(past.reopened_at) },
            why: past.reopened_reason === 'changed' ? t('formerChanged') : past.reopened_reason,
          })}
        </p>
      ))}
      {isOver ? null : <p className={styles['quiet']}>{t('notOver')}</p>}
      {isFirst && !isClosed && !one.differs ? <p className={styles['quiet']}>{t('signature.own')}</p> : null}
      <div className={styles['line']}>
        {mayAct && isOver && !isClosed && (!isFirst || one.differs) ? (
          <Button look="primary" isPending={sign.isPending} onPress={() => sign.mutate({ day })}>
            {t(closing === null || one.differs ? 'sign' : 'signSecond')}
          </Button>
        ) : null}
        {closing !== null && role === 'owner' ? (
          <Button look="quiet" onPress={() => setIsReopening(true)}>
            {t('reopen')}
          </Button>
        ) : null}
      </div>
      {isReopening ? <ReopenDialog day={day} onClose={() => setIsReopening(false)} /> : null}
    </Section>
  )
}

function ReopenDialog({ day, onClose }: { readonly day: string; readonly onClose: () => void }) {
  const t = usePaymentsText()
  const base = useText()
  const id = useId()
  const [reason, setReason] = useState('')
  const act = useAct(consoleClosings.reopen, {
    changes,
    onDone: () => {
      onClose()
      showToast(t('reopened'))
    },
  })
  const isReady = reason.trim().length >= 3
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (isReady && !act.isPending) act.mutate({ day, reason: reason.trim() })
  }
  const field = { id, name: 'reason', value: reason, problem: undefined, onChange: setReason }
  return (
    <Dialog title={t('reopenTitle')} isOpen onClose={onClose}>
      <form onSubmit={submit}>
        <FormBody problem={act.error?.message}>
          <p className={styles['quiet']}>{t('reopenText')}</p>
          <TextArea field={field} label={t('reason')} rows={2} />
        </FormBody>
        <DialogButtons>
          <Button onPress={onClose}>{base('common.cancel')}</Button>
          <Button type="submit" look="danger" isDisabled={!isReady} isPending={act.isPending}>
            {t('reopenNow')}
          </Button>
        </DialogButtons>
      </form>
    </Dialog>
  )
}
