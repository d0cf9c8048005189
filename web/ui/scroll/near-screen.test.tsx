import { act } from '@testing-library/react'
import { hydrateRoot } from 'react-dom/client'
import { renderToString } from 'react-dom/server'
import { afterEach, expect, it, vi } from 'vitest'
import { useSettled } from './near-screen.ts'

afterEach(() => vi.unstubAllGlobals())

function Piece() {
  return <p>{useSettled() ? 'now' : 'later'}</p>
}

it('[HOME-02] what is taken over from the server after the page has settled comes one piece in each idle moment', async () => {
  const idle: (() => void)[] = []
  vi.stubGlobal('requestIdleCallback', (run: () => void) => void idle.push(run))
  const pieces = (
    <>
      <Piece />
      <Piece />
      <Piece />
    </>
  )
  const root = document.createElement('div')
  root.innerHTML = renderToString(pieces)
  const shown = () => [...root.querySelectorAll('p')].map(({ textContent }) => textContent)
  const onRecoverableError = vi.fn<() => void>()
  const errors = { onRecoverableError }
  // A page that somebody has already scrolled.
  const first = await act(async () => hydrateRoot(document.createElement('div'), <Piece />, errors))
  await act(async () => void dispatchEvent(new Event('scroll')))
  while (idle.length > 0) await act(async () => idle.shift()?.())
  await act(async () => first.unmount())
  onRecoverableError.mockClear()
  const hydrated = await act(async () => hydrateRoot(root, pieces, errors))
  expect(shown()).toEqual(['later', 'later', 'later'])
  for (const expected of [1, 2, 3]) {
    expect(idle).toHaveLength(1)
    await act(async () => idle.shift()?.())
    expect(shown().filter((text) => text === 'now')).toHaveLength(expected)
  }
  expect(onRecoverableError).not.toHaveBeenCalled()
  await act(async () => hydrated.unmount())
})
