import { describe, expect, it } from 'vitest'
import { pages, pathOf, type PageName } from '#contract/form/pages.ts'
import { backStep } from './levels.ts'

const alone = { hasDialog: false, depth: 0 }
const parameters: Readonly<Record<string, string>> = { slug: 'favorites' }

function addressOf(name: PageName): string {
  return pages[name].pattern
    .replace('/:lang?', '')
    .replaceAll(/:(\w+)/g, (_, key: string) => parameters[key] ?? '1')
}

describe('[REMOTE-01] the Back key', () => {
  it('closes a dialog before it leaves the page, and goes back in the history before it goes up', () => {
    expect(backStep({ hasDialog: true, depth: 3, pathname: '/movie/1' }).kind).toBe('close_dialog')
    expect(backStep({ hasDialog: false, depth: 3, pathname: '/movie/1' }).kind).toBe('history')
    expect(backStep({ hasDialog: false, depth: 1, pathname: '/' }).kind).toBe('history')
  })

  it('leads from a page opened by its address to the page above it', () => {
    expect(backStep({ ...alone, pathname: '/channel/7' })).toEqual({ kind: 'page', path: pathOf('tv') })
    expect(backStep({ ...alone, pathname: '/uz/channel/7' })).toEqual({ kind: 'page', path: pathOf('tv') })
    expect(backStep({ ...alone, pathname: '/movies' })).toEqual({ kind: 'page', path: pathOf('home') })
    expect(backStep({ ...alone, pathname: '/no/such/page' })).toEqual({ kind: 'page', path: pathOf('home') })
  })

  it('leads from every page to the home page and there asks whether to leave', () => {
    for (const name of Object.keys(pages) as PageName[]) {
      let pathname = addressOf(name)
      const path = [pathname]
      for (
        let step = backStep({ ...alone, pathname });
        step.kind === 'page';
        step = backStep({ ...alone, pathname })
      ) {
        pathname = step.path
        path.push(pathname)
        expect(path.length).toBeLessThan(5)
      }
      expect(path.at(-1)).toBe('/')
      expect(backStep({ ...alone, pathname })).toEqual({ kind: 'ask_to_leave' })
    }
  })
})
