import { act, render, screen } from '@testing-library/react'
import { Suspense } from 'react'
import { expect, it, vi } from 'vitest'
import { lazyOrNothing } from './lazy-or-nothing.ts'

it('[SHELL-07] a part whose code could not be loaded shows nothing, and is loaded again when it is opened again', async () => {
  const load = vi.fn(() => Promise.reject(new Error('offline')))
  const Part = lazyOrNothing<{ readonly name: string }>(load)
  const open = () =>
    act(async () =>
      render(
        <Suspense fallback="загрузка">
          <Part name="статистика" />
        </Suspense>,
      ),
    )
  const first = await open()
  expect(first.container.textContent).toBe('')
  expect(load).toHaveBeenCalledTimes(1)
  first.unmount()
  load.mockImplementation((() => Promise.resolve(({ name }: { name: string }) => <p>{name}</p>)) as never)
  const second = await open()
  expect(screen.getByText('статистика')).toBeTruthy()
  second.unmount()
  await open()
  expect(load).toHaveBeenCalledTimes(2)
})

it('[SHELL-07] a part that never leaves the page is loaded again after a pause', async () => {
  vi.useFakeTimers()
  const load = vi.fn(() => Promise.reject(new Error('offline')))
  const Part = lazyOrNothing(load)
  const { container } = await act(async () =>
    render(
      <Suspense fallback="загрузка">
        <Part />
      </Suspense>,
    ),
  )
  expect(load).toHaveBeenCalledTimes(1)
  await act(() => vi.advanceTimersByTimeAsync(29_000))
  expect(load).toHaveBeenCalledTimes(1)
  await act(() => vi.advanceTimersByTimeAsync(2000))
  expect(load).toHaveBeenCalledTimes(2)
  expect(container.textContent, 'nothing is shown instead').toBe('')
  load.mockImplementation((() => Promise.resolve(() => <p>вопрос</p>)) as never)
  await act(() => vi.advanceTimersByTimeAsync(31_000))
  expect(container.textContent).toBe('вопрос')
  await act(() => vi.advanceTimersByTimeAsync(600_000))
  expect(load).toHaveBeenCalledTimes(3)
  vi.useRealTimers()
})
