/**
 * The start of a tab in which a member of staff sees the site as a subscriber. The code comes in the fragment of the
 * address, which no server gets; it leaves the address before anything else, and is exchanged once for a token.
 */
import { supportFragment } from '#contract/form/support-views.ts'
import { supportView } from '#contract/site/support-view.ts'
import { callAsDevice } from '#web/session/requests/call-as-device.ts'
import { newDeviceUid, session } from '#web/session/session.ts'
import { showBar, showOver } from './support-bar.ts'
import { forgetView, storedView, storeView } from './stored-view.ts'
import { barLanguageOf } from './support-words.ts'
import './support-view.css'

/** `start`: starts the site for the subscriber of the session. */
export async function startSupportView(start: () => void): Promise<void> {
  standApart()
  const { hash, pathname, search } = location
  if (hash.startsWith(supportFragment)) {
    history.replaceState(null, '', pathname + search)
    const [language, code] = hash.slice(supportFragment.length).split('.')
    if (!(await exchange(code ?? '', barLanguageOf(language)))) return
  }
  const view = storedView()
  if (view === null || view.until * 1000 <= Date.now()) return showOver(view?.language ?? 'ru', 'over')
  showBar(view)
  start()
}

/** Other tabs of this browser belong to the member: nothing is told to them or taken from them. */
function standApart(): void {
  for (const [target, name] of [
    [window, 'BroadcastChannel'],
    [navigator, 'locks'],
  ] as const)
    Object.defineProperty(target, name, { value: undefined, configurable: true })
}

async function exchange(code: string, language: 'ru' | 'uz' | 'en'): Promise<boolean> {
  forgetView()
  const deviceUid = newDeviceUid()
  const opened = await callAsDevice(deviceUid)(supportView.open, { code, device_uid: deviceUid })
  if (opened.kind !== 'ok') {
    showOver(language, opened.kind === 'refused' ? 'used' : 'noConnection')
    return false
  }
  if (document.documentElement.hasAttribute('data-tv')) sessionStorage.setItem('tv', '1')
  const { token, abonement, subscriber, expires_at: until, site_language: ofSite } = opened.data
  sessionStorage.setItem('check2', '1')
  session.signIn({ token, abonement, deviceUid })
  session.setLanguage(ofSite)
  storeView({ name: subscriber, language: opened.data.language, until })
  return true
}
