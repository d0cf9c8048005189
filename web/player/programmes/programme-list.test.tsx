import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { channels, type Programme } from '#contract/channels/channels.ts'
import { buildProgramme } from '#tests/kit/dom/build-channel.ts'
import { address, show, words } from '#tests/kit/dom/show.tsx'
import { simulateServer, type SimulatedServer } from '#tests/kit/dom/simulated-server.ts'
import { ProgrammeList } from './programme-list.tsx'

/** 13:00 of Friday, 15 January 2027 in Tashkent. */
const nowSec = 1_800_000_000
const hourSec = 3600
const todaySec = nowSec - 13 * hourSec

let server: SimulatedServer
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: nowSec * 1000 })
  server = simulateServer()
  guideIs([
    programme(1, -2, { title: 'Утро' }),
    programme(2, -1, { title: 'Новости' }),
    programme(3, 0, { title: 'Концерт' }),
    programme(4, 1, { title: 'Вечер', url: null }),
  ])
})

/** This many hours from now, one hour long. */
function programme(pid: number, inHours: number, own: Partial<Programme> = {}) {
  return buildProgramme(pid, { cid: 5, begin_time: nowSec + inHours * hourSec, ...own })
}
function guideIs(item: readonly Programme[]) {
  server.responds(channels.programmes, { programs: { item }, time_from: 0, time_to: 0 })
}
async function open(own: { playingPid?: number; playingSec?: number; at?: string } = {}) {
  const { at = '/channel/5', playingPid = null, playingSec } = own
  const page = await show(<ProgrammeList cid={5} playingPid={playingPid} playingSec={playingSec} />, { at })
  await waitFor(() => expect(server.requests(channels.programmes)).not.toEqual([]))
  return page
}
const row = async (title: string) => (await screen.findByText(title)).closest('li') as HTMLElement
const linkOf = async (title: string) => within(await row(title)).queryByRole('link')
const days = () => within(screen.getByRole('group', { name: 'День' })).getAllByRole('button')
const window = () => {
  const { time_from, time_to } = server.requests(channels.programmes).at(-1)?.input ?? {}
  return [Number(time_from), Number(time_to)]
}

describe('[TV-09] the programmes of a day', () => {
  it("are today's for a live channel, from midnight to midnight in Tashkent", async () => {
    await open()
    expect(window()).toEqual([todaySec, todaySec + 24 * hourSec])
    expect(screen.getByRole('button', { pressed: true }).textContent).toBe('Сегодня')
  })

  it('show when each starts, and which is the current one', async () => {
    await open()
    expect(words(await row('Утро'))).toBe('11:00Утро')
    expect(words(await row('Концерт'))).toBe('13:00КонцертСейчас')
    expect(screen.getAllByText('Сейчас')).toHaveLength(1)
  })

  it('link to the recording of past ones, and to the beginning of the current one', async () => {
    const { user } = await open()
    expect((await linkOf('Концерт'))?.getAttribute('href')).toBe('/tvArchive/5/3')
    await user.click((await linkOf('Утро')) as HTMLElement)
    expect(address()).toBe('/tvArchive/5/1')
  })

  it('[SHELL-11] link in the language of the address', async () => {
    await open({ at: '/uz/channel/5' })
    expect((await linkOf('Утро'))?.getAttribute('href')).toBe('/uz/tvArchive/5/1')
  })

  it('have no link before they start', async () => {
    await open()
    expect(await linkOf('Вечер')).toBeNull()
    expect(words(await row('Вечер'))).toBe('14:00Вечер')
  })

  it('[FOLLOW-01] have a bell before they start, and none afterwards', async () => {
    await open()
    const bells = (await screen.findAllByRole('button', { name: /^Напомнить: / })).map((one) => [
      one.getAttribute('aria-label'),
      one.title,
    ])
    expect(bells).toEqual([['Напомнить: Вечер', 'Напомнить']])
  })

  it('[GUIDE-03] show that a finished one has no recording', async () => {
    guideIs([programme(1, -2, { title: 'Утро', url: null })])
    await open()
    expect(words(await row('Утро'))).toContain('Записи нет')
    expect(await linkOf('Утро')).toBeNull()
  })

  it('show which episode of a series it is', async () => {
    guideIs([programme(1, 0, { title: 'Сериал', season: 2, episode: 5, sub_title: 'Возвращение' })])
    await open()
    expect(words(await row('Сериал'))).toContain('Сезон 2, серия 5. Возвращение')
  })

  it('mark the one that plays, instead of the current one', async () => {
    guideIs([programme(2, 0, { title: 'Новости' }), programme(3, 1, { title: 'Концерт' })])
    await open({ playingPid: 2, playingSec: nowSec })
    expect(words(await row('Новости'))).toContain('Вы смотрите')
    expect(screen.queryByText('Сейчас')).toBeNull()
    expect((await linkOf('Новости'))?.getAttribute('aria-current')).toBe('true')
  })
})

describe('[GUIDE-01] the days of the guide', () => {
  it('are six past ones, today and six future ones', async () => {
    await open()
    expect(days().map(({ textContent }) => textContent?.replaceAll(/\s/g, ' '))).toEqual([
      'сб 9',
      'вс 10',
      'пн 11',
      'вт 12',
      'ср 13',
      'чт 14',
      'Сегодня',
      'сб 16',
      'вс 17',
      'пн 18',
      'вт 19',
      'ср 20',
      'чт 21',
    ])
  })

  it('start with the day of what plays', async () => {
    await open({ playingPid: 9, playingSec: nowSec - 48 * hourSec })
    expect(window()).toEqual([todaySec - 48 * hourSec, todaySec - 24 * hourSec])
    expect(days().findIndex((button) => button.getAttribute('aria-pressed') === 'true')).toBe(4)
  })

  it('are requested when they are chosen, replacing the other day', async () => {
    const { user } = await open()
    await row('Концерт')
    guideIs([programme(9, 24, { title: 'Завтрак', url: null })])
    await user.click(days()[7] as HTMLElement)
    expect(window()).toEqual([todaySec + 24 * hourSec, todaySec + 48 * hourSec])
    await row('Завтрак')
    expect(screen.queryByText('Концерт')).toBeNull()
  })

  it('show a message without programmes', async () => {
    guideIs([])
    await open()
    expect(await screen.findByText('На этот день программы нет')).toBeTruthy()
  })

  it('can be retried when they failed to load', async () => {
    server.isLost(channels.programmes)
    const { user } = await open()
    const again = await screen.findByRole('button', { name: 'Повторить' })
    guideIs([programme(3, 0, { title: 'Концерт' })])
    await user.click(again)
    await row('Концерт')
    expect(screen.queryByRole('button', { name: 'Повторить' })).toBeNull()
  })
})

describe('[GUIDE-03] the collapsed programmes of a day on a phone', () => {
  const folded = () =>
    screen
      .getAllByRole('listitem')
      .filter((item) => item.dataset['earlier'] === 'true')
      .map((item) => item.textContent)

  it('are those long before the current one, until the viewer expands them', async () => {
    const { user } = await open()
    await row('Концерт')
    expect(folded()).toEqual(['11:00Утро'])
    await user.click(screen.getByRole('button', { name: 'С начала дня' }))
    expect(folded()).toEqual([])
    expect(screen.queryByRole('button', { name: 'С начала дня' })).toBeNull()
  })

  it('are none where the day has just started', async () => {
    guideIs([programme(3, 0, { title: 'Концерт' }), programme(4, 1, { url: null })])
    await open()
    await row('Концерт')
    expect(screen.queryByRole('button', { name: 'С начала дня' })).toBeNull()
  })
})

describe('the scroll position of the list', () => {
  /** A list of this height and with 2000 pixels of content; the current programme is at 800 pixels. */
  async function openAt(height: number) {
    vi.spyOn(HTMLElement.prototype, 'scrollHeight', 'get').mockReturnValue(2000)
    vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(height)
    vi.spyOn(HTMLElement.prototype, 'offsetHeight', 'get').mockReturnValue(50)
    vi.spyOn(Element.prototype, 'getBoundingClientRect').mockImplementation(function (this: Element) {
      const isOn = this instanceof HTMLElement && this.dataset['onNow'] === 'true'
      return { top: isOn ? 900 : 100 } as DOMRect
    })
    await show(
      <div role="tabpanel">
        <ProgrammeList cid={5} playingPid={null} />
      </div>,
    )
    await row('Концерт')
    vi.restoreAllMocks()
    return screen.getByRole('tabpanel').scrollTop
  }

  it('centres the current programme', async () => {
    expect(await openAt(400)).toBe(625)
  })

  it('is left to the page where the list does not scroll by itself', async () => {
    expect(await openAt(2000)).toBe(0)
  })
})
