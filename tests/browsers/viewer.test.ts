/**
 * A viewer's evening in WebKit and in Firefox: login by the form, television, its archive, a film, search, guide,
 * payment.
 */
import { mkdirSync, writeFileSync } from 'node:fs'
import { afterAll, afterEach, beforeAll, describe, expect, inject, it } from 'vitest'
import { demoAccounts } from '#db/demo/accounts.ts'
import { findFilm, packagingLimitMs } from '#tests/kit/product/demo-films.ts'
import { playing, recorded } from '#tests/kit/product/on-air.ts'
import { Person } from '#tests/kit/browser/driven-browser.ts'
import { openFirefox } from '#tests/kit/browser/firefox.ts'
import { logIn } from '#tests/kit/product/log-in.ts'
import { openWebKit } from '#tests/kit/browser/webkit.ts'

const { url } = inject('product')
const account = demoAccounts().find(({ kind }) => kind === 'subscribed')
let channels: readonly { readonly id: number; readonly name: string }[] = []
let film = { vid: 0, vfid: 0, name: '' }
let archive = ''

beforeAll(async () => {
  const { token } = await logIn(url)
  channels = await playing(url, token, 3)
  const result = await findFilm(url, token)
  film = { vid: result.vid, vfid: result.vfid, name: result.film.name }
  const { programme } = await recorded(url, token, channels.at(-1)?.id ?? 0)
  archive = `/tvArchive/${programme.cid}/${programme.pid}`
}, packagingLimitMs + 90_000)

/** Runs in the page: the state of the video, with a small copy of its frame. */
function stateOfPicture() {
  const video = document.querySelector('video')
  if (video === null || video.readyState < 2) return null
  const canvas = document.createElement('canvas')
  canvas.width = 32
  canvas.height = 18
  const context = canvas.getContext('2d')
  if (context === null) return null
  context.drawImage(video, 0, 0, 32, 18)
  const { data } = context.getImageData(0, 0, 32, 18)
  const pixels = Array.from({ length: 32 * 18 }, (_, at) => data[at * 4 + 1] ?? 0)
  return { sec: video.currentTime, paused: video.paused, pixels }
}

describe.each([
  { name: 'WebKit', open: openWebKit },
  { name: 'Firefox', open: openFirefox },
])('[TVSET-02] $name', ({ name, open }) => {
  let person: Person
  beforeAll(async () => {
    person = new Person(await open())
  })
  afterEach(async ({ task }) => {
    if (task.result?.state !== 'fail') return
    mkdirSync('data/browsers', { recursive: true })
    const file = `data/browsers/${name}-${task.name.replace(/[^\w]+/g, '-').slice(0, 60)}.png`
    writeFileSync(file, await person.browser.picture())
    console.error(`what ${name} showed: ${file}`)
  })
  afterAll(() => person?.browser.close())

  const goTo = async (path: string) => {
    await person.browser.open(url + path)
    await person.until('the page is alive', () =>
      person.run(() => {
        const app = document.getElementById('app')
        return app !== null && Object.keys(app).some((key) => key.startsWith('__reactContainer'))
          ? true
          : null
      }),
    )
  }
  const picture = () => person.run(stateOfPicture)
  /** Plays, started by a press where the browser requires one: the time advances, and the frames change. */
  const advances = async (seconds = 2) => {
    const first = await person.until('a picture', async () => {
      const now = await picture()
      if (now !== null && !now.paused) return now
      // Where autoplay is blocked, WebKit has not even decoded its first frame.
      if (!(await person.sees(bigPlay))) return null
      await person.press(bigPlay)
      // Only once: started playback continues, and another press on the video would pause it.
      await person.until('it begins', async () => ((await person.sees(bigPlay)) ? null : true))
      return null
    })
    await person.until('the picture goes on', async () => {
      const now = await picture()
      if (now === null || now.sec < first.sec + seconds) return null
      return now.pixels.some((value, at) => Math.abs(value - (first.pixels[at] ?? 0)) > 3) ? now : null
    })
    expect(await person.sees({ selector: '[data-problem]' })).toBe(false)
  }
  const bigPlay = { selector: '[data-player] > button[aria-label="Смотреть"]' }
  /** The demo's films are short: a film must not end while a test is pressing keys. */
  const fromBeginning = () =>
    person.run(() => {
      const video = document.querySelector('video')
      if (video !== null) video.currentTime = 1
    })
  const positionOf = async () => (await picture())?.sec ?? 0
  const settings = { selector: '[data-player] button', name: 'Настройки' }
  /** The controls may hide before a slow machine presses: then the press pauses the video, which keeps them visible. */
  const openSettings = async (section: string) => {
    await person.until('the settings', async () => {
      await person.point(await person.see({ selector: '[data-player]' }))
      await person.point(await person.see(settings))
      await person.press(settings)
      return person.see({ selector: '[role=menu]' }, 3000).catch(() => null)
    })
    await person.press({ selector: '[role=menuitem]', name: section })
  }
  const choose = async (section: string, choice: string) => {
    await openSettings(section)
    await person.press({ selector: '[role=menuitemradio]', name: choice })
    if ((await picture())?.paused === true) await person.type('k')
  }

  it('[ACC-01] logs in with the form', async () => {
    await goTo('/login')
    await person.write({ selector: 'input[name=who]' }, account?.phone.replace('+998', '') ?? '')
    await person.write({ selector: 'input[name=password]' }, account?.password ?? '')
    await person.press({ selector: 'form button[type=submit]' })
    await person.until('logged in', () =>
      person.run(() => (location.pathname === '/login' ? null : localStorage.getItem('token'))),
    )
    await person.run(() => localStorage.setItem('ekran.promoShownAt', String(Date.now())))
  })

  it('[TV-08] [TV-09] watches a channel live and zaps to another', async () => {
    await goTo(`/channel/${channels[0]?.id}`)
    await advances()
    await person.press({ selector: 'li > button:not([aria-current])' })
    await person.until('another channel', () =>
      person.run((cid) => {
        const [, matches] = /^\/channel\/(\d+)$/.exec(location.pathname) ?? []
        return matches === undefined || matches === String(cid) ? null : true
      }, channels[0]?.id ?? 0),
    )
    await advances()
  }, 180_000)

  it('[GUIDE-04] watches a recording and seeks in it', async () => {
    await goTo(archive)
    await advances()
    const before = await positionOf()
    const bar = await person.run(() => {
      const box = document.querySelector('[data-player] [role=slider]')?.getBoundingClientRect()
      return box === undefined ? null : { x: box.left + box.width * 0.7, y: box.top + box.height / 2 }
    })
    await person.point(bar ?? { x: 0, y: 0 })
    await person.pressAt(bar ?? { x: 0, y: 0 })
    await person.until('another place', async () => ((await positionOf()) > before + 60 ? true : null))
    await advances()
  }, 180_000)

  it('[PLAYER-01] watches a film, skips in it, changes audio and subtitles, and resumes where it was', async () => {
    await goTo(`/movie/${film.vid}?watch=${film.vfid}`)
    await advances()
    const before = await positionOf()
    await person.type('l')
    await person.until('ten seconds on', async () => ((await positionOf()) > before + 9 ? true : null))
    await advances(1)
    await fromBeginning()
    await choose('Звук', 'Oʻzbekcha')
    await advances(1)
    await fromBeginning()
    await choose('Субтитры', 'Русские')
    await person.see({ selector: '[data-subtitles] [translate="no"]' })
    await openSettings('Звук')
    await person.see({ selector: '[role=menuitemradio][aria-checked=true]', name: 'Oʻzbekcha' })
    const left = await positionOf()
    await goTo(`/movie/${film.vid}?watch=${film.vfid}`)
    await advances(1)
    expect(await positionOf()).toBeGreaterThan(left - 12)
  }, 240_000)

  it('[SEARCH-01] finds a film by a misspelled word', async () => {
    await goTo('/search')
    await person.write({ selector: 'input[role=combobox]' }, film.name.toLowerCase())
    await person.press({ selector: `main a[href="/movie/${film.vid}"]` })
    await person.see({ selector: 'h1', name: film.name })
  }, 120_000)

  it('[GUIDE-02] opens the guide at the current time and a programme in it', async () => {
    await goTo('/tv?view=guide')
    await person.see({ selector: '[role=gridcell][aria-label*="идёт сейчас"]' })
    await person.press({ selector: '[role=gridcell][aria-label*="идёт сейчас"]' })
    await person.press({ selector: 'dialog a', name: 'Смотреть' })
    await person.until('what plays', () =>
      person.run(() => (/^\/(channel|tvArchive)\//.test(location.pathname) ? true : null)),
    )
    await advances(1)
  }, 120_000)

  it('[PAY-01] [PAY-02] tops up with a new card', async () => {
    await goTo('/cabinet?pay=50000')
    await person.press({ selector: 'dialog button', name: 'Выбрать способ оплаты' })
    await person.press({ selector: 'dialog button', name: 'Новая карта' })
    await person.write({ selector: 'dialog input', name: 'Номер карты' }, '9860090101431907')
    await person.write({ selector: 'dialog input', name: 'Срок' }, '0530')
    await person.press({ selector: 'dialog button', name: 'Получить код' })
    await person.write({ selector: 'dialog input', name: 'Код из SMS' }, '111111')
    await person.press({ selector: 'dialog button', name: 'Оплатить' })
    await person.until('it is paid', () =>
      person.run(() => (document.body.innerText.includes('Готово') ? true : null)),
    )
  }, 120_000)
})
