/** Login by Telegram: its own page asks, and leads back here; nothing of Telegram is loaded before the press (TG-01). */
import { useEffect, useRef } from 'react'
import { telegram } from '#contract/accounts/telegram.ts'
import { pathOf } from '#contract/form/pages.ts'
import { ru } from '#web/i18n/ru/account/telegram.ts'
import { uz } from '#web/i18n/uz/account/telegram.ts'
import { useCall } from '#web/session/requests/api.ts'
import { createTextHook } from '#web/session/text.ts'
import { serverOrigin } from '#web/state/site-address.ts'
import { Button } from '#web/ui/controls/button.tsx'
import styles from '#web/screens/login/flow/login-screen.module.css'

const useTelegramText = createTextHook(ru, uz)

const marker = '#tgAuthResult='
const pressKey = 'telegram-login'
const pressLifeMs = 600_000
/** The press where the storage is closed. */
let pressInMemory: string | null = null

/** Notes that the person of this tab asked for the login: a mark that nobody can guess, and the time. */
export function notePress(nowMs = Date.now()): void {
  const [mark] = crypto.getRandomValues(new Uint32Array(1))
  pressInMemory = `${mark} ${nowMs}`
  try {
    sessionStorage.setItem(pressKey, pressInMemory)
  } catch {
    // In memory then.
  }
}

/** Whether the login was asked for in this tab, within ten minutes; the press ends by it. */
function takePress(nowMs: number): boolean {
  let press = pressInMemory
  pressInMemory = null
  try {
    press = sessionStorage.getItem(pressKey) ?? press
    sessionStorage.removeItem(pressKey)
  } catch {
    // In memory then.
  }
  const ageMs = nowMs - Number(press?.split(' ')[1])
  return ageMs >= 0 && ageMs <= pressLifeMs
}

/**
 * What Telegram led back with, taken out of the address: it opens a session once. Undefined for nothing, and for what
 * nobody in this tab asked for: a link of another person must not log in to their account.
 */
export function takeResult(nowMs = Date.now()): string | undefined {
  const { hash, pathname, search } = location
  if (!hash.startsWith(marker)) return undefined
  history.replaceState(history.state, '', pathname + search)
  if (!takePress(nowMs)) return undefined
  try {
    const result = decodeURIComponent(hash.slice(marker.length))
    // The person declined.
    return result === '' || result === 'false' ? undefined : result
  } catch {
    return undefined
  }
}

/** The page of Telegram with where to come back to. */
export function pageWith(address: string, origin: string): string {
  const query = new URLSearchParams({ origin, return_to: `${origin}${pathOf('login')}` })
  return `${address}&${query.toString()}`
}

export interface TelegramLoginProps {
  readonly busy: boolean
  readonly onResult: (result: string) => void
}

/** Not in a packaged app: Telegram leads back to the site only. */
export function TelegramLogin({ busy, onResult }: TelegramLoginProps) {
  const t = useTelegramText()
  const page = useCall(telegram.loginPage, {})
  const taken = useRef(false)
  useEffect(() => {
    if (taken.current) return
    taken.current = true
    const result = takeResult()
    if (result !== undefined) onResult(result)
  }, [onResult])
  if (page.kind !== 'ok' || page.data.address === '' || serverOrigin() !== '') return null
  const { address } = page.data
  return (
    <div className={styles.elsewhere}>
      <Button
        size="l"
        wide
        disabled={busy}
        onClick={() => {
          notePress()
          location.assign(pageWith(address, location.origin))
        }}
      >
        {t(busy ? 'waiting' : 'logIn')}
      </Button>
    </div>
  )
}
