/** The bar over every page: whose eyes these are, that nothing can be changed, how long it lasts, and its end. */
import { supportView } from '#contract/site/support-view.ts'
import { serviceLook } from '#web/session/first-page.ts'
import { call, callQuietly } from '#web/session/requests/api.ts'
import { session } from '#web/session/session.ts'
import { forgetView, type StoredView, storeView } from './stored-view.ts'
import { type BarLanguage, supportWords } from './support-words.ts'

/** It may have been ended in the console. */
const checkEveryMs = 15_000

/** `14:05`. */
export function timeLeft(untilSec: number, nowMs: number): string {
  const sec = Math.max(0, Math.ceil(untilSec - nowMs / 1000))
  return `${Math.floor(sec / 60)}:${String(sec % 60).padStart(2, '0')}`
}

/** Shows the bar until the view is over. */
export function showBar(view: StoredView): void {
  const { language, name, until } = view
  const words = supportWords[language]
  const service = serviceLook().name[language === 'uz' ? 'uz' : 'ru']
  const seen = words.seen.replace('{service}', service).replace('{name}', name)
  const time = element('time', '')
  const left = element('span', '')
  const [before = '', after = ''] = words.left.split('{time}')
  left.append(before, time, after)
  const text = element('p', '')
  text.append(element('strong', seen), element('span', words.nothing), left)
  const end = element('button', words.end)
  end.type = 'button'
  const bar = element('div', '')
  bar.className = 'support-bar'
  bar.lang = language
  bar.setAttribute('role', 'region')
  bar.setAttribute('aria-label', seen)
  bar.append(text, end)
  keepOnTop(bar)
  const tick = () => {
    time.textContent = timeLeft(until, Date.now())
    if (until * 1000 <= Date.now()) leave(view)
  }
  tick()
  setInterval(tick, 1000)
  setInterval(() => void check(view), checkEveryMs)
  document.addEventListener('visibilitychange', () => void check(view))
  end.addEventListener('click', () => {
    end.disabled = true
    void endNow().then(() => leave(view))
  })
}

/**
 * A modal dialog over the whole window and what is full screen lie above the page and take its presses: the bar moves
 * into them, and back when they are gone.
 */
function keepOnTop(bar: HTMLElement): void {
  const place = () => {
    const dialogs = document.querySelectorAll('dialog[data-full-window][open]')
    const top = document.fullscreenElement ?? dialogs[dialogs.length - 1]
    if (top === undefined && bar.parentNode !== document.body) document.body.prepend(bar)
    if (top !== undefined && bar.parentNode !== top) top.append(bar)
  }
  // A press of the bar is none of the player's below it.
  for (const press of ['click', 'dblclick', 'pointerdown', 'pointerup'])
    bar.addEventListener(press, (event) => event.stopPropagation())
  document.addEventListener('fullscreenchange', place)
  new MutationObserver(place).observe(document.body, {
    ...{ childList: true, subtree: true, attributes: true },
    attributeFilter: ['open'],
  })
  place()
}

async function endNow(): Promise<void> {
  const { token, deviceUid } = session.get()
  if (token !== null && deviceUid !== null) await call(supportView.end, { token, device_uid: deviceUid })
}

async function check(view: StoredView): Promise<void> {
  const result = await callQuietly(supportView.state, {})
  if (result.kind === 'refused' && result.failure === 'support_view_over') leave(view)
}

/** Loads the page again, which stops whatever plays and forgets everything that was shown. */
function leave({ language }: StoredView): void {
  forgetView()
  storeView({ language, name: '', until: 0 })
  location.replace('/')
}

/** Instead of the site: why there is no view. The next load of the tab is the site as for everybody. */
export function showOver(language: BarLanguage, why: 'over' | 'used' | 'noConnection'): void {
  const words = supportWords[language]
  forgetView()
  const page = element('main', '')
  page.className = 'support-over'
  page.lang = language
  page.append(element('h1', words[why]), element('p', words.again))
  document.body.replaceChildren(page)
}

function element<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  text: string,
): HTMLElementTagNameMap[Name] {
  const made = document.createElement(name)
  made.textContent = text
  return made
}
