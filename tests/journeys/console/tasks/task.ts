/** A task of an operator's day as data, and the acts it takes. */
import type { Locator, Page } from 'playwright-core'
import type { Desk } from './desk.ts'

export interface Task {
  /** Its row in docs/guides/console-tasks.md. */
  readonly row: string
  /** What is done here of a row that names several things. */
  readonly of?: string
  /** The requirements it shows, in brackets; absent: none is of this alone. */
  readonly shows?: string
  /** The page it starts from. */
  readonly from: string | ((desk: Desk) => string)
  /** What must be there before; not a part of the task. */
  readonly before?: (desk: Desk) => Promise<void>
  /** What was done on that page just before; not a part of the task either. */
  readonly ready?: (desk: Desk) => Promise<void>
  readonly act?: (acts: Acts, desk: Desk) => Promise<void>
  /** Waits for the effect of the task, and fails without it. */
  readonly seen: (desk: Desk) => Promise<void>
  /** Takes back what would disturb a later task. */
  readonly after?: (desk: Desk) => Promise<void>
}

export function titleOf({ shows, row, of }: Task): string {
  return [...(shows === undefined ? [] : [shows]), row, ...(of === undefined ? [] : [`(${of})`])].join(' ')
}

/** What a person does, each counted as one act: how a page is opened or looked at is not. */
export class Acts {
  count = 0
  readonly #page: Page

  constructor(page: Page) {
    this.#page = page
  }

  /** A press on a button, a link, a checkbox or a choice of an open list. */
  async press(target: Locator): Promise<void> {
    this.count += 1
    await target.click()
  }

  /** A text typed into a field, in place of what is there. */
  async type(target: Locator, text: string): Promise<void> {
    this.count += 1
    await target.fill(text)
  }

  /** A choice from a list of the browser. */
  async choose(list: Locator, label: string): Promise<void> {
    this.count += 1
    await list.selectOption({ label })
  }

  /** A text typed where the focus is. */
  async write(text: string): Promise<void> {
    this.count += 1
    await this.#page.keyboard.type(text)
  }

  /** A key, or several together. */
  async key(keys: string): Promise<void> {
    this.count += 1
    await this.#page.keyboard.press(keys)
  }

  /** A file chosen in the window of the browser. */
  async file(target: Locator, path: string): Promise<void> {
    this.count += 1
    await target.setInputFiles(path)
  }

  /** Something taken by its handle and put over the upper half of another thing. */
  async drag(handle: Locator, over: Locator): Promise<void> {
    this.count += 1
    await handle.scrollIntoViewIfNeeded()
    const [from, to] = [await handle.boundingBox(), await over.boundingBox()]
    if (from === null || to === null) throw new Error('what is dragged, and where to, must be in sight')
    const { mouse } = this.#page
    await mouse.move(from.x + from.width / 2, from.y + from.height / 2)
    await mouse.down()
    await mouse.move(to.x + to.width / 2, to.y + to.height / 2, { steps: 8 })
    await mouse.move(to.x + to.width / 2, to.y + 4, { steps: 2 })
    await mouse.up()
  }
}
