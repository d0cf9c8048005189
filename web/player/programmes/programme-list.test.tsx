import { act, fireEvent, screen, within } from '@testing-library/react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { channels, type Programme } from '#contract/channels/channels.ts'
import { buildProgramme } from '#tests/kit/dom/build-channel.ts'
import { address, show, viewer, words } from '#tests/kit/dom/show.tsx'
import { simulateServer, type SimulatedServer } from '#tests/kit/dom/simulated-server.ts'
import { daySec, dayBegin, guideDays } from '#web/features/channels/use-programmes.ts'
import { ProgrammeList } from './programme-list.tsx'

const hourSec = 3600
/** 13:00 in Tashkent on the 15th of January 2027. */
const nowSec = 1_800_000_000
const today = dayBegin(nowSec)

let server: SimulatedServer
beforeEach(() => {
  server = simulateServer()
  vi.useFakeTimers({ toFake: ['Date'], now: nowSec * 1000 })
})

/** A day of programmes of an hour: those before now are recorded, except the ninth. */
function programmesOf(dayFrom: number): Programme[] {
  return Array.from({ length: 24 }, (_, hour) => {
    const begin_time = dayFrom + hour * hourSec
    const isRecorded = begin_time <= nowSec && hour !== 9
    const pid = Math.round((dayFrom - today) / daySec) * 100 + hour
    return buildProgramme(pid, {
      cid: 5,
      begin_time,
      end_time: begin_time + hourSec,
      url: isRecorded ? 'x' : null,
    })
  })
}

async function open(own: Partial<Parameters<typeof ProgrammeList>[0]> = {}, at = '/channel/5') {
  server.respondsBy(channels.programmes, ({ time_from }) => ({
    programs: { item: programmesOf(Number(time_from)) },
  }))
  const page = await show(<ProgrammeList cid={5} playingPid={null} {...own} />, { at, as: viewer })
  await screen.findAllByRole('listitem')
  return page
}

const row = (title: string) => {
  const match = screen.getAllByRole('listitem').find((one) => one.textContent?.includes(title))
  if (match === undefined) throw new Error(`no row ${title}`)
  return match
}
const day = (name: RegExp) =>
  within(screen.getByRole('group', { name: 'День' })).getByRole('button', { name })

describe('[GUIDE-01] the days of a channel’s guide', () => {
  it('are six back, today and six ahead, and begin at midnight in Tashkent', async () => {
    expect(guideDays(nowSec)).toHaveLength(13)
    expect(guideDays(nowSec)[6]).toBe(today)
    expect(new Date(today * 1000).toISOString()).toBe('2027-01-14T19:00:00.000Z')
    expect(dayBegin(today)).toBe(today)
    expect(dayBegin(today - 1)).toBe(today - daySec)
  })

  it('begin with today, and another one is asked for when it is chosen', async () => {
    const { user } = await open()
    expect(day(/^Сегодня/).getAttribute('aria-pressed')).toBe('true')
    await user.click(day(/^чт 14/))
    expect(day(/^чт 14/).getAttribute('aria-pressed')).toBe('true')
    await screen.findByText('Передача -88')
    const dayFrom = server.requests(channels.programmes).map(({ input }) => Number(input['time_from']))
    expect(dayFrom).toEqual([today, today - daySec])
  })

  it('begin with the day of what plays', async () => {
    await open({ playingPid: -88, playingSec: today - daySec + 12 * hourSec })
    expect(day(/^чт 14/).getAttribute('aria-pressed')).toBe('true')
    expect(words(row('Передача -88'))).toContain('Вы смотрите')
  })

  it('without programmes say so', async () => {
    server.responds(channels.programmes, { programs: { item: [] } })
    await show(<ProgrammeList cid={5} playingPid={null} />, { as: viewer })
    expect(await screen.findByText('На этот день программы нет')).toBeTruthy()
  })

  it('that could not be loaded are asked for again', async () => {
    server.isLost(channels.programmes)
    const { user } = await show(<ProgrammeList cid={5} playingPid={null} />, { as: viewer })
    const retry = await screen.findByRole('button', { name: 'Повторить' })
    server.responds(channels.programmes, { programs: { item: programmesOf(today) } })
    await user.click(retry)
    expect(await screen.findByText('Передача 13')).toBeTruthy()
  })
})

describe('[GUIDE-03] the programmes of a day', () => {
  it('lead to their recording when they have begun and there is one', async () => {
    const { user } = await open()
    const link = within(row('Передача 12')).getByRole('link')
    expect(link.getAttribute('href')).toBe('/tvArchive/5/12')
    await user.click(link)
    expect(address()).toBe('/tvArchive/5/12')
  })

  it('[I18N-02] lead to pages in the language of the address', async () => {
    await open({}, '/uz/channel/5')
    expect(within(row('Передача 12')).getByRole('link').getAttribute('href')).toBe('/uz/tvArchive/5/12')
  })

  it('lead nowhere when they were not recorded or have not begun', async () => {
    await open()
    expect(within(row('Передача 9')).queryByRole('link')).toBeNull()
    expect(words(row('Передача 9'))).toContain('Записи нет')
    expect(within(row('Передача 20')).queryByRole('link')).toBeNull()
    expect(words(row('Передача 20'))).not.toContain('Записи нет')
  })

  it('tell which one is on now, and how much of it has passed', async () => {
    await open()
    const onNow = row('Сейчас')
    expect(words(onNow)).toMatch(/^13:00.*Передача 13.*Сейчас/)
    expect(screen.getAllByText('Сейчас')).toHaveLength(1)
  })

  it('[GUIDE-04] mark the one that plays', async () => {
    await open({ playingPid: 11 })
    const playing = screen.getAllByRole('link').filter((link) => link.getAttribute('aria-current') === 'true')
    expect(playing.map((link) => link.getAttribute('href'))).toEqual(['/tvArchive/5/11'])
  })

  it('before what is on are folded until they are asked for', async () => {
    await open()
    expect(row('Передача 11').getAttribute('data-earlier')).toBe('true')
    expect(row('Передача 12').getAttribute('data-earlier')).toBe('false')
    act(() => void fireEvent.click(screen.getByRole('button', { name: 'С начала дня' })))
    expect(row('Передача 11').getAttribute('data-earlier')).toBe('false')
    expect(screen.queryByRole('button', { name: 'С начала дня' })).toBeNull()
  })
})
