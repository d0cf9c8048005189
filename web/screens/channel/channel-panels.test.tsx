import { act, fireEvent, screen } from '@testing-library/react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import type { Channel } from '#contract/channels/channels.ts'
import { followed } from '#contract/search/followed-shows.ts'
import { buildChannel, buildProgramme } from '#tests/kit/dom/build-channel.ts'
import { address, show, viewer, words } from '#tests/kit/dom/show.tsx'
import { simulateServer } from '#tests/kit/dom/simulated-server.ts'
import { ChannelInfo } from './panels/channel-info.tsx'
import { ChannelList } from './panels/channel-list.tsx'
import { NumberCard } from '#web/player/number/number-card.tsx'
import { useZapping } from './use-zapping.ts'

const nowSec = 1_800_000_000
const line: readonly Channel[] = [
  buildChannel(11, { number: 1, name: 'Yoshlar', now: buildProgramme(1, { title: 'Новости' }) }),
  buildChannel(12, { number: 2, name: 'Sport' }),
  buildChannel(13, { number: 12, name: 'Кино', is_available: 0 }),
  buildChannel(14, { number: 14, name: 'Музыка' }),
]

beforeEach(() => {
  vi.useFakeTimers({ now: nowSec * 1000 })
})

/** A channel page with only its number and arrow keys. */
function Zapped({ cid }: { readonly cid: number }) {
  const { zapping, state } = useZapping(line, cid)
  return (
    <>
      <input
        aria-label="remote"
        onKeyDown={({ key }) => {
          if (/^\d$/.test(key)) zapping.digit(Number(key))
          if (key === 'ArrowUp') zapping.step(1)
          if (key === 'ArrowDown') zapping.step(-1)
        }}
      />
      <NumberCard zap={state} line={line} />
    </>
  )
}

function press(...keys: readonly string[]) {
  for (const key of keys) fireEvent.keyDown(screen.getByLabelText('remote'), { key })
}

it('[SHELL-07] what is below the video ends in words where the channel cannot be loaded, and is tried again', async () => {
  const onRetry = vi.fn()
  const info = { channel: null, programmes: [], playback: null, requestedPid: null }
  const page = await show(<ChannelInfo {...info} onRetry={onRetry} />, { at: '/channel/12', as: viewer })
  expect(screen.getByRole('alert').textContent).toContain('Не удалось загрузить')
  fireEvent.click(screen.getByRole('button', { name: 'Повторить' }))
  expect(onRetry).toHaveBeenCalledTimes(1)
  page.unmount()
  await show(<ChannelInfo {...info} onRetry={undefined} />, { at: '/channel/12', as: viewer })
  expect(screen.queryByRole('alert'), 'while it loads').toBeNull()
})

it('[FOLLOW-02] before the first frame of the archive its programme is followed, not what is on the air', async () => {
  vi.useRealTimers()
  const server = simulateServer()
  server.responds(followed.list, { shows: [] })
  server.responds(followed.add, { id: 1, pids: [7] })
  const past = buildProgramme(7, {
    title: 'Вечерний концерт',
    begin_time: nowSec - 7200,
    end_time: nowSec - 3600,
  })
  const channel = buildChannel(11, { name: 'Yoshlar', now: buildProgramme(1, { title: 'Новости' }) })
  const info = { channel, programmes: [past], playback: null, onRetry: undefined }
  const page = await show(<ChannelInfo {...info} requestedPid={7} />, { at: '/tvArchive/11/7', as: viewer })
  expect(screen.getByRole('heading').textContent).toBe('Вечерний концерт')
  fireEvent.click(await screen.findByRole('button', { name: /Следить/ }))
  await vi.waitFor(() => expect(server.requests(followed.add)).toMatchObject([{ input: { pid: 7 } }]))
  page.unmount()
  await show(<ChannelInfo {...info} requestedPid={null} />, { at: '/channel/11', as: viewer })
  expect(screen.getByRole('heading').textContent).toBe('Новости')
})

it('[TV-08] what can be done with a channel is in one row, each with an icon', async () => {
  vi.useRealTimers()
  simulateServer()
  const past = buildProgramme(7, { cid: 11, begin_time: nowSec - 7200 })
  const info = { channel: buildChannel(11), programmes: [past], playback: null, onRetry: undefined }
  await show(<ChannelInfo {...info} requestedPid={7} />, { at: '/tvArchive/11/7', as: viewer })
  await screen.findByRole('button', { name: 'Сохранить запись' })
  const row = screen.getByRole('link', { name: 'В мозаику' }).parentElement as HTMLElement
  const actions = [...row.querySelectorAll('a, button')]
  expect(actions.map((action) => action.textContent)).toEqual([
    'В мозаику',
    'Сообщить о проблеме',
    'Следить за выходом',
    'Сохранить запись',
  ])
  expect(actions.filter((action) => action.querySelector('svg') === null)).toEqual([])
})

it('[TV-08] a recording that does not play is described itself, not what is on the air', async () => {
  const shown = buildProgramme(40, { title: 'Вторая луна', cid: 12, begin_time: nowSec - 7200 })
  const now = buildProgramme(41, { title: 'Метроном', cid: 12, begin_time: nowSec - 60 })
  const channel = buildChannel(12, { now })
  const info = { channel, programmes: [shown, now], playback: null, onRetry: undefined }
  const page = await show(<ChannelInfo {...info} requestedPid={40} />, { at: '/tvArchive/12/40', as: viewer })
  expect(screen.getByRole('heading').textContent).toBe('Вторая луна')
  page.unmount()
  await show(<ChannelInfo {...info} requestedPid={null} />, { at: '/channel/12', as: viewer })
  expect(screen.getByRole('heading').textContent).toBe('Метроном')
})

const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))
const card = () => screen.queryByRole('status')

describe('[TV-09] a channel number that is typed', () => {
  it('shows its channel and the current programme first, and opens it when no digit follows', async () => {
    await show(<Zapped cid={12} />, { at: '/channel/12', as: viewer })
    press('1')
    expect(words(card() as Element)).toMatch(/^1.*Yoshlar.*Новости$/)
    expect(address()).toBe('/channel/12')
    await pass(1300)
    expect(address()).toBe('/channel/11')
    expect(card()).toBeNull()
  })

  it('waits for the next digit', async () => {
    await show(<Zapped cid={12} />, { at: '/channel/12', as: viewer })
    press('1')
    await pass(1000)
    press('2')
    expect(words(card() as Element)).toMatch(/^12.*Кино.*Программа передач не указана$/)
    await pass(1300)
    expect(address()).toBe('/channel/13')
  })

  it('that no channel has shows a message and opens nothing', async () => {
    await show(<Zapped cid={12} />, { at: '/channel/12', as: viewer })
    press('9')
    expect(words(card() as Element)).toBe('9Такого канала нет')
    await pass(3000)
    expect(address()).toBe('/channel/12')
    expect(card()).toBeNull()
  })

  it('[I18N-02] opens its channel on pages of the same language', async () => {
    await show(<Zapped cid={12} />, { at: '/uz/channel/12', as: viewer, language: 'uz' })
    press('1')
    await pass(1300)
    expect(address()).toBe('/uz/channel/11')
  })
})

describe('[TV-09] steps through the channels', () => {
  it('wrap around, and replace the previous channel in the history', async () => {
    await show(<Zapped cid={14} />, { at: '/channel/14', as: viewer })
    const before = history.length
    press('ArrowUp')
    await pass(1000)
    expect(address()).toBe('/channel/11')
    expect(history.length).toBe(before)
  })

  it('in fast sequence skip the channels in between', async () => {
    const visited: string[] = []
    const { router } = await show(<Zapped cid={11} />, { at: '/channel/11', as: viewer })
    router.subscribe(() => visited.push(address()))
    press('ArrowUp', 'ArrowUp', 'ArrowUp')
    await pass(1000)
    expect(address()).toBe('/channel/14')
    expect(visited).not.toContain('/channel/13')
  })
})

describe('[TV-08] the list of channels beside the video', () => {
  const list = { kind: 'ok', data: { channels: { item: line } }, retry: () => undefined } as never

  it('shows numbers, names and current programmes, marks the one that plays, and opens another', async () => {
    const onChannel = vi.fn()
    await show(<ChannelList list={list} cid={12} onChannel={onChannel} />, { as: viewer })
    const rows = screen.getAllByRole('listitem').map((row) => words(row))
    expect(rows[0]).toMatch(/^1.*Yoshlar.*Новости$/)
    expect(rows[1]).toContain('Программа передач не указана')
    const current = screen.getAllByRole('button').filter((row) => row.getAttribute('aria-current') === 'true')
    expect(current.map((row) => words(row))).toEqual([expect.stringContaining('Sport')])
    fireEvent.click(screen.getByRole('button', { name: /Кино/ }))
    expect(onChannel).toHaveBeenCalledWith(13)
  })

  it('that failed to load can be retried', async () => {
    const retry = vi.fn()
    await show(<ChannelList list={{ kind: 'unreachable', retry } as never} cid={12} onChannel={vi.fn()} />)
    fireEvent.click(screen.getByRole('button', { name: 'Повторить' }))
    expect(retry).toHaveBeenCalledTimes(1)
  })
})
