/** The viewer's Telegram: linked with the bot, what goes there, and its end (TG-01). */
import { useEffect, useState } from 'react'
import { telegram } from '#contract/accounts/telegram.ts'
import type { ResponseOf } from '#contract/form/endpoint.ts'
import { ru } from '#web/i18n/ru/account/telegram.ts'
import { uz } from '#web/i18n/uz/account/telegram.ts'
import { call, useCall } from '#web/session/requests/api.ts'
import { createTextHook } from '#web/session/text.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { QrCode } from '#web/ui/controls/qr-code.tsx'
import { Switch } from '#web/ui/controls/switch.tsx'
import { ConfirmDialog } from '#web/ui/dialogs/confirm-dialog.tsx'
import { showToast } from '#web/ui/dialogs/toast.tsx'
import styles from './cabinet-screen.module.css'

const useTelegramText = createTextHook(ru, uz)

type Link = ResponseOf<typeof telegram.show>

/** While the bot is opened on another device. */
const waitingMs = 3000

/** Shown once the present state is known to the page, and where there is a bot. */
export function TelegramCard() {
  const t = useTelegramText()
  const [opening, setOpening] = useState<ResponseOf<typeof telegram.begin>>()
  const [changed, setChanged] = useState<{ readonly link: Link; readonly instead: Link }>()
  const stored = useCall(telegram.show, {}, opening === undefined ? {} : { everyMs: waitingMs })
  useEffect(() => {
    if (opening === undefined) return
    const timer = setTimeout(() => setOpening(undefined), opening.expires_in_sec * 1000)
    return () => clearTimeout(timer)
  }, [opening])
  if (stored.kind !== 'ok') return null
  // What was changed here is newer until the next look.
  const link = changed?.instead === stored.data ? changed.link : stored.data
  if (opening !== undefined && link.is_linked === 1) setOpening(undefined)
  if (link.is_on === 0 && link.is_linked === 0) return null
  const begin = async () => {
    const result = await call(telegram.begin, {})
    if (result.kind === 'ok') setOpening(result.data)
    else showToast(result.kind === 'refused' ? result.message : t('failed'))
  }
  return (
    <section className={styles.card} data-telegram>
      <h2 className={styles.label}>{t('title')}</h2>
      {link.is_linked === 1 ? (
        <Linked link={link} onChange={(next) => setChanged({ link: next, instead: stored.data })} />
      ) : (
        <>
          <p className={styles.text}>{t('why')}</p>
          {opening === undefined ? (
            <Button onClick={() => void begin()}>{t('begin')}</Button>
          ) : (
            <Opening address={opening.address} bot={link.bot} />
          )}
        </>
      )}
    </section>
  )
}

function Opening({ address, bot }: { readonly address: string; readonly bot: string }) {
  const t = useTelegramText()
  return (
    <>
      <p className={styles.text}>{t('scan')}</p>
      <QrCode text={address} label={t('qr', { bot })} />
      <a className={styles.external} href={address} target="_blank" rel="noopener noreferrer">
        {t('open')}
      </a>
    </>
  )
}

interface LinkedProps {
  readonly link: Link
  readonly onChange: (link: Link) => void
}

function Linked({ link, onChange }: LinkedProps) {
  const t = useTelegramText()
  const [busy, setBusy] = useState(false)
  const [leaves, setLeaves] = useState(false)
  const { bot, name } = link
  const act = async (work: () => ReturnType<typeof send>) => {
    setBusy(true)
    const result = await work()
    setBusy(false)
    setLeaves(false)
    if (result.kind === 'ok') onChange(result.data)
    else showToast(result.kind === 'refused' ? result.message : t('failed'))
  }
  const choose = (choice: { notices: number } | { codes: number }) => void act(() => send(choice))
  return (
    <>
      <p className={styles.text}>{t(name === '' ? 'linkedNameless' : 'linked', { name, bot })}</p>
      {link.is_on === 0 && <p className={styles.text}>{t('off')}</p>}
      {link.is_blocked === 1 && (
        <p className={styles.text} role="alert">
          {t('blocked')}
        </p>
      )}
      <Switch
        isOn={link.notices === 1}
        label={t('notices')}
        disabled={busy}
        onSwitch={(isOn) => choose({ notices: isOn ? 1 : 0 })}
      />
      <Switch
        isOn={link.codes === 1}
        label={t('codes')}
        disabled={busy || (link.is_phone_checked === 0 && link.codes === 0)}
        onSwitch={(isOn) => choose({ codes: isOn ? 1 : 0 })}
      />
      {link.is_phone_checked === 0 && <p className={styles.meta}>{t('checkPhone')}</p>}
      <Button variant="quiet" className={styles.flush} disabled={busy} onClick={() => setLeaves(true)}>
        {t('unlink')}
      </Button>
      <ConfirmDialog
        open={leaves}
        title={t('askUnlink')}
        text={t('askUnlinkText')}
        action={t('unlink')}
        cancel={t('cancel')}
        onConfirm={() => act(() => call(telegram.unlink, {}))}
        onClose={() => setLeaves(false)}
      />
    </>
  )
}

function send(choice: { readonly notices: number } | { readonly codes: number }) {
  return call(telegram.choose, choice)
}
