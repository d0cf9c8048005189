import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { pressBack } from './go-back.ts'

const goTo = vi.fn()
const askToLeave = vi.fn()
let pathname = '/'
let hasPages = true
const options = { pathname: () => pathname, goTo, hasPages: () => hasPages, askToLeave }
beforeEach(() => {
  pathname = '/'
  hasPages = true
  history.replaceState({}, '')
})
afterEach(() => {
  document.body.replaceChildren()
  vi.clearAllMocks()
  vi.restoreAllMocks()
})

describe('[APP-04] the Back button of Android', () => {
  it('on the home page asks whether to leave', () => {
    pressBack(options)
    expect(askToLeave).toHaveBeenCalledOnce()
  })

  it('on a page opened by a link leads to the page above it', () => {
    pathname = '/channel/101'
    pressBack(options)
    expect(goTo).toHaveBeenCalledWith('/tv')
  })

  it('leads to the page before where there is one', () => {
    const back = vi.spyOn(history, 'back').mockImplementation(() => undefined)
    history.replaceState({ depth: 2 }, '')
    pressBack(options)
    expect(back).toHaveBeenCalledOnce()
    expect(askToLeave).not.toHaveBeenCalled()
  })

  it('asks whether to leave a screen without pages, whatever is in the address and the history', () => {
    const back = vi.spyOn(history, 'back').mockImplementation(() => undefined)
    hasPages = false
    pathname = '/channel/101'
    history.replaceState({ depth: 2 }, '')
    pressBack(options)
    expect(askToLeave).toHaveBeenCalledOnce()
    expect([back.mock.calls.length, goTo.mock.calls.length]).toEqual([0, 0])
  })

  it('closes the topmost dialog first', () => {
    document.body.innerHTML = '<dialog open id="one"></dialog>'
    const dialog = document.querySelector('dialog') as HTMLDialogElement
    const close = vi.spyOn(dialog, 'close')
    pressBack(options)
    expect(close).toHaveBeenCalledOnce()
    expect(askToLeave).not.toHaveBeenCalled()
  })

  it('belongs to the focused element that handles it, as the key of a remote control', () => {
    document.body.innerHTML = '<button>menu</button>'
    const button = document.querySelector('button') as HTMLButtonElement
    button.focus()
    button.addEventListener('keydown', (event) => {
      if (event.key === 'GoBack') event.preventDefault()
    })
    pressBack(options)
    expect(askToLeave).not.toHaveBeenCalled()
  })

  it('leaves full screen before anything else', () => {
    const exit = vi.fn(() => Promise.resolve())
    // The document of the tests has no full screen of its own.
    Object.defineProperty(document, 'fullscreenElement', { value: document.body, configurable: true })
    Object.assign(document, { exitFullscreen: exit })
    pressBack(options)
    Reflect.deleteProperty(document, 'fullscreenElement')
    expect(exit).toHaveBeenCalledOnce()
    expect(askToLeave).not.toHaveBeenCalled()
  })
})
