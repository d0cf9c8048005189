/**
 * A hundred tasks of an operator's day, each done in a real Chromium on one product, with its acts counted and its effect seen.
 * What the guide of the console says of acts is compared with what was counted.
 */
import { readFile } from 'node:fs/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { channelTasks } from './channel-tasks.ts'
import { type Desk, openDesk } from './desk.ts'
import { financeTasks } from './finance-tasks.ts'
import { filmTasks, packagedFilmTasks } from './film-tasks.ts'
import { frontTasks } from './front-tasks.ts'
import { guideTasks } from './guide-tasks.ts'
import { guideRows } from './guide-rows.ts'
import { listTasks } from './list-tasks.ts'
import { marketingTasks } from './marketing-tasks.ts'
import { serviceTasks } from './service-tasks.ts'
import { supportTasks } from './support-tasks.ts'
import { Acts, type Task, titleOf } from './task.ts'

const tasks: readonly Task[] = [
  ...serviceTasks,
  ...channelTasks,
  ...listTasks,
  ...guideTasks,
  ...filmTasks,
  ...frontTasks,
  ...packagedFilmTasks,
]
/** Those of the call centre, of finance and of marketing, who have other content. */
const officeTasks: readonly Task[] = [...supportTasks, ...financeTasks, ...marketingTasks]

/** The most acts that any task may take. */
const maxActs = 6

interface Done {
  readonly task: Task
  readonly acts: number
  readonly seconds: number
}

let desk: Desk
const done: Done[] = []

beforeAll(async () => {
  desk = await openDesk()
}, 300_000)
afterAll(async () => {
  await desk?.leave()
})

async function open(address: string): Promise<void> {
  const { page } = desk
  await page.goto(`/console${address}`)
  await page.locator('main#content h1').first().waitFor()
  await page.waitForFunction(() => document.querySelector('main [role="status"][aria-label]') === null)
}

async function perform(task: Task): Promise<void> {
  await task.before?.(desk)
  await open(typeof task.from === 'string' ? task.from : task.from(desk))
  await task.ready?.(desk)
  const acts = new Acts(desk.page)
  const begin = performance.now()
  await task.act?.(acts, desk)
  await task.seen(desk)
  const seconds = (performance.now() - begin) / 1000
  await task.after?.(desk)
  done.push({ task, acts: acts.count, seconds })
}
const titled = (some: readonly Task[]) => some.map((task) => [titleOf(task), task] as const)

describe('a task of an operator', () => {
  it.for(titled(tasks))('%s', ([, task]) => perform(task))
})

describe('a task of the call centre, of finance or of marketing', () => {
  it.for(titled(officeTasks))('%s', ([, task]) => perform(task))
})

const medianOf = (numbers: readonly number[]) => {
  const sorted = numbers.toSorted((one, other) => one - other)
  return (
    ((sorted[Math.floor((sorted.length - 1) / 2)] ?? 0) + (sorted[Math.floor(sorted.length / 2)] ?? 0)) / 2
  )
}

/** Checks these of the tasks that were done, and prints them. */
function expectFewActs(some: readonly Task[], min: number): void {
  const these = done.filter(({ task }) => some.includes(task))
  const acts = these.map((one) => one.acts)
  const medians = [medianOf(acts), medianOf(acts.filter((count) => count > 0))]
  const seconds = these.map((one) => one.seconds)
  console.log(
    [
      'acts      s  task',
      ...these.map(
        (one) =>
          `${String(one.acts).padStart(4)} ${one.seconds.toFixed(1).padStart(6)}  ${titleOf(one.task)}`,
      ),
      `${these.length} tasks; median ${medians[0]} acts (${medians[1]} of those with any), ${medianOf(seconds).toFixed(1)} s, the longest ${Math.max(...seconds).toFixed(1)} s`,
    ].join('\n'),
  )
  expect(these.length).toBeGreaterThanOrEqual(min)
  expect(medianOf(acts)).toBeLessThanOrEqual(4)
  expect(these.filter((one) => one.acts > maxActs).map(({ task }) => titleOf(task))).toEqual([])
}

describe('the tasks of a day together', () => {
  it('are sixty, with a median of at most four acts, and none takes too many', () => {
    expectFewActs(tasks, 60)
  })

  it('are forty more of the call centre, finance and marketing, as short', () => {
    expectFewActs(officeTasks, 40)
  })

  it('take what the guide of the console says', async () => {
    const rows = guideRows(await readFile('docs/guides/console-tasks.md', 'utf8'))
    const other = done.flatMap(({ task, acts }) => {
      const row = rows.get(task.row)
      if (row === undefined) return [`${task.row}: is not in the guide`]
      const isRight = acts >= row.min && acts <= row.max
      return isRight ? [] : [`${titleOf(task)}: ${acts} acts, the guide says ${row.text}`]
    })
    expect(other).toEqual([])
  })

  it('have caused no script error, no failure of the server, and nothing that the content policy refused', () => {
    expect(desk.problems).toEqual([])
  })
})
