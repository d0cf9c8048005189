/** A browser of another vendor (WebKitGTK, Firefox), driven by its own protocol, and a person's actions in it. */
import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'

/** One input source of the WebDriver specification's actions; both protocols use the same form. */
export interface ActionSource {
  readonly type: 'key' | 'pointer'
  readonly id: string
  readonly actions: readonly object[]
}

export interface DrivenBrowser {
  readonly name: string
  open(address: string): Promise<void>
  /** Runs a JavaScript expression in the page and returns its awaited value, as JSON can represent it. */
  evaluate(expression: string): Promise<unknown>
  act(sources: readonly ActionSource[]): Promise<void>
  /** A PNG of the page. */
  picture(): Promise<Buffer>
  close(): Promise<void>
}

/** The Debian packages of a browser's programs. */
export interface Needed {
  readonly name: string
  /** Each of these files must exist; a bare name is searched in the PATH. */
  readonly programs: readonly string[]
  readonly packages: string
}

function isThere(program: string): boolean {
  return program.startsWith('/')
    ? existsSync(program)
    : (process.env['PATH'] ?? '').split(delimiter).some((dir) => existsSync(join(dir, program)))
}

/** What must be installed for these, as text; undefined when all of it exists. */
export function missingFor(all: readonly Needed[]): string | undefined {
  const lines = all.flatMap(({ name, programs, packages }) => {
    const missing = programs.filter((program) => !isThere(program))
    if (missing.length === 0) return []
    return [
      `${name}: ${missing.join(', ')} not found. On Debian: apt-get install --no-install-recommends ${packages}`,
    ]
  })
  return lines.length === 0 ? undefined : lines.join('\n')
}

function pause(ms: number) {
  return new Promise((resolve) => setTimeout(resolve, ms))
}

/** What to find in a page: visible elements that match a selector, and whose name or text starts with this. */
export interface Sought {
  readonly selector: string
  readonly name?: string
}

/** A person in front of the browser: looks, points, presses and types. */
export class Person {
  readonly browser: DrivenBrowser

  constructor(browser: DrivenBrowser) {
    this.browser = browser
  }

  /** Runs a function in the page; it has access only to its arguments and the page. */
  async run<Args extends readonly unknown[], Value>(
    work: (...args: Args) => Value | Promise<Value>,
    ...args: Args
  ): Promise<Value> {
    return (await this.browser.evaluate(`(${work.toString()})(...${JSON.stringify(args)})`)) as Value
  }

  /** Polls the page until the result is not null, or throws what was awaited with the page's text. */
  async until<Value>(what: string, look: () => Promise<Value | null>, limitMs = 60_000): Promise<Value> {
    const until = Date.now() + limitMs
    for (;;) {
      const result = await look()
      if (result !== null) return result
      if (Date.now() > until)
        throw new Error(`${what}: not reached in ${this.browser.name}; ${await this.#shown()}`)
      await pause(200)
    }
  }

  see(sought: Sought, limitMs?: number): Promise<Place> {
    return this.until(`see ${JSON.stringify(sought)}`, () => this.run(placeOf, sought), limitMs)
  }

  sees(sought: Sought): Promise<boolean> {
    return this.run(placeOf, sought).then((place) => place !== null)
  }

  async press(sought: Sought, limitMs?: number): Promise<void> {
    await this.pressAt(await this.#still(sought, limitMs))
  }

  /** The point where it can be pressed, once it has stopped moving and no element covers it. */
  #still(sought: Sought, limitMs?: number): Promise<Place> {
    let before: Place | null = null
    return this.until(
      `press ${JSON.stringify(sought)}`,
      async () => {
        const now = await this.run(placeOf, sought, true)
        const stands = now !== null && now.x === before?.x && now.y === before.y
        before = now
        return stands ? now : null
      },
      limitMs,
    )
  }

  async pressAt({ x, y }: Place): Promise<void> {
    const move = { type: 'pointerMove', x: Math.round(x), y: Math.round(y), duration: 50 }
    const press = [
      { type: 'pointerDown', button: 0 },
      { type: 'pause', duration: 30 },
      { type: 'pointerUp', button: 0 },
    ]
    await this.browser.act([{ type: 'pointer', id: 'mouse', actions: [move, ...press] }])
  }

  async point({ x, y }: Place): Promise<void> {
    const at = { x: Math.round(x), y: Math.round(y) }
    const moves = [-9, 0].map((by) => ({ type: 'pointerMove', x: at.x + by, y: at.y, duration: 20 }))
    await this.browser.act([{ type: 'pointer', id: 'mouse', actions: moves }])
  }

  async type(text: string): Promise<void> {
    const actions = [...text].flatMap((value) => [
      { type: 'keyDown', value },
      { type: 'keyUp', value },
    ])
    await this.browser.act([{ type: 'key', id: 'keyboard', actions }])
  }

  /** Presses a field and types into it. */
  async write(sought: Sought, text: string): Promise<void> {
    await this.press(sought)
    await this.type(text)
  }

  async #shown(): Promise<string> {
    const text = await this.browser
      .evaluate(`location.pathname + ': ' + document.body.innerText.slice(0, 1500)`)
      .catch(() => 'the page does not answer')
    return String(text)
  }
}

export interface Place {
  readonly x: number
  readonly y: number
}

/** Runs in the page: the middle of the first matching element that can be pressed, scrolled into view. */
function placeOf({ selector, name }: Sought, isFree = false): Place | null {
  for (const element of document.querySelectorAll(selector)) {
    const labels = element instanceof HTMLInputElement ? [...(element.labels ?? [])] : []
    const written = labels.map((label) => label.textContent).join(' ') || element.textContent
    const called = (element.getAttribute('aria-label') ?? written).replace(/\s+/g, ' ').trim()
    if (name !== undefined && !called.startsWith(name)) continue
    let box = element.getBoundingClientRect()
    if (box.width === 0 || box.height === 0 || getComputedStyle(element).visibility === 'hidden') continue
    if (box.top < 0 || box.bottom > innerHeight || box.left < 0 || box.right > innerWidth) {
      element.scrollIntoView({ block: 'center', inline: 'center', behavior: 'instant' })
      box = element.getBoundingClientRect()
    }
    const place = { x: box.left + box.width / 2, y: box.top + box.height / 2 }
    if (!isFree || element.contains(document.elementFromPoint(place.x, place.y))) return place
  }
  return null
}
