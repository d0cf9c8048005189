/**
 * The site in real Chromiums of years ago, as on televisions in homes: every page works without an error and in the
 * layout of its width, and a channel plays. Their files are a separate build (`web/old-engines.ts`).
 *
 * The packaged Chromium 68 decodes neither H.264 nor AAC, which the sets it stands for do: there the player's error is
 * shown instead.
 */
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { pages, type PageName } from '#contract/form/pages.ts'
import { findContent, type TestContent } from '#tests/kit/product/demo-content.ts'
import { existingPath } from '#tests/kit/product/demo-pages.ts'
import { logIn } from '#tests/kit/product/log-in.ts'
import { oldVersions, type OldVersion } from '#tests/kit/browser/old-chromium.ts'
import { playing } from '#tests/kit/product/on-air.ts'
import { untilVideoAdvances, visitWithOld, type OldVisitor } from '#tests/kit/browser/old-visitor.ts'

const { url } = inject('product')
const names = Object.keys(pages) as PageName[]
/** A viewer's pages differ from a guest's. */
const forBoth: readonly PageName[] = ['home', 'movie', 'tv', 'channel', 'tvArchive', 'tariff']

let existing: TestContent
let storeScript: string
let cid: number
beforeAll(async () => {
  const session = await logIn(url)
  storeScript = session.storeScript
  existing = await findContent(session.token)
  cid = (await playing(url, session.token, 1))[0]?.id ?? 0
}, 300_000)

describe.each(oldVersions)('[TVSET-01] [APP-01] in Chromium %i', (version: OldVersion) => {
  let visitor: OldVisitor
  beforeAll(async () => {
    visitor = await visitWithOld(url, { version, width: 1440, height: 900 })
  }, 300_000)
  afterAll(() => visitor.leave())

  /** Opens the page and returns its problems. */
  async function faultsOf(name: PageName): Promise<string[]> {
    const path = existingPath(existing, name)
    const heard = visitor.problems.length
    await visitor.open(path)
    const { width, wide, isDesktop, broken } = await visitor.devtools.run(layout)
    return [
      ...visitor.problems.slice(heard),
      ...(width === 1440 ? [] : [`the page is ${width} px wide`]),
      ...(wide <= 0 ? [] : [`the page is ${wide} px wider than the screen`]),
      ...(isDesktop ? [] : ['it has the layout of a phone']),
      ...broken.map((text) => `the parts of «${text}» stand one below the other`),
    ].map((fault) => `${path}: ${fault}`)
  }

  it('shows a guest every page, in the layout of its width and without an error', async () => {
    const faults: string[] = []
    for (const name of names.filter((one) => !pages[one].private)) faults.push(...(await faultsOf(name)))
    expect(faults).toEqual([])
  })

  it('shows a subscriber their pages, and plays a channel if it can decode one', async () => {
    await visitor.logIn(storeScript)
    const faults: string[] = []
    for (const name of names.filter((one) => pages[one].private || forBoth.includes(one)))
      faults.push(...(await faultsOf(name)))
    expect(faults).toEqual([])
    await visitor.open(`/channel/${cid}`)
    if (await visitor.devtools.run(decodes)) {
      await untilVideoAdvances(visitor)
      expect(await visitor.devtools.run(picturesShown)).toBeGreaterThan(10)
    } else {
      expect(version).toBeLessThan(88)
      await expect.poll(() => visitor.devtools.run(refusalShown)).not.toBe('')
    }
    expect(visitor.problems).toEqual([])
  })
})

describe('[TVSET-01] an engine without a dialog element', () => {
  let visitor: OldVisitor
  beforeAll(async () => {
    visitor = await visitWithOld(url, { version: 88, width: 1440, height: 900 })
    await visitor.devtools.send('Page.addScriptToEvaluateOnNewDocument', { source: `(${withoutDialog})()` })
  }, 300_000)
  afterAll(() => visitor.leave())

  const state = () => visitor.devtools.run(dialogState)
  /** Opens it by its button, from the keyboard: the button has the focus before. */
  async function openDialog(): Promise<void> {
    expect(await visitor.devtools.run(focusShare)).toBe(true)
    await press('Enter')
    await expect.poll(async () => (await state()).open).toBe(true)
  }
  async function press(key: string): Promise<void> {
    const text = key === 'Enter' ? { text: '\r' } : {}
    const codes = { key, code: key, windowsVirtualKeyCode: { Enter: 13, Escape: 27, Tab: 9 }[key] }
    await visitor.devtools.send('Input.dispatchKeyEvent', { type: 'keyDown', ...codes, ...text })
    await visitor.devtools.send('Input.dispatchKeyEvent', { type: 'keyUp', ...codes })
  }
  async function clickAt(x: number, y: number): Promise<void> {
    for (const type of ['mousePressed', 'mouseReleased'])
      await visitor.devtools.send('Input.dispatchMouseEvent', { type, x, y, button: 'left', clickCount: 1 })
  }

  it('shows one over the page, keeps the focus in it, and closes it by Esc or a press beside it', async () => {
    await visitor.open(existingPath(existing, 'movie'))
    await openDialog()
    expect(await state()).toEqual({ open: true, isInTheMiddle: true, hasFocus: true })
    // Once round and further: no focusable element of the page behind is among those of the dialog.
    for (let times = 0; times < 12; times += 1) {
      await press('Tab')
      expect((await state()).hasFocus).toBe(true)
    }
    await press('Escape')
    await expect.poll(async () => (await state()).open).toBe(false)
    expect(await visitor.devtools.run(isShareFocused)).toBe(true)

    await openDialog()
    const page = await visitor.devtools.run(() => location.pathname)
    await clickAt(60, 30)
    await expect.poll(async () => (await state()).open).toBe(false)
    expect(await visitor.devtools.run(() => location.pathname), 'the press opened nothing behind').toBe(page)
    expect(visitor.problems).toEqual([])
  })
})

describe('[TVSET-01] an engine below the floor', () => {
  let visitor: OldVisitor
  beforeAll(async () => {
    visitor = await visitWithOld(url, { version: 88, width: 1440, height: 900 })
  }, 300_000)
  afterAll(() => visitor.leave())

  const words = () => visitor.devtools.run(() => document.body.innerText)
  async function isInWords(path: string, title: RegExp) {
    await visitor.devtools.send('Page.navigate', { url: url + path })
    await expect.poll(words, { timeout: 60_000 }).toMatch(title)
    // Nothing of the page that cannot work is left.
    expect(await visitor.devtools.run(() => document.querySelectorAll('a, button, input').length)).toBe(0)
  }

  it('that cannot parse the client shows in words what to do', async () => {
    const { devtools } = visitor
    devtools.on('Fetch.requestPaused', (params) => {
      const responseHeaders = [{ name: 'content-type', value: 'text/javascript' }]
      const body = Buffer.from('const newer = a b').toString('base64')
      const { requestId } = params
      void devtools.send('Fetch.fulfillRequest', { requestId, responseCode: 200, responseHeaders, body })
    })
    await devtools.send('Fetch.enable', { patterns: [{ urlPattern: '*/assets/old/*.js' }] })
    await isInWords('/movies', /^Этот браузер слишком старый/)
    await isInWords('/uz/movies', /^Bu brauzer juda eski/)
    await devtools.send('Fetch.disable')
  })

  it('that has no module scripts shows the same words', async () => {
    const source = 'delete HTMLScriptElement.prototype.noModule'
    await visitor.devtools.send('Page.addScriptToEvaluateOnNewDocument', { source })
    await isInWords('/movies', /^Этот браузер слишком старый/)
  })
})

// These run in the page, whatever its age.

function withoutDialog() {
  const { prototype } = HTMLDialogElement as unknown as { prototype: Record<string, unknown> }
  for (const name of ['open', 'show', 'showModal', 'close', 'returnValue']) delete prototype[name]
  delete (globalThis as unknown as Record<string, unknown>)['HTMLDialogElement']
}

function focusShare() {
  const buttons = Array.from(document.querySelectorAll<HTMLElement>('main button'))
  const share = buttons.find((one) =>
    /Поделиться/.test(one.textContent + (one.getAttribute('aria-label') || '')),
  )
  if (share === undefined) return false
  share.focus()
  return document.activeElement === share
}

function isShareFocused() {
  const { activeElement } = document
  const label = activeElement === null ? '' : activeElement.getAttribute('aria-label') || ''
  return activeElement !== null && /Поделиться/.test(activeElement.textContent + label)
}

function dialogState() {
  const dialog = document.querySelector<HTMLElement>('dialog[open]')
  if (dialog === null) return { open: false, isInTheMiddle: false, hasFocus: false }
  const { left, right, top, bottom } = dialog.getBoundingClientRect()
  const middle = [Math.abs(left + right - innerWidth), Math.abs(top + bottom - innerHeight)]
  return {
    open: true,
    isInTheMiddle: right > left && middle.every((aside) => aside < 4),
    hasFocus: dialog.contains(document.activeElement),
  }
}

function layout() {
  const root = document.documentElement

  // Buttons whose children are laid out in a row: the oldest engines support no grid in a button.
  const broken = Array.from(document.querySelectorAll('main button')).filter((button) => {
    const parts = (button.querySelector('.inside-control') || button).children
    if (getComputedStyle(button).gridAutoFlow !== 'column' || parts.length < 2) return false
    const boxes = Array.from(parts).map((part) => part.getBoundingClientRect())
    const lowest = Math.min(...boxes.map(({ bottom }) => bottom))
    return boxes.some(({ height, top }) => height > 0 && top >= lowest)
  })
  return {
    broken: broken.map((button) => button.textContent),
    width: window.innerWidth,
    wide: root.scrollWidth - root.clientWidth,
    // A phone's sections are at its lower edge.
    isDesktop: !Array.from(document.querySelectorAll('nav')).some(
      (nav) => getComputedStyle(nav).position === 'fixed' && nav.offsetWidth > 0,
    ),
  }
}

function decodes() {
  return MediaSource.isTypeSupported('video/mp4; codecs="avc1.4d401f,mp4a.40.2"')
}

function picturesShown() {
  const video = document.querySelector('video')
  return video === null ? 0 : video.getVideoPlaybackQuality().totalVideoFrames
}

function refusalShown() {
  const card = document.querySelector('[role="alert"]')
  return card === null ? '' : card.textContent
}
