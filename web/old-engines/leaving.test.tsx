import { expect, it } from 'vitest'
import './leaving.ts'

function isAborted(): boolean {
  const controller = new AbortController()
  controller.abort()
  return controller.signal.aborted
}

it('[TVSET-01] aborts no request while its page is left, and does again when the page comes back', () => {
  expect(isAborted()).toBe(true)
  window.dispatchEvent(new Event('pagehide'))
  expect(isAborted()).toBe(false)
  window.dispatchEvent(new Event('pageshow'))
  expect(isAborted()).toBe(true)
})
