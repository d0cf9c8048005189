/** Connects casting to this page: its session, its texts, the server. Loaded where the operator turned casting on. */
import { tvLogin } from '#contract/accounts/tv-login.ts'
import { browserTimers } from '#player/dom/browser-timers.ts'
import { makeTexts } from '#web/i18n/texts.ts'
import { ru } from '#web/i18n/ru/television/casting.ts'
import { uz } from '#web/i18n/uz/television/casting.ts'
import { onLogout } from '#web/session/on-logout.ts'
import { call } from '#web/session/requests/api.ts'
import { nowMs } from '#web/session/server/server-clock.ts'
import { session } from '#web/session/session.ts'
import { showToast } from '#web/ui/dialogs/toast.tsx'
import { CastSender } from './cast-sender.ts'
import { casting } from './casting.ts'
import { loadGoogleCast, mayCast } from './google-cast.ts'

const texts = makeTexts(ru, uz)

/** Rejects when Google's framework does not load; does nothing in a browser without Cast. */
export async function startCasting(appId: string): Promise<void> {
  const context = mayCast() ? await loadGoogleCast() : null
  if (context === null) return
  const t = () => texts(session.get().language)
  const sender = new CastSender({
    context,
    appId,
    store: casting,
    timers: browserTimers,
    nowSec: () => nowMs() / 1000,
    viewer: () => {
      const { token, abonement, language } = session.get()
      return token === null ? null : { abonement: abonement ?? '', language }
    },
    approve: async (code) => {
      const result = await call(tvLogin.decide, { user_code: code, allow: 1 })
      if (result.kind === 'refused') return result.message
      return result.kind === 'ok' ? null : t()('failed')
    },
    fail: (message) => showToast(message === '' ? t()('failed') : message),
  })
  onLogout(() => sender.end())
}
