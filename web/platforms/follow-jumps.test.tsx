import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { followJumps } from './follow-jumps.ts'

let stop: () => void = () => undefined
afterEach(() => {
  stop()
  cleanup()
  history.replaceState(null, '', '/')
})

it('[APP-03] a link to a place of the page does not change the address of an app', () => {
  stop = followJumps()
  const shown = vi.fn()
  HTMLElement.prototype.scrollIntoView = shown
  history.replaceState(null, '', '/#/policy')
  const { container } = render(
    <>
      <a href="#terms">Условия</a>
      <a href="#nowhere">Нигде</a>
      <section id="terms" />
    </>,
  )
  screen.getByText('Условия').click()
  expect(location.hash).toBe('#/policy')
  expect(shown).toHaveBeenCalledTimes(1)
  expect(document.activeElement).toBe(container.querySelector('#terms'))
  screen.getByText('Нигде').click()
  expect(location.hash).toBe('#/policy')
})

it('leaves the links to pages alone', () => {
  stop = followJumps()
  render(<a href="#/tv">ТВ</a>)
  let isOwn = false
  window.addEventListener('click', (event) => (isOwn = !event.defaultPrevented), { once: true })
  screen.getByText('ТВ').click()
  expect(isOwn).toBe(true)
})
