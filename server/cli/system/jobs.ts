/** Background jobs that failed: the same as on the page of the server's health in the console. */
import { withServices } from '#server/cli/command/changing.ts'
import { type CliCommand, done, moment, refused, shown } from '#server/cli/command/command.ts'
import { listFailedJobs, readQueue, retryFailedJob } from '#server/operations/operations.ts'
import { startJobs } from '#server/platform/jobs.ts'

const listed = 50
const closingMs = 1000

export const jobsList: CliCommand = {
  name: 'jobs list',
  usage: '',
  summary: 'the queue of background jobs, and those that failed',
  help: 'Example\n  npm run ekran -- jobs list',
  min: 0,
  max: 0,
  run: (_input, tools) =>
    withServices(tools, async ({ work: { db } }) => {
      const [queue, failed] = await Promise.all([readQueue(db), listFailedJobs(db, listed)])
      if (queue === undefined) return done('There is no queue yet: Ekran has not run on this database.')
      return done(
        ...queue.map(
          ({ name, waiting, repeated, running, failed: count, oldestMs }) =>
            `${name}  ${waiting} waiting  ${repeated} repeated  ${running} running  ${count} failed${
              oldestMs === null ? '' : `  oldest ${moment(oldestMs)}`
            }`,
        ),
        ...failed.map(
          ({ jobId, name, endedMs, tries, error }) =>
            `failed ${jobId}  ${name}  ${moment(endedMs)}  try ${tries}  ${shown(error)}`,
        ),
        ...(queue.length + failed.length === 0 ? ['Nothing waits, nothing failed.'] : []),
      )
    }),
}

export const jobsRetry: CliCommand = {
  name: 'jobs retry',
  usage: '<job id>',
  summary: 'run a job that failed once more',
  help: `The running Ekran takes it at once; otherwise the next one does. "jobs list" shows the ids.

Example
  npm run ekran -- jobs retry 0198c3f2-8a51-7c44-9d60-3f1d2ab45e77`,
  min: 1,
  max: 1,
  problem: ({ words }) =>
    /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i.test(words[0] ?? '')
      ? undefined
      : 'a job id is like 0198c3f2-8a51-7c44-9d60-3f1d2ab45e77',
  run: (input, tools) =>
    withServices(tools, async ({ work: { db, location }, audit }) => {
      const jobId = input.words[0] ?? ''
      const statementTimeoutMs = tools.settings.EKRAN_JOB_STATEMENT_TIMEOUT_MS
      const jobs = await startJobs({ location, log: tools.log, statementTimeoutMs })
      try {
        const name = await retryFailedJob(db, jobs, jobId)
        if (name === undefined) return refused('no job with this id has failed; see "jobs list"')
        const change = { section: 'health', subject: `job ${jobId}`, after: { name } }
        await audit.record({ event: 'job_retried', actor: 'operator', facts: {}, change })
        return done(`${name} runs once more.`)
      } finally {
        await jobs.close(closingMs)
      }
    }),
}
