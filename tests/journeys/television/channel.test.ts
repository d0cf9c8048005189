/** Television at home: zapping, starting over, rewinding, the archive and the next programme. */
import type { Request } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest'
import type { Channel } from '#contract/channels/channels.ts'
import { logIn } from '#tests/kit/product/log-in.ts'
import { difference, look, waitUntilPlaying } from '#tests/kit/player/watching.ts'
import { changePlaylists, loseHeads, makeHole, shiftSound } from '#tests/kit/player/changed-playlists.ts'
import {
  clockOf,
  countPictures,
  goesOn,
  guideOf,
  midProgrammeMs,
  midProgramme,
  pictures,
  playing,
  recorded,
} from '#tests/kit/product/on-air.ts'
import { visit, type Visitor } from '#tests/kit/browser/visitor.ts'

const { url } = inject('product')
let token: string
let line: readonly Channel[]
let visitor: Visitor
const requests: string[] = []

beforeAll(async () => {
  const session = await logIn(url)
  token = session.token
  line = await playing(url, token, 12)
  visitor = await visit(url, { name: 'desktop', width: 1440, height: 900 })
  await visitor.page.addInitScript(session.storeScript)
  await visitor.page.addInitScript(countPictures)
  await visitor.page.addInitScript(changePlaylists)
  visitor.page.on('request', (request) => requests.push(new URL(request.url()).pathname))
}, 300_000)
afterAll(() => visitor.leave())

function channelAt(place: number): Channel {
  const result = line[place]
  if (result === undefined) throw new Error('too few channels play')
  return result
}

/** Throws with the page's current text and the state of the video. */
async function orReported(what: string, work: Promise<unknown>): Promise<void> {
  await work.catch(async (error: unknown) => {
    const report = await visitor.page.locator('main').innerText()
    const picture = JSON.stringify(await visitor.page.evaluate(stateOfPicture))
    throw new Error(`${what}; ${picture}; the page says: ${report.slice(0, 400)}`, { cause: error })
  })
}

/** Runs in the page. */
function stateOfPicture() {
  return [...document.querySelectorAll('video')].map(
    ({ currentTime, paused, readyState, seeking, buffered }) => ({
      ...{ currentTime, paused, readyState, seeking },
      buffered: Array.from({ length: buffered.length }, (_, at) => [buffered.start(at), buffered.end(at)]),
    }),
  )
}

/** Runs in the page: which buttons and texts of the player's lowest row overlap, or reach beyond its end. */
function crossings() {
  const row = document.querySelector('[data-transport]')?.parentElement
  const boxes = [...(row?.querySelectorAll('button, span') ?? [])]
    .filter((element) => element.parentElement?.closest('button') === null)
    .map((element) => ({ name: element.textContent, box: element.getBoundingClientRect() }))
    .filter(({ box }) => box.width > 0)
    .toSorted((one, other) => one.box.left - other.box.left)
  const end = row?.getBoundingClientRect().right ?? 0
  return boxes.flatMap(({ name, box }, at) => {
    const next = boxes[at + 1]
    return box.right > (next?.box.left ?? end) + 1 ? [`${name || at} over ${next?.name || at + 1}`] : []
  })
}

async function open(path: string): Promise<void> {
  await visitor.page.goto(path)
  await orReported(`${path} does not play`, waitUntilPlaying(visitor.page, 60_000))
}
/** A channel with a bright frame now: a programme may be dark for minutes. */
async function openBright(): Promise<void> {
  const isBright = async () => (await look(visitor.page)).brightness > 25
  for (const { id } of [4, 7, 1, 6, 3, 8].map(channelAt)) {
    await open(`/channel/${id}`)
    await goesOn(visitor.page, 1)
    for (const until = Date.now() + 15_000; Date.now() < until; await goesOn(visitor.page, 0.5))
      if (await isBright()) return
  }
  throw new Error('every channel is dark')
}
/** Runs an action that loads another source, and waits until its video advances. */
async function another(act: () => Promise<unknown>): Promise<void> {
  const before = await pictures(visitor.page)
  await act()
  await expect.poll(() => pictures(visitor.page), { timeout: 60_000 }).toBeGreaterThan(before)
  await goesOn(visitor.page, 0.5)
}

/** The channel of a live media address: `…/live/107/master.m3u8`. */
function channelIn(path: string): string {
  return /\/live\/(\d+)\//.exec(path)?.[1] ?? ''
}

function at(channel: Channel) {
  return visitor.page.waitForURL(new RegExp(`/channel/${channel.id}$`))
}

describe('zapping', () => {
  it('[TV-09] zaps through ten channels by number and by arrows; every video advances, and there is audio', async () => {
    const { page } = visitor
    await open(`/channel/${channelAt(0).id}`)
    for (const place of [4, 1, 6, 3, 8]) {
      const channel = channelAt(place)
      await another(async () => {
        await page.evaluate(typeNumbers, [String(channel.number)])
        await at(channel)
      })
    }
    const ids = (await playing(url, token, 12)).map(({ id }) => id)
    for (let count = 0; count < 5; count += 1) {
      const before = page.url()
      await another(async () => {
        await page.keyboard.press(count < 3 ? 'ArrowUp' : 'PageDown')
        await page.waitForURL((there) => there.href !== before)
      })
      expect(ids).toContain(Number(new URL(page.url()).pathname.split('/').at(-1)))
    }
    const first = await look(page)
    await goesOn(page, 3)
    expect((await look(page)).soundBytes).toBeGreaterThan(first.soundBytes)
    // The content may be still, or dark, for seconds.
    await expect.poll(async () => difference(first, await look(page))).toBeGreaterThan(0.2)
    await expect.poll(async () => (await look(page)).brightness).toBeGreaterThan(1)
  }, 400_000)

  it("[TV-09] keeps the previous frame until the next channel's first one: nothing black in between", async () => {
    const { page } = visitor
    await openBright()
    await page.evaluate(watchScreen)
    await another(() => page.keyboard.press('ArrowUp'))
    await goesOn(page, 1)
    const seen = await page.evaluate(() => (globalThis as unknown as { seen: Seen[] }).seen)
    const active = seen.filter(({ shown }) => shown === 'held')
    expect(active.length, 'the picture was held').toBeGreaterThan(0)
    expect(seen.filter(({ hasPicture }) => !hasPicture)).toEqual([])
  }, 400_000)

  it('[TV-09] has the neighbour prefetched: a zap requests no address and no master playlist before its first frame', async () => {
    const { page } = visitor
    const prefetched = new Set<string>()
    const onFinished = (request: Request) => {
      const { pathname } = new URL(request.url())
      if (pathname.endsWith('/master.m3u8')) prefetched.add(channelIn(pathname))
    }
    await open(`/channel/${channelAt(4).id}`)
    page.on('requestfinished', onFinished)
    // Both neighbours: the controls are shown, the playback is calm.
    await expect
      .poll(
        async () => {
          await page.mouse.move(300 + (Date.now() % 50), 300)
          return prefetched.size
        },
        { timeout: 60_000 },
      )
      .toBeGreaterThanOrEqual(2)
    page.off('requestfinished', onFinished)
    requests.length = 0
    await another(() => page.keyboard.press('ArrowUp'))
    const id = new URL(page.url()).pathname.split('/').at(-1) ?? ''
    expect([...prefetched]).toContain(id)
    const own = requests.filter((path) => path.includes('/live/') && channelIn(path) === id)
    const segment = own.findIndex((path) => path.endsWith('.m4s'))
    expect(segment).toBeGreaterThanOrEqual(0)
    const toSegment = own.slice(0, segment)
    expect(toSegment.filter((path) => path.endsWith('/master.m3u8'))).toEqual([])
  }, 300_000)

  it('[TV-09] returns to the last channel, and back again', async () => {
    const { page } = visitor
    const [one, other] = [channelAt(4), channelAt(7)]
    await open(`/channel/${one.id}`)
    for (const digit of String(other.number)) await page.keyboard.press(digit)
    await page.keyboard.press('Enter')
    await at(other)
    await page.keyboard.press('Backspace')
    await at(one)
    await page.keyboard.press('Backspace')
    await at(other)
  })

  it(
    '[TV-09] shows the channel of a number before it is opened, and a message for an unknown number',
    async () => {
      const { page } = visitor
      const channel = await midProgramme(url, token)
      const other = line.find(({ id }) => id !== channel.id) ?? channel
      await open(`/channel/${other.id}`)
      const cards = await page.evaluate(typeNumbers, [String(channel.number), '999'])
      expect(cards[0]).toContain(channel.name)
      expect(cards[0]).toContain(channel.now?.title ?? 'Программа передач не указана')
      expect(cards[1]).toContain('Такого канала нет')
      await page.locator('[data-wrong]').waitFor({ state: 'detached' })
      expect(new URL(page.url()).pathname).toBe(`/channel/${other.id}`)
    },
    midProgrammeMs + 120_000,
  )
})

describe('the guide over the video', () => {
  it('[TV-09] [GUIDE-03] opens by G, moves through channels and programmes, opens a recording, and closes by Esc', async () => {
    const { page } = visitor
    await open(`/channel/${channelAt(4).id}`)
    const guide = page.getByRole('region', { name: 'Каналы и передачи' })
    await page.keyboard.press('g')
    await guide.waitFor()
    await page.keyboard.press('Escape')
    await guide.waitFor({ state: 'detached' })
    await page.keyboard.press('g')
    const chosen = guide.locator('[aria-current="true"]')
    await expect.poll(() => chosen.innerText()).toContain(channelAt(4).name)
    await page.keyboard.press('ArrowDown')
    await expect.poll(() => chosen.innerText()).not.toContain(channelAt(4).name)
    await page.keyboard.press('ArrowUp')
    await expect.poll(() => chosen.innerText()).toContain(channelAt(4).name)
    // Until the guide of this channel has loaded there is nothing to the left.
    await expect
      .poll(async () => {
        await page.keyboard.press('ArrowLeft')
        return chosen.innerText()
      })
      .toContain('Смотреть запись')
    await another(() => page.keyboard.press('Enter'))
    expect(new URL(page.url()).pathname).toMatch(new RegExp(`^/tvArchive/${channelAt(4).id}/\\d+$`))
  }, 300_000)
})

describe('the timeline of a channel', () => {
  it(
    '[GUIDE-05] restarts a live programme and returns to live, without leaving the page',
    async () => {
      const { page } = visitor
      const channel = await midProgramme(url, token)
      await open(`/channel/${channel.id}`)
      const now = Date.now() / 1000
      const present = (await guideOf(url, token, channel.id)).find(
        (one) => one.begin_time <= now && now < one.end_time,
      )
      await another(() => page.keyboard.press('Home'))
      await expect
        .poll(async () => Math.abs((await clockOf(page)) - (present?.begin_time ?? 0)), { timeout: 60_000 })
        .toBeLessThan(12)
      await goesOn(page, 1)
      expect(new URL(page.url()).pathname).toBe(`/channel/${channel.id}`)
      await another(() => page.keyboard.press('End'))
      await expect
        .poll(async () => Date.now() / 1000 - (await clockOf(page)), { timeout: 60_000 })
        .toBeLessThan(60)
      await goesOn(page, 1)
    },
    midProgrammeMs + 240_000,
  )

  it(
    '[GUIDE-05] rewinds beyond the live window, pauses, resumes there, and returns to live',
    async () => {
      const { page } = visitor
      const channel = await midProgramme(url, token)
      await open(`/channel/${channel.id}`)
      const bar = page.locator('[role="slider"][aria-label="Перемотка"]')
      await bar.focus()
      const before = await clockOf(page)
      await another(() => bar.press('PageDown'))
      await expect.poll(async () => before - (await clockOf(page)), { timeout: 60_000 }).toBeGreaterThan(45)
      await goesOn(page, 1)
      expect(new URL(page.url()).pathname).toBe(`/channel/${channel.id}`)
      await page.getByRole('button', { name: 'Эфир: Вернуться в эфир' }).waitFor()
      // Now the row of buttons has the most buttons.
      for (const width of [1280, 1200, 1199, 1024, 1023, 900, 899, 600, 390, 360, 1440]) {
        await page.setViewportSize({ width, height: 900 })
        expect(await page.evaluate(crossings), `at ${width}`).toEqual([])
      }
      await page.keyboard.press('k')
      await expect.poll(async () => (await look(page)).paused).toBe(true)
      const paused = await clockOf(page)
      // At once: a second press must count, too.
      await page.keyboard.press('k')
      await goesOn(page, 1)
      expect(Math.abs((await clockOf(page)) - paused)).toBeLessThan(30)
      await page.getByRole('button', { name: 'Эфир: Вернуться в эфир' }).click()
      await expect
        .poll(async () => Date.now() / 1000 - (await clockOf(page)), { timeout: 60_000 })
        .toBeLessThan(60)
    },
    midProgrammeMs + 240_000,
  )
})

describe('the archive', () => {
  beforeEach(() => visitor.page.unrouteAll())

  it('[GUIDE-04] starts a programme at its beginning, seeks over its whole length, and continues to the next', async () => {
    const { page } = visitor
    const { programme, next } = await recorded(url, token, channelAt(4).id)
    const { begin_time, end_time } = programme
    await open(`/tvArchive/${programme.cid}/${programme.pid}`)
    expect(Math.abs((await clockOf(page)) - begin_time)).toBeLessThan(15)
    const bar = page.locator('[role="slider"][aria-label="Перемотка"]')
    expect([await bar.getAttribute('aria-valuemin'), await bar.getAttribute('aria-valuemax')]).toEqual([
      String(begin_time),
      String(end_time),
    ])
    const box = await bar.boundingBox()
    if (box === null) throw new Error('the timeline is not drawn')
    await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2)
    const middle = (begin_time + end_time) / 2
    await expect.poll(async () => Math.abs((await clockOf(page)) - middle)).toBeLessThan(30)
    await goesOn(page, 1)
    // After a reload it continues from there.
    await page.reload()
    await orReported('it does not play again', waitUntilPlaying(page, 60_000))
    await expect.poll(async () => Math.abs((await clockOf(page)) - middle)).toBeLessThan(60)
    // A link to its last seconds.
    await open(`/tvArchive/${programme.cid}/${programme.pid}?t=${end_time - begin_time - 6}`)
    expect(end_time - (await clockOf(page))).toBeLessThan(12)
    await page.waitForURL(new RegExp(`/tvArchive/${next.cid}/${next.pid}$`), { timeout: 60_000 })
    await orReported('the next does not play', waitUntilPlaying(page))
    await goesOn(page, 1)
    expect(Math.abs((await clockOf(page)) - next.begin_time)).toBeLessThan(20)
  }, 240_000)

  // Audio and video of a broadcast are never cut at the same moment.
  it.each([
    ['unchanged', 0],
    ['with audio that starts before the video', -40],
    ['with audio that starts after the video', 40],
  ])(
    '[GUIDE-04] stays at the end when the viewer chose that, and shows what would follow: %s',
    async (_, shiftMs) => {
      const { page } = visitor
      const { programme, next } = await recorded(url, token, channelAt(4).id)
      const { cid, pid, begin_time, end_time } = programme
      await page.addInitScript(shiftSound, shiftMs)
      await open(`/tvArchive/${cid}/${pid}?t=60`)
      await page.getByRole('button', { name: 'Настройки', exact: true }).click()
      await page.getByRole('menuitem', { name: /^Когда передача закончится/ }).click()
      await page.getByRole('menuitemradio', { name: 'Остановиться' }).click()
      await page.goto(`/tvArchive/${cid}/${pid}?t=${end_time - begin_time - 6}`)
      await orReported('no end', page.getByText('Передача закончилась').waitFor({ timeout: 90_000 }))
      expect(await page.locator('[data-problem]').innerText()).toContain(next.title)
      await page.getByRole('button', { name: 'Смотреть дальше' }).click()
      await page.waitForURL(new RegExp(`/tvArchive/${cid}/${next.pid}$`))
      await page.evaluate(() => localStorage.removeItem('ekran.player'))
    },
    240_000,
  )

  it('[PLAYER-06] requests a recording again when its playlist is outdated on opening', async () => {
    const { page } = visitor
    const { programme } = await recorded(url, token, channelAt(4).id)
    const missed: string[] = []
    page.on('response', (response) => response.status() === 404 && missed.push(response.url()))
    await page.addInitScript(loseHeads)
    await open(`/tvArchive/${programme.cid}/${programme.pid}`)
    await goesOn(page, 2)
    expect(missed.filter((one) => one.includes('/init-gone')).length).toBeGreaterThan(0)
    expect(await page.locator('[data-problem]').count()).toBe(0)
  }, 240_000)

  it('[GUIDE-06] jumps over a gap in the recording: the video continues after it, no error, and the bar shows it', async () => {
    const { page } = visitor
    const { programme } = await recorded(url, token, channelAt(4).id)
    const { cid, pid, begin_time } = programme
    const hole = { fromSec: begin_time + 12, toSec: begin_time + 36 }
    const requests: string[] = []
    await page.addInitScript(makeHole, hole)
    // What played before still loads: it must have ended before requests are watched.
    await page.goto('/policy')
    page.on('request', (request) => {
      const startMs = Number(/\/(\d+)-\d+\.m4s$/.exec(new URL(request.url()).pathname)?.[1])
      if (startMs / 1000 >= hole.fromSec && startMs / 1000 < hole.toSec) requests.push(request.url())
    })
    await open(`/tvArchive/${cid}/${pid}`)
    const clock = expect.poll(() => clockOf(page), { timeout: 90_000 })
    await orReported(`the clock stands ${JSON.stringify(hole)}`, clock.toBeGreaterThan(hole.toSec))
    await goesOn(page, 2)
    const later = await look(page)
    expect(later.brightness).toBeGreaterThan(1)
    expect(await page.locator('[data-problem]').count()).toBe(0)
    expect(await page.locator('[data-stretch]').count()).toBeGreaterThan(0)
    expect(requests, 'nothing is asked for that was not recorded').toEqual([])
  }, 240_000)
})

it('caused no script error and no server failure', () => {
  expect(visitor.problems).toEqual([])
})

/**
 * Runs in the page: types numbers one after the other, and returns the card's text for each. A number is opened 1.2
 * seconds after its last digit: on a busy machine presses sent from here would be too late.
 */
async function typeNumbers(numbers: readonly string[]): Promise<string[]> {
  const cards: string[] = []
  for (const number of numbers) {
    for (const key of number) {
      const event = { key, code: `Digit${key}`, bubbles: true, cancelable: true }
      document.body.dispatchEvent(new KeyboardEvent('keydown', event))
    }
    let said = ''
    for (let frames = 0; frames < 60 && !said.includes(number); frames += 1) {
      await new Promise((done) => requestAnimationFrame(done))
      said = document.querySelector<HTMLElement>('[data-wrong]')?.innerText ?? ''
    }
    cards.push(said)
  }
  return cards
}

interface Seen {
  readonly shown: 'held' | 'video'
  readonly hasPicture: boolean
}

/**
 * Records with every frame of the screen what a viewer sees: the frozen frame or the video, and whether it is empty.
 */
function watchScreen(): void {
  const seen: Seen[] = []
  Object.assign(globalThis, { seen })
  const small = document.createElement('canvas')
  small.width = 16
  small.height = 9
  const context = small.getContext('2d', { willReadFrequently: true })
  let before = 0
  const frame = () => {
    const video = document.querySelector('video')
    const current = document.querySelector<HTMLCanvasElement>('[data-player] canvas')
    if (video === null || current === null || context === null) return
    const isLocked = !current.hidden
    context.clearRect(0, 0, 16, 9)
    if (isLocked || video.readyState >= 2) context.drawImage(isLocked ? current : video, 0, 0, 16, 9)
    const { data } = context.getImageData(0, 0, 16, 9)
    // A frame that was never painted is transparent. Films have black frames of their own, which are frozen as they
    // are.
    let light = 0
    for (let place = 0; place < data.length; place += 4)
      light = Math.max(light, (data[place] ?? 0) + (data[place + 1] ?? 0) + (data[place + 2] ?? 0))
    const isPainted = data[3] !== 0
    seen.push({
      shown: isLocked ? 'held' : 'video',
      hasPicture: isPainted && (!isLocked || light > 6 || before <= 20),
    })
    if (!isLocked) before = light
    if (seen.length < 2000) requestAnimationFrame(frame)
  }
  requestAnimationFrame(frame)
}
