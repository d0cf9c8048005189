import * as z from 'zod/mini'
import { type Jobs, type JobWorker, jobKind, jobWorker } from '#server/platform/jobs.ts'
import type { TelegramBot } from './open-telegram-bot.ts'

const pollMs = 300_000

/** At most one runs, in all processes: two that poll take updates from each other. The next one waits meanwhile. */
const pollJob = jobKind({
  ...{ name: 'telegram.poll', data: z.object({}) },
  ...{ oneWaitsPerKey: true as const, tries: 1, limitSec: 400 },
})
const keepPollingJob = jobKind({
  ...{ name: 'telegram.keep-polling', data: z.object({}), cron: '* * * * *' },
  ...{ oneWaits: true as const, tries: 1 },
})
const setUpJob = jobKind({
  ...{ name: 'telegram.set-up', data: z.object({}), cron: '*/10 * * * *' },
  ...{ oneWaits: true as const, tries: 3 },
})

type Queue = Pick<Jobs, 'send'>

/** Another bot was set, or none: whichever process has the jobs takes it up. */
export async function startBot(jobs: Queue): Promise<void> {
  await jobs.send(setUpJob, {})
  await keepPolling(jobs)
}

async function keepPolling(jobs: Queue): Promise<void> {
  await jobs.send(pollJob, {}, { onceKey: 'poll' })
}

export function telegramBotWorkers(deps: {
  readonly bot: Pick<TelegramBot, 'poll' | 'setUp'>
  readonly jobs: Queue
}): readonly JobWorker[] {
  return [
    jobWorker(pollJob, (_data, { signal }) => deps.bot.poll(pollMs, signal)),
    jobWorker(keepPollingJob, () => keepPolling(deps.jobs)),
    jobWorker(setUpJob, () => deps.bot.setUp()),
  ]
}
