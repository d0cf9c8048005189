import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { followRemote } from './arrows.ts'

let stop: () => void = () => undefined
const goTo = vi.fn()
const playLastChannel = vi.fn()
const askToLeave = vi.fn()
beforeEach(() => {
  // A document without a screen has no layout: each element declares its own rectangle.
  vi.spyOn(HTMLElement.prototype, 'getBoundingClientRect').mockImplementation(function (this: HTMLElement) {
    const [left = 0, top = 0, width = 100, height = 40] = (this.dataset['box'] ?? '').split(' ').map(Number)
    return { left, top, right: left + width, bottom: top + height, width, height, x: left, y: top } as DOMRect
  })
  vi.spyOn(HTMLElement.prototype, 'getClientRects').mockImplementation(function (this: HTMLElement) {
    return (this.dataset['box'] === undefined ? [] : [{}]) as unknown as DOMRectList
  })
  HTMLElement.prototype.scrollIntoView = () => undefined
})
afterEach(() => {
  stop()
  document.body.replaceChildren()
  vi.restoreAllMocks()
})

const menu = `<nav data-column="">
  <a href="/" id="home" data-box="0 0 80 40">home</a>
  <a href="/tv" id="tv" aria-current="page" data-box="0 50 80 40">tv</a>
</nav>`
const shelves = `<main>
  <div data-row=""><a href="/1" id="a1" data-box="100 0 100 100">a1</a><a href="/2" id="a2" data-box="210 0 100 100">a2</a>
    <a href="/3" id="a3" data-box="320 0 100 100">a3</a></div>
  <div data-row=""><a href="/4" id="b1" data-box="100 110 100 100">b1</a><a href="/5" id="b2" data-box="210 110 100 100">b2</a></div>
</main>`

async function open(html: string) {
  document.body.innerHTML = html
  stop = followRemote({
    pathname: () => location.pathname,
    goTo,
    hasPages: () => true,
    askToLeave,
    playLastChannel,
  })
  await frame()
}

function frame() {
  return new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve, 0)))
}

function here() {
  return document.activeElement?.id
}

function press(key: string, own: KeyboardEventInit & { readonly keyCode?: number } = {}) {
  const event = new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true, ...own })
  if (own.keyCode !== undefined) Object.defineProperty(event, 'keyCode', { value: own.keyCode })
  ;(document.activeElement ?? document.body).dispatchEvent(event)
  return event
}

function focus(id: string) {
  document.getElementById(id)?.focus()
}

describe('[REMOTE-03] a line above a page', () => {
  const page = `<main>
    <aside data-not-first=""><button id="how" data-box="1400 54 200 80">how</button><button id="close" data-box="1700 54 80 80">x</button></aside>
    <section data-pinned=""><a href="/9" id="hero" data-box="150 300 240 64">hero</a></section>
    <div data-row=""><a href="/1" id="a1" data-box="150 560 400 300">a1</a></div>
  </main>`

  it('is reached from the first rail through what is pinned, and left downwards the same way', async () => {
    await open(page)
    focus('a1')
    const met = ['ArrowUp', 'ArrowUp', 'ArrowRight', 'ArrowDown', 'ArrowDown'].map((key) => {
      press(key)
      return here()
    })
    expect(met).toEqual(['hero', 'how', 'close', 'hero', 'a1'])
  })

  it('is reached from the first rail where nothing is pinned', async () => {
    await open(page.replace(/<section.*<\/section>/, ''))
    focus('a1')
    press('ArrowUp')
    expect(here()).toBe('how')
  })
})

describe('[REMOTE-01] a line that lies over the page', () => {
  it('is reached below the last row, and never instead of a row', async () => {
    await open(
      `${shelves}<div data-not-first=""><button id="change" data-box="100 150 300 40">change</button></div>`,
    )
    document.getElementById('a2')?.focus()
    press('ArrowDown')
    expect(here()).toBe('b2')
    press('ArrowDown')
    expect(here()).toBe('change')
    press('ArrowUp')
    expect(here()).not.toBe('change')
  })
})

describe('the arrows of a remote control', () => {
  it('move along a rail and stop at its end', async () => {
    await open(shelves)
    focus('a1')
    press('ArrowRight')
    expect(here()).toBe('a2')
    press('ArrowRight')
    press('ArrowRight')
    expect(here()).toBe('a3')
    press('ArrowLeft')
    expect(here()).toBe('a2')
  })

  it('return to their last position in a rail', async () => {
    await open(shelves)
    focus('a3')
    press('ArrowDown')
    expect(here()).toBe('b2')
    press('ArrowLeft')
    press('ArrowUp')
    expect(here()).toBe('a3')
    press('ArrowDown')
    expect(here()).toBe('b1')
  })

  it('lead from the left edge to the menu item of the current page, and back', async () => {
    await open(menu + shelves)
    focus('b1')
    press('ArrowLeft')
    expect(here()).toBe('tv')
    press('ArrowUp')
    expect(here()).toBe('home')
    press('ArrowLeft')
    expect(here()).toBe('home')
    press('ArrowRight')
    expect(here()).toBe('b1')
  })

  it('stay within an open dialog', async () => {
    await open(
      `${shelves}<dialog open><button id="yes" data-box="110 20 80 40">yes</button><button id="no" data-box="110 70 80 40">no</button></dialog>`,
    )
    focus('yes')
    press('ArrowDown')
    expect(here()).toBe('no')
    press('ArrowRight')
    press('ArrowDown')
    expect(here()).toBe('no')
  })

  it('skip disabled and hidden elements', async () => {
    await open(`<main>
      <button id="one" data-box="0 0">one</button>
      <button id="off" disabled data-box="110 0">off</button>
      <button id="unseen">unseen</button>
      <button id="skipped" tabindex="-1" data-box="220 0">skipped</button>
      <button id="two" data-box="330 0">two</button>
    </main>`)
    focus('one')
    press('ArrowRight')
    expect(here()).toBe('two')
  })

  it('scroll through a text to its end, and then move on', async () => {
    await open(
      `<main><input id="field" value="ab" data-box="0 0"><button id="eye" data-box="110 0">eye</button></main>`,
    )
    focus('field')
    const field = document.getElementById('field') as HTMLInputElement
    field.setSelectionRange(1, 1)
    expect(press('ArrowRight').defaultPrevented).toBe(false)
    expect(here()).toBe('field')
    field.setSelectionRange(2, 2)
    press('ArrowRight')
    expect(here()).toBe('eye')
  })

  it('are ignored where a player has handled them', async () => {
    await open(shelves)
    focus('a1')
    const take = (event: Event) => event.preventDefault()
    document.addEventListener('keydown', take)
    press('ArrowRight')
    document.removeEventListener('keydown', take)
    expect(here()).toBe('a1')
  })

  it('that are held move once a frame', async () => {
    await open(shelves)
    focus('a1')
    press('ArrowRight')
    press('ArrowRight', { repeat: true })
    expect(here()).toBe('a2')
    await frame()
    press('ArrowRight', { repeat: true })
    expect(here()).toBe('a3')
  })
})

describe('the focus on a television', () => {
  it('is always set: it starts where the page says, else on the topmost layer', async () => {
    await open(shelves)
    expect(here()).toBe('a1')
    stop()
    await open(
      `<main><button id="one" data-box="0 0">one</button><span data-first=""><button id="two" data-box="0 50">two</button></span></main>`,
    )
    expect(here()).toBe('two')
  })

  it('moves on when its element is removed', async () => {
    await open(shelves)
    focus('b2')
    document.getElementById('b2')?.remove()
    await frame()
    expect(here()).toBe('a1')
  })

  it('does not move to a field by itself: it would open the keyboard', async () => {
    await open(`<main><input id="field" data-box="0 0"><button id="go" data-box="0 50">go</button></main>`)
    expect(here()).toBe('go')
  })

  it('stays off a playing player, and moves to its card when there is a problem', async () => {
    await open(`<main><div data-player=""><button id="pause" data-box="0 0">pause</button></div></main>`)
    expect(here()).not.toBe('pause')
    stop()
    await open(
      `<main><div data-player=""><button id="pause" data-box="0 0">pause</button><div data-problem=""><button id="again" data-box="0 50">again</button></div></div></main>`,
    )
    expect(here()).toBe('again')
  })
})

describe('[REMOTE-01] an element pinned to the top of a page', () => {
  it('is reached by going up from the first row, and never on the way from row to row', async () => {
    // The second row has been scrolled to: the first one is behind the pinned element.
    await open(`<main><div data-pinned=""><a href="/0" id="hero" data-box="100 60 200 40">hero</a></div>
      <div data-row=""><a href="/1" id="a1" data-box="100 -60 100 100">a1</a></div>
      <div data-row=""><a href="/2" id="b1" data-box="100 110 100 100">b1</a></div></main>`)
    focus('b1')
    press('ArrowUp')
    expect(here()).toBe('a1')
    press('ArrowUp')
    expect(here()).toBe('hero')
  })
})

describe('[REMOTE-01] keys of a remote control outside a player', () => {
  it.each([
    ['Guide', 458],
    ['the list of channels', 10073],
  ])('%s opens the guide, but not behind a dialog', async (_, keyCode) => {
    await open(`${menu.replace('id="tv"', 'id="tv" data-key="guide channelList"')}${shelves}`)
    const clicked = vi.fn((event: Event) => event.preventDefault())
    document.getElementById('tv')?.addEventListener('click', clicked)
    focus('b2')
    expect(press('', { keyCode }).defaultPrevented).toBe(true)
    expect(clicked).toHaveBeenCalledTimes(1)
    const dialog = document.createElement('dialog')
    dialog.open = true
    document.body.append(dialog)
    press('', { keyCode })
    expect(clicked).toHaveBeenCalledTimes(1)
  })

  it('the last channel is played', async () => {
    await open(menu + shelves)
    expect(press('', { keyCode: 10190 }).defaultPrevented).toBe(true)
    expect(playLastChannel).toHaveBeenCalledTimes(1)
  })
})

describe('[SEARCH-01] [REMOTE-01] the blue key', () => {
  it('opens the search from any page, but not behind a dialog', async () => {
    const page = `${menu.replace('id="home"', 'id="home" data-key="blue"')}${shelves}`
    await open(page)
    const clicked = vi.fn((event: Event) => event.preventDefault())
    document.getElementById('home')?.addEventListener('click', clicked)
    focus('b2')
    press('', { keyCode: 406 })
    expect(clicked).toHaveBeenCalledTimes(1)
    const dialog = document.createElement('dialog')
    dialog.open = true
    document.body.append(dialog)
    press('', { keyCode: 406 })
    expect(clicked).toHaveBeenCalledTimes(1)
  })
})

describe('[REMOTE-01] the results beside a grid of letters', () => {
  it('are reached from every row of it', async () => {
    await open(`<main><div data-beside=""><button id="a" data-box="0 0 50 50">a</button>
      <button id="z" data-box="0 300 50 50">z</button></div>
      <a href="/1" id="result" data-box="200 60 100 100">result</a></main>`)
    for (const letter of ['a', 'z']) {
      focus(letter)
      press('ArrowRight')
      expect(here()).toBe('result')
    }
  })

  it('are entered at the best one from every row, and left to the key that was pressed last', async () => {
    await open(`<main><div data-beside=""><button id="a" data-box="0 0 50 50">a</button>
      <button id="b" data-box="60 0 50 50">b</button><button id="z" data-box="60 300 50 50">z</button></div>
      <button id="filter" data-box="200 0 100 40">filter</button>
      <div data-best=""><a href="/1" id="best" data-box="200 60 100 100">1</a>
      <a href="/2" id="second" data-box="310 60 100 100">2</a></div>
      <a href="/3" id="low" data-box="200 290 100 100">3</a></main>`)
    for (const letter of ['z', 'b']) {
      focus(letter)
      press('ArrowRight')
      expect(here()).toBe('best')
      press('ArrowRight')
      expect(here()).toBe('second')
      press('ArrowLeft')
      press('ArrowLeft')
      expect(here()).toBe(letter)
    }
    focus('a')
    press('ArrowRight')
    expect(here()).toBe('b')
  })

  it('are entered at the best one, and left again, with one key for channels', async () => {
    await open(`<main><div data-beside=""><button id="a" data-box="0 0 50 50">a</button>
      <button id="b" data-box="60 0 50 50">b</button></div>
      <button id="filter" data-box="200 0 100 40">filter</button>
      <div data-best=""><a href="/1" id="best" data-box="200 60 100 100">1</a>
      <a href="/2" id="second" data-box="310 60 100 100">2</a></div></main>`)
    focus('a')
    for (const key of [{ keyCode: 34 }, { keyCode: 427 }]) {
      expect(press('', key).defaultPrevented).toBe(true)
      expect(here()).toBe('best')
      press('ArrowRight')
      press('', key)
      expect(here()).toBe('a')
    }
  })

  it('are not entered by a key for channels where there are none, and other pages leave that key alone', async () => {
    await open('<main><div data-beside=""><button id="a" data-box="0 0 50 50">a</button></div></main>')
    focus('a')
    expect(press('', { keyCode: 33 }).defaultPrevented).toBe(false)
    expect(here()).toBe('a')
    stop()
    await open(shelves)
    focus('b1')
    expect(press('', { keyCode: 33 }).defaultPrevented).toBe(false)
    expect(here()).toBe('b1')
  })

  it('begin at the top of the page while the focus is on the letters', async () => {
    const scroll = vi.spyOn(window, 'scrollTo').mockImplementation(() => undefined)
    await open(`<main><div data-beside=""><button id="a" data-box="0 0 50 50">a</button>
      <button id="b" data-box="0 900 50 50">b</button></div></main>`)
    focus('a')
    press('ArrowDown')
    expect(here()).toBe('b')
    expect(scroll).toHaveBeenLastCalledWith(0, 0)
  })

  it('are not entered or left by up and down', async () => {
    await open(`<main><div data-beside=""><button id="a" data-box="0 0 50 50">a</button>
      <button id="b" data-box="0 110 50 50">b</button></div>
      <a href="/1" id="one" data-box="200 0 100 100">1</a><a href="/2" id="two" data-box="200 200 100 100">2</a></main>`)
    focus('one')
    press('ArrowDown')
    expect(here()).toBe('two')
    focus('a')
    press('ArrowDown')
    expect(here()).toBe('b')
    press('ArrowDown')
    expect(here()).toBe('b')
  })
})

describe('[REMOTE-01] the Back key', () => {
  beforeEach(() => {
    goTo.mockClear()
    askToLeave.mockClear()
    history.replaceState({ depth: 1 }, '', '/')
  })

  it.each([
    ['webOS', '', { keyCode: 461 }],
    ['Tizen', '', { keyCode: 10009 }],
    ['Android TV', 'GoBack', {}],
  ])('of %s closes the topmost dialog before it leaves the page', async (_, key, own) => {
    const back = vi.spyOn(history, 'back').mockImplementation(() => undefined)
    await open(`${shelves}<dialog id="below" open></dialog><dialog id="top" open></dialog>`)
    const isOpen = (id: string) => (document.getElementById(id) as HTMLDialogElement).open
    press(key, own)
    expect([isOpen('below'), isOpen('top')]).toEqual([true, false])
    press(key, own)
    expect(isOpen('below')).toBe(false)
    expect(back).not.toHaveBeenCalled()
    press(key, own)
    expect(back).toHaveBeenCalledTimes(1)
  })

  it('that is held goes only one level up', async () => {
    const back = vi.spyOn(history, 'back').mockImplementation(() => undefined)
    await open(shelves)
    press('GoBack')
    press('GoBack', { repeat: true })
    expect(back).toHaveBeenCalledTimes(1)
  })

  it('leads from a page opened by its address to the page above, and asks on the home page', async () => {
    await open(shelves)
    history.replaceState({ depth: 0 }, '', '/channel/7')
    press('GoBack')
    expect(goTo).toHaveBeenCalledWith('/tv')
    history.replaceState({ depth: 0 }, '', '/')
    press('GoBack')
    expect(askToLeave).toHaveBeenCalledTimes(1)
  })
})

describe('a rail whose cards have not loaded', () => {
  const rails = `<main>
    <section data-rail=""><ul data-row=""><li><a href="/1" id="a1" data-box="100 0 100 100">a1</a></li></ul></section>
    <section data-rail=""><ul data-row="" aria-busy="true" id="busy" data-box="100 110 500 100"></ul></section>
    <section data-rail=""><ul data-row=""><li><a href="/3" id="c1" data-box="100 220 100 100">c1</a></li></ul></section>
  </main>`

  function drawCards() {
    const row = document.getElementById('busy')
    row?.removeAttribute('aria-busy')
    row?.insertAdjacentHTML('beforeend', '<li><a href="/2" id="b1" data-box="100 110 100 100">b1</a></li>')
  }

  it('is entered once they have', async () => {
    await open(rails)
    focus('a1')
    press('ArrowDown')
    expect(here()).toBe('a1')
    drawCards()
    await frame()
    await frame()
    expect(here()).toBe('b1')
  })

  it('is skipped by a second press', async () => {
    await open(rails)
    focus('a1')
    press('ArrowDown')
    press('ArrowDown')
    expect(here()).toBe('c1')
    drawCards()
    await frame()
    await frame()
    expect(here()).toBe('c1')
  })

  it('is skipped when they do not load', async () => {
    await open(rails)
    focus('a1')
    press('ArrowDown')
    await vi.waitFor(() => expect(here()).toBe('c1'), 5000)
  })
})
