import { act, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { show } from '#tests/kit/dom/show.tsx'
import { closeNag, notePlaying, takeNag, restMs, undisturbedMs, useNag, type Nag } from './nags.ts'

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] }))
afterEach(() => {
  notePlaying(false)
  vi.useRealTimers()
})

function Line({ nag }: { readonly nag: Nag }) {
  return useNag(nag, true) ? <p>{nag}</p> : null
}

const shown = () =>
  (['language', 'update', 'promo'] as const).filter((nag) => screen.queryByText(nag) !== null)

it('[SHELL-03] lines that come of themselves are shown one at a time, and no other follows at once', async () => {
  const { router } = await show(
    <>
      <Line nag="update" />
      <Line nag="promo" />
    </>,
    { at: '/first' },
  )
  expect(shown()).toEqual(['update'])
  await act(async () => closeNag('update'))
  expect(shown(), 'what was closed is not followed by another').toEqual([])
  await act(async () => void router.navigate('/tv'))
  expect(shown()).toEqual([])
  await act(() => vi.advanceTimersByTimeAsync(restMs))
  await act(async () => void router.navigate('/movies'))
  expect(shown()).toHaveLength(1)
})

it('[SHELL-03] nothing comes of itself in the first half minute of playing', async () => {
  await vi.advanceTimersByTimeAsync(restMs)
  notePlaying(true)
  await show(<Line nag="promo" />, { at: '/second' })
  expect(shown()).toEqual([])
  expect(takeNag('update')).toBeNull()
  await act(() => vi.advanceTimersByTimeAsync(undisturbedMs - 1))
  expect(shown()).toEqual([])
  await act(() => vi.advanceTimersByTimeAsync(1))
  expect(shown()).toEqual(['promo'])
})
