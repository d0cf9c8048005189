/** What can be done with one device, one stream, one tariff of a subscriber. */
import { type ReactNode, useState } from 'react'
import { consoleSubscriberActs as acts } from '#contract/console/subscriber-acts.ts'
import { rolesThatMay } from '#contract/form/act-limits.ts'
import { useCall } from '#console/session/queries.ts'
import { useMay } from '#console/session/session.ts'
import { useLanguage } from '#console/session/preferences.ts'
import { useRoleText } from '#console/session/text.ts'
import { Button, IconButton } from '#console/ui/button.tsx'
import { TextField } from '#console/ui/field.tsx'
import { Menu } from '#console/ui/menu.tsx'
import { isOver, type SubscriberCard } from '#console/screens/subscribers/words/subscriber-words.ts'
import { useCommandsText } from '#console/commands/commands-text.ts'
import { ActForm, useTextState } from './act-form.tsx'
import { CommandForm } from './command-form.tsx'
import { useActsText } from './acts-text.ts'
import { type Desk, DaysForm, Limit } from './give-forms.tsx'
import { EndPauseForm, PauseForm } from './pause-forms.tsx'
import { type EndMode, EndForm } from './tariff-forms.tsx'

type Device = SubscriberCard['devices'][number]
type What = 'rename' | 'remove' | 'ban'

interface DeviceProps {
  readonly accountId: number
  readonly device: Device
  /** As the list calls it. */
  readonly name: string
}

/** The menu of a device. */
export function DeviceActs({ accountId, device, name }: DeviceProps) {
  const t = useActsText()
  const may = useMay()
  const words = useCommandsText()
  const [what, setWhat] = useState<What | 'command'>()
  if (!may('subscribers', 'act')) return null
  return (
    <>
      <Menu
        trigger={<IconButton icon="more" label={t('deviceActs', { name })} />}
        label={t('deviceActs', { name })}
        entries={[
          { id: 'command', label: words('commandOf'), onAct: () => setWhat('command') },
          { id: 'rename', label: t('deviceRename'), onAct: () => setWhat('rename') },
          { id: 'remove', label: t('deviceRemove'), onAct: () => setWhat('remove') },
          { id: 'ban', label: t('deviceBan'), isDangerous: true, onAct: () => setWhat('ban') },
        ]}
      />
      {what === 'command' ? (
        <CommandForm accountId={accountId} deviceId={device.device_id} onClose={() => setWhat(undefined)} />
      ) : null}
      {what === undefined || what === 'command' ? null : (
        <DeviceForm {...{ accountId, device, name, what }} onClose={() => setWhat(undefined)} />
      )}
    </>
  )
}

const deviceActs = { rename: 'deviceRename', remove: 'deviceRemove', ban: 'deviceBan' } as const

function DeviceForm({
  accountId,
  device,
  name,
  what,
  onClose,
}: DeviceProps & { readonly what: What; readonly onClose: () => void }) {
  const t = useActsText()
  const field = useTextState('device', device.name)
  return (
    <ActForm
      endpoint={acts.device}
      name={t(deviceActs[what])}
      isDangerous={what !== 'rename'}
      toInput={(common) => ({
        ...common,
        ...{ account_id: accountId, device_id: device.device_id, what },
        name: what === 'rename' ? field.value : '',
      })}
      effect={
        <p>{what === 'rename' ? `${name} → ${field.value.trim() || device.model}` : t(`effect.${what}`)}</p>
      }
      onClose={onClose}
    >
      {what === 'rename' ? <TextField field={field} label={t('deviceName')} isFocused /> : null}
    </ActForm>
  )
}

/** Stops what plays. */
export function StopStream({
  accountId,
  streamId,
  label,
}: {
  readonly accountId: number
  readonly streamId: string
  /** For screen readers, where several are listed. */
  readonly label?: string
}) {
  const t = useActsText()
  return (
    <Opening text={t('stop')} label={label} isShown={useMay()('subscribers', 'act')}>
      {(onClose) => (
        <ActForm
          endpoint={acts.stopStream}
          name={t('stop')}
          isDangerous
          toInput={(common) => ({ ...common, account_id: accountId, stream_id: streamId })}
          effect={<p>{t('effect.stop')}</p>}
          onClose={onClose}
        />
      )}
    </Opening>
  )
}

/** Lets a banned device in again. */
export function Unban({ accountId, uid }: { readonly accountId: number; readonly uid: string }) {
  const t = useActsText()
  return (
    <Opening text={t('unban')} isShown={useMay()('subscribers', 'act')}>
      {(onClose) => (
        <ActForm
          endpoint={acts.unban}
          name={t('unban')}
          toInput={(common) => ({ ...common, account_id: accountId, uid })}
          effect={<p>{t('effect.unban')}</p>}
          onClose={onClose}
        />
      )}
    </Opening>
  )
}

/** Takes an act back at its line of the history, while it was not taken back. */
export function TakeBack({ accountId, actId }: { readonly accountId: number; readonly actId: number }) {
  const t = useActsText()
  const may = useMay()('credits', 'act')
  const { data } = useCall(acts.desk, { account_id: accountId }, { isEnabled: may && actId > 0 })
  const undoable = data?.undoable.find(({ act_id: id }) => id === actId)
  return (
    <Opening text={t('takeBack')} isShown={may && undoable !== undefined}>
      {(onClose) => (
        <ActForm
          endpoint={acts.takeBack}
          name={t('takeBack')}
          toInput={({ reason }) => ({ account_id: accountId, act_id: actId, reason })}
          isReady={undoable?.beyond === ''}
          effect={
            data === undefined || undoable === undefined || undoable.beyond === '' ? (
              <p>{t('effect.takeBack')}</p>
            ) : (
              <BeyondLimit desk={data} undoable={undoable} unit={undoable.beyond} />
            )
          }
          onClose={onClose}
        />
      )}
    </Opening>
  )
}

interface BeyondProps {
  readonly desk: Desk
  readonly undoable: Desk['undoable'][number]
  readonly unit: 'sum' | 'days'
}

/** Why this member does not take an act of another back, and who does. */
function BeyondLimit({ desk, undoable: { amount: sum, days }, unit }: BeyondProps) {
  const t = useActsText()
  const words = useRoleText()
  const mayMore = rolesThatMay({ sum, days }).filter((role) => desk.may_more.includes(role))
  return (
    <>
      <p>{t('effect.takeBackBeyond', { roles: mayMore.map((role) => words(`role.${role}`)).join(', ') })}</p>
      <Limit desk={desk} unit={unit} />
    </>
  )
}

interface OpeningProps {
  readonly text: string
  readonly label?: string | undefined
  readonly isShown: boolean
  readonly children: (onClose: () => void) => ReactNode
}

/** A small button that opens a form. */
function Opening({ text, label, isShown, children }: OpeningProps) {
  const [isOpen, setIsOpen] = useState(false)
  if (!isShown && !isOpen) return null
  return (
    <>
      <Button
        look="quiet"
        {...(label === undefined ? {} : { 'aria-label': label })}
        onPress={() => setIsOpen(true)}
      >
        {text}
      </Button>
      {isOpen ? children(() => setIsOpen(false)) : null}
    </>
  )
}

interface TariffProps {
  readonly card: SubscriberCard
  readonly tariff: SubscriberCard['tariffs'][number]
}

/** The menu of a connected tariff. */
export function TariffActs({ card, tariff }: TariffProps) {
  const t = useActsText()
  const language = useLanguage()
  const may = useMay()
  const [what, setWhat] = useState<EndMode | 'days' | 'pause' | 'pause_end'>()
  const mayAct = may('subscribers', 'act')
  const mayGive = may('credits', 'act')
  const { data: desk } = useCall(acts.desk, { account_id: card.account_id }, { isEnabled: mayAct || mayGive })
  if (desk === undefined || isOver(card)) return null
  const label = t('tariffActs', { name: tariff.name[language] })
  const close = () => setWhat(undefined)
  const rule = desk.pauses.find((one) => one.tariff_id === tariff.tariff_id)
  const isPaused = tariff.paused_until > 0
  const mayPause = rule !== undefined && !isPaused && tariff.state === 'active'
  const renewal = tariff.auto_renew ? 'renewal_off' : 'renewal_on'
  return (
    <>
      <Menu
        trigger={<IconButton icon="more" label={label} />}
        label={label}
        entries={[
          ...(mayGive ? [{ id: 'days', label: t('giveDays'), onAct: () => setWhat('days') }] : []),
          ...(mayAct && isPaused
            ? [{ id: 'pause_end', label: t('pauseEnd'), onAct: () => setWhat('pause_end') }]
            : []),
          ...(mayAct && mayPause ? [{ id: 'pause', label: t('pause'), onAct: () => setWhat('pause') }] : []),
          ...(mayAct
            ? [
                {
                  id: 'renewal',
                  label: t(tariff.auto_renew ? 'renewalOff' : 'renewalOn'),
                  onAct: () => setWhat(renewal),
                },
                { id: 'now', label: t('endNow'), isDangerous: true, onAct: () => setWhat('now') },
              ]
            : []),
        ]}
      />
      {what === 'days' ? (
        <DaysForm card={card} desk={desk} tariff={tariff.tariff_id} onClose={close} />
      ) : null}
      {what === 'pause' && rule !== undefined ? (
        <PauseForm card={card} desk={desk} tariff={tariff} rule={rule} onClose={close} />
      ) : null}
      {what === 'pause_end' ? (
        <EndPauseForm accountId={card.account_id} tariff={tariff} onClose={close} />
      ) : null}
      {what === 'renewal_off' || what === 'renewal_on' || what === 'now' ? (
        <EndForm card={card} desk={desk} tariff={tariff} mode={what} onClose={close} />
      ) : null}
    </>
  )
}
