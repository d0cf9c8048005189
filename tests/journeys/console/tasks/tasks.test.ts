/**
 * Sixty tasks of an operator's day, each done in a real Chromium on one product, with its acts counted and its effect seen.
 * What the guide of the console says of acts is compared with what was counted.
 */
import { readFile } from 'node:fs/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { channelTasks } from './channel-tasks.ts'
import { type Desk, openDesk } from './desk.ts'
import { filmTasks, packagedFilmTasks } from './film-tasks.ts'
import { frontTasks } from './front-tasks.ts'
import { guideTasks } from './guide-tasks.ts'
import { guideRows } from './guide-rows.ts'
import { listTasks } from './list-tasks.ts'
import { serviceTasks } from './service-tasks.ts'
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

describe('a task of an operator', () => {
  it.for(tasks.map((task) => [titleOf(task), task] as const))('%s', async ([, task]) => {
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
  })
})

const medianOf = (numbers: readonly number[]) => {
  const sorted = numbers.toSorted((one, other) => one - other)
  return (
    ((sorted[Math.floor((sorted.length - 1) / 2)] ?? 0) + (sorted[Math.floor(sorted.length / 2)] ?? 0)) / 2
  )
}

describe('the tasks of a day together', () => {
  it('are sixty, with a median of at most four acts, and none takes too many', () => {
    const lines = done.map(
      ({ task, acts, seconds }) =>
        `${String(acts).padStart(4)} ${seconds.toFixed(1).padStart(6)}  ${titleOf(task)}`,
    )
    const acts = done.map((one) => one.acts)
    const medians = [medianOf(acts), medianOf(acts.filter((count) => count > 0))]
    const seconds = medianOf(done.map((one) => one.seconds))
    console.log(
      [
        'acts      s  task',
        ...lines,
        `${done.length} tasks; median ${medians[0]} acts (${medians[1]} of those with any), ${seconds.toFixed(1)} s`,
      ].join('\n'),
    )
    expect(done.length).toBeGreaterThanOrEqual(60)
    expect(medianOf(acts)).toBeLessThanOrEqual(4)
    expect(done.filter((one) => one.acts > maxActs).map(({ task }) => titleOf(task))).toEqual([])
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
