/** The queue of jobs as it is now, from its own tables; nothing of a job's data is read. */
import { sql } from 'kysely'
import type { Db } from '#server/platform/database/database.ts'
import type { Jobs } from '#server/platform/jobs.ts'
import { withoutSecrets } from '#server/platform/log/redact.ts'

export interface QueueKind {
  /** `module.verb-noun`. */
  readonly name: string
  /** Due now; those for later are not counted. */
  readonly waiting: number
  /** Failed and to be tried again. */
  readonly repeated: number
  readonly running: number
  /** For good, in the last seven days. */
  readonly failed: number
  /** Since when the oldest one waits; null for none. */
  readonly oldestMs: number | null
}

export interface FailedJob {
  readonly jobId: string
  readonly name: string
  readonly endedMs: number
  readonly tries: number
  /** As its module said it, without secrets; ''. */
  readonly error: string
}

const maxKinds = 300
const longestError = 500

/** Kinds that have something to show; undefined: there is no queue in this database. */
export async function readQueue(db: Db): Promise<readonly QueueKind[] | undefined> {
  if (!(await hasQueue(db))) return undefined
  const { rows } = await sql<{
    name: string
    waiting: number
    repeated: number
    running: number
    failed: number
    oldest: Date | null
  }>`
    select name,
      count(*) filter (where state = 'created' and start_after <= now())::int as waiting,
      count(*) filter (where state = 'retry')::int as repeated,
      count(*) filter (where state = 'active')::int as running,
      count(*) filter (where state = 'failed')::int as failed,
      min(greatest(created_on, start_after)) filter (where state in ('created', 'retry') and start_after <= now()) as oldest
    from jobs.job where name not like '\\_\\_pgboss\\_\\_%' and state in ('created', 'retry', 'active', 'failed')
    group by name order by failed desc, waiting desc, name limit ${maxKinds}`.execute(db)
  return rows
    .filter(({ waiting, repeated, running, failed }) => waiting + repeated + running + failed > 0)
    .map(({ oldest, ...counts }) => ({ ...counts, oldestMs: oldest?.getTime() ?? null }))
}

/** The newest first. */
export async function listFailedJobs(db: Db, limit: number): Promise<readonly FailedJob[]> {
  if (!(await hasQueue(db))) return []
  const { rows } = await sql<{ id: string; name: string; ended: Date; tries: number; error: string | null }>`
    select id, name, coalesce(completed_on, created_on) as ended, retry_count + 1 as tries,
      left(coalesce(output ->> 'message', output -> 'value' ->> 'message', ''), 2000) as error
    from jobs.job where state = 'failed' order by completed_on desc nulls last limit ${limit}`.execute(db)
  return rows.map(({ id, name, ended, tries, error }) => ({
    ...{ jobId: id, name, endedMs: ended.getTime(), tries },
    error: withoutSecrets(error ?? '').slice(0, longestError),
  }))
}

/** Runs a job that failed once more; returns its name, undefined when there is none that failed. */
export async function retryFailedJob(
  db: Db,
  jobs: Pick<Jobs, 'retry'>,
  jobId: string,
): Promise<string | undefined> {
  if (!(await hasQueue(db))) return undefined
  const { rows } = await sql<{ name: string }>`
    select name from jobs.job where id = ${jobId}::uuid and state = 'failed'`.execute(db)
  const name = rows[0]?.name
  if (name === undefined) return undefined
  try {
    await jobs.retry(name, jobId)
    return name
  } catch (error) {
    // One of its kind, which may be there only once, waits already and does the same.
    if (error instanceof Error && 'code' in error && error.code === '23505') return undefined
    throw error
  }
}

async function hasQueue(db: Db): Promise<boolean> {
  const { rows } = await sql<{ there: boolean }>`select to_regclass('jobs.job') is not null as there`.execute(
    db,
  )
  return rows[0]?.there === true
}
