import { cleanup, render } from '@testing-library/react'
import type { ReactElement } from 'react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'

type Make = (type: string, props: object) => ReactElement
let jsx: Make
let jsxs: Make

/** Loads the file under test again in an engine in which the page has detected this missing feature. */
async function startIn(lacks: string): Promise<void> {
  vi.resetModules()
  document.documentElement.setAttribute('data-old', lacks)
  const runtime = await import('./jsx-runtime.ts')
  jsx = runtime.jsx as Make
  jsxs = runtime.jsxs as Make
}
afterEach(() => {
  cleanup()
  document.body.innerHTML = ''
})

const html = (element: ReactElement) => render(element).container.innerHTML
const inside = '<span class="inside-control">'

describe('[TVSET-01] controls in an engine that lays them out as lines of text', () => {
  beforeEach(() => startIn('grid'))

  it.each(['button', 'summary'])('a %s has one child around its own, which has the layout', (type) => {
    expect(html(jsxs(type, { children: ['Смотреть', ' сейчас'] }))).toBe(
      `<${type}>${inside}Смотреть сейчас</span></${type}>`,
    )
    cleanup()
    expect(html(jsx(type, { children: 'Смотреть', title: 'K' }))).toBe(
      `<${type} title="K">${inside}Смотреть</span></${type}>`,
    )
  })

  it('a button without children stays empty', () => {
    expect(html(jsx('button', { title: 'K' }))).toBe('<button title="K"></button>')
  })

  it('a fieldset keeps its legend outside', () => {
    const legend = jsx('legend', { children: 'Карта' })
    const field = jsx('input', { key: 'field' })
    expect(html(jsxs('fieldset', { children: [legend, field] }))).toBe(
      '<fieldset><legend>Карта</legend><div class="inside-control"><input></div></fieldset>',
    )
  })

  it('any other element is left as it is', () => {
    expect(html(jsxs('p', { children: ['один', ' два'] }))).toBe('<p>один два</p>')
  })
})

describe('[TVSET-01] controls rendered by the server', () => {
  const drawn = '<div id="app"><button>Смотреть <b>сейчас</b></button><button></button><p>текст</p></div>'

  it('get the same child before hydration', async () => {
    document.body.innerHTML = drawn
    await startIn('grid flex')
    expect(document.body.innerHTML).toBe(
      `<div id="app"><button>${inside}Смотреть <b>сейчас</b></span></button><button></button><p>текст</p></div>`,
    )
  })

  it('are left alone in an engine that lacks other features', async () => {
    document.body.innerHTML = drawn
    await startIn('gridlike')
    expect(document.body.innerHTML).toBe(drawn)
    expect(html(jsx('button', { children: 'Смотреть' }))).toBe('<button>Смотреть</button>')
  })
})
