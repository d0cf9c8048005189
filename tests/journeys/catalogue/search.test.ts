/** Searching in a real browser: typing as people do, navigating with the arrows, returning, correcting. */
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import type { BroadcastTitleCard } from '#contract/films/broadcast-titles.ts'
import { goesOn } from '#tests/kit/product/on-air.ts'
import { logIn } from '#tests/kit/product/log-in.ts'
import { screens, visit, type Visitor } from '#tests/kit/browser/visitor.ts'

interface StoredFilm {
  readonly vid: number
  readonly name: string
}

let film: StoredFilm
let channel: { readonly id: number; readonly name: string }
beforeAll(async () => {
  const base = inject('product').url
  const lists = await fetch(`${base}/middleware/noauth/video/list?lang=ru&limit=60&kind=films`)
  const { videos } = ((await lists.json()) as { data: { videos: { item: StoredFilm[] } } }).data
  // A name of some letters in one alphabet, so that it can be mistyped in every way; not among the most popular titles,
  // which are shown without a query and without results.
  const match = videos.item.slice(12).find(({ name }) => /^[А-ЯЁа-яё]{5,} [а-яё]{5,}$/.test(name))
  if (match === undefined) throw new Error('the demo has no film with a suitable name')
  film = match
  const channels = await fetch(`${base}/middleware/noauth/portal/client/channel/list?lang=ru`)
  const { item } = ((await channels.json()) as { data: { channels: { item: (typeof channel)[] } } }).data
    .channels
  channel = item[0] ?? { id: 0, name: '' }
})

const russianKeys = 'йцукенгшщзхъфывапролджэячсмитьбюё'
const englishKeys = "qwertyuiop[]asdfghjkl;'zxcvbnm,.`"

function onEnglishKeys(text: string) {
  return Array.from(text.toLowerCase(), (letter) => englishKeys[russianKeys.indexOf(letter)] ?? letter).join(
    '',
  )
}

/**
 * Runs in the page: types letter by letter, faster than any person; sent from here the letters would arrive when the
 * machine has time.
 */
function typeAtOnce(field: Element, text: string): void {
  const set = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set
  for (let letters = 1; letters <= text.length; letters += 1) {
    set?.call(field, text.slice(0, letters))
    field.dispatchEvent(new InputEvent('input', { bubbles: true }))
  }
}

function field({ page }: Visitor) {
  return page.getByRole('combobox', { name: 'Поиск' })
}

/** The address follows after a pause in typing. */
function asks({ page }: Visitor, query: string) {
  return page.waitForURL((url) => url.searchParams.get('q') === query)
}

function filmLink({ page }: Visitor) {
  return page.locator(`main a[href="/movie/${film.vid}"]`)
}

describe.each(screens)('a person with a $name', (screen) => {
  let visitor: Visitor
  beforeAll(async () => {
    visitor = await visit(inject('product').url, screen)
  })
  afterAll(() => visitor.leave())

  it('[SEARCH-01] opens the search from the menu and finds a film while typing', async () => {
    const { page } = visitor
    await page.goto('/')
    await page.getByRole('link', { name: 'Поиск' }).locator('visible=true').first().click()
    await page.waitForURL('**/search')
    await page.getByRole('heading', { name: 'Разделы' }).waitFor()
    await page.getByRole('heading', { name: 'Популярное' }).waitFor()
    await field(visitor).pressSequentially(film.name.slice(0, 6), { delay: 40 })
    await asks(visitor, film.name.slice(0, 6).trim())
    await page.getByRole('listbox').locator(`a[href="/movie/${film.vid}"]`).waitFor()
  })

  it('[SEARCH-02] gets results for the other keyboard layout, and can search for the exact text', async () => {
    const { page } = visitor
    await field(visitor).fill(onEnglishKeys(film.name))
    await page.getByText(`Показаны результаты для «${film.name.toLowerCase()}»`).waitFor()
    await filmLink(visitor).waitFor()
    await page.getByRole('button', { name: /^Искать именно/ }).click()
    await page.getByText('ничего не найдено').waitFor()
    expect(new URL(page.url()).searchParams.get('literal')).toBe('1')
  })

  it('[SEARCH-02] gets results in spite of a typo, with the corrected text shown', async () => {
    const { page } = visitor
    const [first = '', second = ''] = film.name.toLowerCase().split(' ')
    const slip = `${first} ${second.slice(0, 2)}${second.slice(3)}`
    await field(visitor).fill(slip)
    await filmLink(visitor).waitFor()
    await page.getByText('Показаны результаты для').waitFor()
  })

  it('[SEARCH-01] opens a result and returns to the results at once', async () => {
    const { page } = visitor
    await field(visitor).fill(film.name)
    await asks(visitor, film.name)
    await filmLink(visitor).first().click()
    await page.waitForURL(`**/movie/${film.vid}`)
    await page.getByRole('heading', { level: 1, name: film.name }).waitFor()
    const requests: string[] = []
    page.on('request', (request) => requests.push(request.url()))
    await page.goBack()
    await filmLink(visitor).waitFor()
    expect(await field(visitor).inputValue()).toBe(film.name)
    expect(requests.filter((url) => url.includes('/search/all'))).toEqual([])
  })

  it('[SEARCH-01] finds a channel and opens it', async () => {
    const { page } = visitor
    await field(visitor).fill(channel.name)
    await page.getByRole('heading', { name: 'Каналы' }).waitFor()
    await page.locator(`main a[href="/channel/${channel.id}"]`).first().click()
    await page.waitForURL(`**/channel/${channel.id}`)
  })

  it('[SEARCH-04] sees the recent searches, and clears them', async () => {
    const { page } = visitor
    await page.goto('/search')
    const recent = page.getByRole('region', { name: 'Вы искали' })
    await recent.getByRole('button', { name: film.name }).click()
    await filmLink(visitor).waitFor()
    await page.goto('/search')
    await page.getByRole('button', { name: 'Очистить историю' }).click()
    await recent.waitFor({ state: 'detached' })
    await page.reload()
    await page.getByRole('heading', { name: 'Разделы' }).waitFor()
    expect(await recent.count()).toBe(0)
  })

  it('[SEARCH-03] sees that nothing was found, and something to watch instead', async () => {
    const { page } = visitor
    await page.goto(`/search?q=${encodeURIComponent('жщхзчф')}`)
    await page.getByText('ничего не найдено').waitFor()
    await page.getByRole('heading', { name: 'А пока посмотрите' }).waitFor()
    await page.locator('main a[href^="/movie/"]').first().waitFor()
  })

  it('[SEARCH-01] filters stay in the address and leave the matching titles', async () => {
    const { page } = visitor
    await page.goto(`/search?q=${encodeURIComponent(film.name)}`)
    await filmLink(visitor).waitFor()
    await page.getByRole('button', { name: 'Каналы', exact: true }).click()
    await filmLink(visitor).waitFor({ state: 'detached' })
    expect(new URL(page.url()).searchParams.get('type')).toBe('channels')
    await page.getByRole('button', { name: 'Фильмы', exact: true }).click()
    await filmLink(visitor).waitFor()
  })

  it('[CAT-08] [FILM-05] navigates from a film to one of its actors, and to a similar film with its reason', async () => {
    const { page } = visitor
    await page.goto(`/movie/${film.vid}`)
    const similar = page.getByRole('region', { name: 'Похожие' })
    await similar.locator('a').first().waitFor()
    expect(await similar.innerText()).toMatch(/В ролях: |Тот же режиссёр: |Жанр: |Подборка «/)
    expect(await similar.locator(`a[href="/movie/${film.vid}"]`).count()).toBe(0)
    const person = page.locator('main a[href^="/personFilms/"]').first()
    const name = (await person.innerText()).trim().split('\n')[0] ?? ''
    await person.click()
    await page.waitForURL('**/personFilms/*')
    await page.getByRole('heading', { level: 1, name }).waitFor()
    await filmLink(visitor).waitFor()
  })

  it('caused no script error and no server failure', () => {
    expect(visitor.problems).toEqual([])
  })
})

describe('with only a keyboard', () => {
  let visitor: Visitor
  beforeAll(async () => {
    visitor = await visit(inject('product').url, { name: 'desktop', width: 1440, height: 900 })
  })
  afterAll(() => visitor.leave())

  it('[SEARCH-01] "/" opens the search, the arrows move through the results, Enter opens one', async () => {
    const { page } = visitor
    await page.goto('/movies')
    await page.locator('main a[href*="/movie/"]').first().waitFor()
    await page.keyboard.press('/')
    await page.waitForURL('**/search')
    await expect.poll(() => field(visitor).evaluate((input) => input === document.activeElement)).toBe(true)
    const answered = page.waitForResponse(
      (response) => new URL(response.url()).searchParams.get('query') === film.name,
    )
    await page.keyboard.type(film.name)
    await asks(visitor, film.name)
    // Results for the first letters would be replaced under the arrows.
    await answered
    await filmLink(visitor).waitFor()
    const active = () => field(visitor).getAttribute('aria-activedescendant')
    expect(await active()).toBeNull()
    for (let presses = 0; presses < 12; presses++) {
      await page.keyboard.press('ArrowDown')
      if ((await active()) === `found-film-${film.vid}`) break
    }
    expect(await active()).toBe(`found-film-${film.vid}`)
    expect(await filmLink(visitor).getAttribute('aria-selected')).toBe('true')
    expect(await field(visitor).evaluate((input) => input === document.activeElement)).toBe(true)
    await page.keyboard.press('Enter')
    await page.waitForURL(`**/movie/${film.vid}`)
  })

  it('[SEARCH-01] sends one request after a pause, and drops an outdated one', async () => {
    const { page } = visitor
    await page.goto('/search')
    const requests: string[] = []
    page.on('request', (request) => {
      if (request.url().includes('/search/all'))
        requests.push(new URL(request.url()).searchParams.get('query') ?? '')
    })
    await field(visitor).evaluate(typeAtOnce, film.name)
    await asks(visitor, film.name)
    await filmLink(visitor).waitFor()
    expect(requests.length).toBeLessThan(film.name.length / 2)
    expect(requests.at(-1)).toBe(film.name)
  })

  it('[ACC-07] [SEARCH-04] a logout clears the searches, even if the search was not opened', async () => {
    const { page } = visitor
    const session = await logIn(inject('product').url, 'unsubscribed')
    await page.goto('/')
    await page.evaluate(session.storeScript)
    await page.evaluate(() => localStorage.setItem('recent-searches', '["кот"]'))
    await page.goto('/cabinet')
    const out = page.getByRole('button', { name: 'Выйти', exact: true })
    await out.waitFor()
    // An overloaded machine responds with an error, and the request is repeated.
    const stored = async () => {
      if (await out.isEnabled({ timeout: 500 }).catch(() => false)) await out.click()
      return page.evaluate(() => [localStorage.getItem('token'), localStorage.getItem('recent-searches')])
    }
    await expect.poll(stored, { timeout: 60_000, interval: 1500 }).toEqual([null, null])
  })
})

describe('a television', () => {
  let visitor: Visitor
  beforeAll(async () => {
    visitor = await visit(inject('product').url, { name: 'television', width: 1920, height: 1080 })
  })
  afterAll(() => visitor.leave())

  it('[SEARCH-01] types with its own letters, and the focus stays on them while results load', async () => {
    const { page } = visitor
    await page.goto('/search?tv=1')
    const keyboard = page.getByRole('group', { name: 'Клавиатура' })
    await keyboard.waitFor()
    for (const letter of film.name.toLowerCase().slice(0, 4)) {
      const key = keyboard.getByRole('button', { name: letter, exact: true })
      await key.focus()
      await page.keyboard.press('Enter')
      expect(await key.evaluate((button) => button === document.activeElement)).toBe(true)
    }
    await filmLink(visitor).waitFor()
    const last = film.name.toLowerCase().slice(3, 4)
    const key = keyboard.getByRole('button', { name: last, exact: true })
    expect(await key.evaluate((button) => button === document.activeElement)).toBe(true)
    await keyboard.getByRole('button', { name: 'Очистить всё' }).click()
    await page.getByRole('heading', { name: 'Разделы' }).waitFor()
    await keyboard.getByRole('button', { name: 'Буквы: ABC' }).click()
    await keyboard.getByRole('button', { name: 'oʻ', exact: true }).waitFor()
  })
})

describe('[FOLLOW-04] a film that a channel has broadcast', () => {
  it('is found by its name, and plays from the archive', async () => {
    const { url } = inject('product')
    const { token, storeScript } = await logIn(url)
    const response = await fetch(
      `${url}/api/v1/broadcast-titles?lang=ru&kind=films&limit=60&authkey=${token}`,
    )
    const { data } = (await response.json()) as { data: { titles: BroadcastTitleCard[] } }
    const title = data.titles.find(({ vid, best }) => vid !== null && best.is_available === 1)
    if (title === undefined) throw new Error('no film of the demo can be watched from the archive')
    const visitor = await visit(url, { name: 'desktop', width: 1440, height: 900 })
    const { page } = visitor
    try {
      await page.addInitScript(storeScript)
      await page.goto(`/search?q=${encodeURIComponent(title.name)}`)
      const option = page.locator(`main [role="option"][href="/movie/${title.vid}"]`)
      await expect.poll(() => option.innerText()).toMatch(/В записи, (?:ещё \d+|меньше часа)/)
      await option.click()
      await page.waitForURL(`**/movie/${title.vid}`)
      const block = page.getByRole('region', { name: 'Можно посмотреть в записи' })
      await block.getByRole('link').first().click()
      await page.waitForURL('**/tvArchive/**')
      await goesOn(page, 1)
      expect(visitor.problems).toEqual([])
    } finally {
      await visitor.leave()
    }
  })
})
