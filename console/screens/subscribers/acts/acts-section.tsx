/** What the staff can do for a subscriber. */
import { useState } from 'react'
import { type ShownTemplate, consoleSubscriberActs as acts } from '#contract/console/subscriber-acts.ts'
import { formatDate } from '#console/i18n/format.ts'
import { useNowSec } from '#console/session/now.ts'
import { useLanguage } from '#console/session/preferences.ts'
import { useCall } from '#console/session/queries.ts'
import { useMay } from '#console/session/session.ts'
import { Button } from '#console/ui/button.tsx'
import { LinkButton } from '#console/ui/link-button.tsx'
import { Menu } from '#console/ui/menu.tsx'
import { Failed, Section, Skeleton } from '#console/ui/page.tsx'
import { isOver, type SubscriberCard } from '#console/screens/subscribers/words/subscriber-words.ts'
import { NameForm, PasswordForm, PhoneForm, SignOutForm, StateForm } from './access-forms.tsx'
import { useActsText } from './acts-text.ts'
import { Unban } from './device-acts.tsx'
import { type Desk, type Prefilled, DaysForm, MoneyForm } from './give-forms.tsx'
import { EraseForm, ExportForm } from './data-forms.tsx'
import { MergeForm } from './merge-form.tsx'
import { LiveViews, SeeAsForm, supportDeviceOf } from './see-as.tsx'
import { ConnectForm } from './tariff-forms.tsx'
import styles from './acts.module.css'

type Open =
  | {
      readonly kind:
        | 'connect'
        | 'debit'
        | 'name'
        | 'phone'
        | 'password'
        | 'state'
        | 'signOut'
        | 'seeAs'
        | 'export'
        | 'erase'
        | 'merge'
    }
  | { readonly kind: 'credit' | 'days'; readonly filled?: Prefilled }

/** The acts on a subscriber; nothing for those who may only look. */
export function SubscriberActs({ card }: { readonly card: SubscriberCard }) {
  const t = useActsText()
  const may = useMay()
  const mayGive = may('credits', 'act')
  const mayAct = may('subscribers', 'act')
  const {
    data: desk,
    error,
    refetch,
  } = useCall(acts.desk, { account_id: card.account_id }, { isEnabled: mayGive || mayAct })
  const [open, setOpen] = useState<Open>()
  if ((!mayGive && !mayAct) || isOver(card)) return null
  return (
    <Section title={t('section')}>
      {desk === undefined ? (
        error === null ? (
          <Skeleton lines={2} />
        ) : (
          <Failed error={error} onRetry={() => void refetch()} />
        )
      ) : (
        <div className={styles['gap']}>
          <Buttons card={card} mayAct={mayAct} mayGive={mayGive} onOpen={setOpen} />
          {mayGive ? <Templates desk={desk} onOpen={setOpen} /> : null}
          <Banned card={card} desk={desk} />
          <LiveViews accountId={card.account_id} />
          {open === undefined ? null : (
            <OpenForm card={card} desk={desk} open={open} onClose={() => setOpen(undefined)} />
          )}
        </div>
      )}
    </Section>
  )
}

interface ButtonsProps {
  readonly card: SubscriberCard
  readonly mayAct: boolean
  readonly mayGive: boolean
  readonly onOpen: (open: Open) => void
}

function Buttons({ card, mayAct, mayGive, onOpen }: ButtonsProps) {
  const t = useActsText()
  const isClosed = card.standing.kind === 'blocked' || card.standing.kind === 'closed'
  const mayErase = useMay()('settings', 'act')
  const entry = (kind: 'name' | 'phone' | 'password' | 'signOut' | 'export', label: string) => ({
    ...{ id: kind, label },
    onAct: () => onOpen({ kind }),
  })
  return (
    <div className={styles['row']}>
      {mayGive ? (
        <>
          <Button onPress={() => onOpen({ kind: 'credit' })}>{t('credit')}</Button>
          <Button onPress={() => onOpen({ kind: 'debit' })}>{t('debit')}</Button>
          <Button onPress={() => onOpen({ kind: 'days' })}>{t('giveDays')}</Button>
        </>
      ) : null}
      {mayAct ? (
        <>
          <Button onPress={() => onOpen({ kind: 'connect' })}>{t('connect')}</Button>
          {isClosed ? null : <Button onPress={() => onOpen({ kind: 'seeAs' })}>{t('seeAs')}</Button>}
          <Menu
            trigger={<Button icon="more">{t('more')}</Button>}
            label={t('more')}
            entries={[
              entry('name', t('rename')),
              entry('phone', t('phone')),
              entry('password', t('password')),
              entry('signOut', t('signOut')),
              entry('export', t('exportData')),
              {
                ...{ id: 'state', label: t(isClosed ? 'unblock' : 'block'), isDangerous: !isClosed },
                onAct: () => onOpen({ kind: 'state' }),
              },
              ...(mayErase
                ? [
                    { id: 'merge', label: t('merge'), onAct: () => onOpen({ kind: 'merge' }) },
                    {
                      ...{ id: 'erase', label: t('eraseData'), isDangerous: true },
                      onAct: () => onOpen({ kind: 'erase' }),
                    },
                  ]
                : []),
            ]}
          />
        </>
      ) : null}
    </div>
  )
}

/** Ready gifts: one press opens the form with everything filled in. */
function Templates({ desk, onOpen }: { readonly desk: Desk; readonly onOpen: (open: Open) => void }) {
  const t = useActsText()
  const language = useLanguage()
  const mayManage = useMay()('settings', 'edit')
  const openFor = ({ name, amount, days }: ShownTemplate) =>
    onOpen({ kind: amount > 0 ? 'credit' : 'days', filled: { reason: name[language], amount, days } })
  return (
    <div className={styles['row']}>
      {desk.templates.map((one) => (
        <Button key={one.template_id} icon="star" onPress={() => openFor(one)}>
          {one.name[language]}
        </Button>
      ))}
      {mayManage ? (
        <LinkButton isQuiet href="/subscribers/goodwill">
          {t('manage')}
        </LinkButton>
      ) : null}
    </div>
  )
}

function Banned({ card, desk }: { readonly card: SubscriberCard; readonly desk: Desk }) {
  const t = useActsText()
  const language = useLanguage()
  const nowSec = useNowSec()
  if (desk.banned.length === 0) return null
  return (
    <div className={styles['gap']}>
      <strong>{t('banned')}</strong>
      <ul className={styles['list']}>
        {desk.banned.map((one) => (
          <li key={one.uid}>
            <span>
              <span>{one.name || one.model || one.uid}</span>
              <span className={styles['quiet']}>
                {[one.by, formatDate(one.at, language, nowSec), one.reason]
                  .filter((part) => part !== '')
                  .join(' · ')}
              </span>
            </span>
            <Unban accountId={card.account_id} uid={one.uid} />
          </li>
        ))}
      </ul>
    </div>
  )
}

interface OpenFormProps {
  readonly card: SubscriberCard
  readonly desk: Desk
  readonly open: Open
  readonly onClose: () => void
}

function OpenForm({ open, card, desk, onClose }: OpenFormProps) {
  switch (open.kind) {
    case 'credit':
    case 'debit':
      return (
        <MoneyForm
          {...{ card, desk, onClose }}
          kind={open.kind}
          filled={'filled' in open ? open.filled : undefined}
        />
      )
    case 'days':
      return <DaysForm {...{ card, desk, onClose }} filled={open.filled} />
    case 'connect':
      return <ConnectForm {...{ card, desk, onClose }} />
    case 'name':
      return <NameForm {...{ card, onClose }} />
    case 'phone':
      return <PhoneForm {...{ card, onClose }} />
    case 'password':
      return <PasswordForm {...{ card, onClose }} />
    case 'state':
      return <StateForm {...{ card, onClose }} />
    case 'export':
      return <ExportForm {...{ card, onClose }} />
    case 'merge':
      return <MergeForm {...{ card, onClose }} />
    case 'erase':
      return <EraseForm {...{ card, onClose }} />
    case 'seeAs':
      return (
        <SeeAsForm
          accountId={card.account_id}
          device={supportDeviceOf(card.devices[0]?.kind)}
          onClose={onClose}
        />
      )
    case 'signOut':
      return <SignOutForm {...{ card, onClose }} />
  }
}
