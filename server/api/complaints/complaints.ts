import type { ApiContext, Uses } from '#server/api/context/api-context.ts'
import { writeComplaint, storedNetwork, storedText } from '#server/complaints/complaints.ts'
import { complaints as endpoints } from '#contract/site/complaints.ts'
import { respond, reject } from '#contract/form/endpoint.ts'
import type { Language } from '#contract/form/failures.ts'
import { networkOf } from '#server/accounts/accounts.ts'
import type { Db } from '#server/platform/database/database.ts'
import {
  type BoundEndpoint,
  type RequestContext,
  type Handlers,
  bindEndpoints,
} from '#server/platform/http/endpoints/bind-endpoints.ts'
import { type RateLimit, createRateLimit } from '#server/platform/http/client/rate-limit.ts'

type Deps = Pick<ApiContext, 'db'> & Uses<{ catalogue: 'now'; clock: 'nowMs'; television: 'now' }>

/** What viewers say is wrong. `limit`: how often one may; default ten an hour. */
export function complaintEndpoints(
  deps: Deps,
  limit: RateLimit = createRateLimit({ name: 'complaints', attempts: 10, perSec: 3600 }),
): readonly BoundEndpoint[] {
  const handlers: Handlers<typeof endpoints> = {
    problems: async (input, request) =>
      respond({ problems: [...(await problemsOf(deps.db, input.type, request.language))] }),
    complain: async (input, request) => {
      const problem = await deps.db
        .selectFrom('problem')
        .select('needs_text')
        .where('problem_id', '=', input.type)
        .executeTakeFirst()
      if (problem === undefined) return reject('problem_not_found')
      const body = storedText(input.body)
      if (problem.needs_text && body === '') return reject('invalid_input', { values: { fields: 'body' } })
      const { vid, vfid, cid } = input
      if (vid === undefined ? vfid !== undefined : !hasTitle(deps, vid, vfid))
        return reject('title_not_found')
      if (cid !== undefined && deps.television.now().channel(cid) === undefined)
        return reject('channel_not_found')
      const spent = await limit.spend(whoIs(request))
      if (spent.kind === 'refused') {
        const { retryAfterSec } = spent
        return reject('too_many_requests', { retryAfterSec, values: { seconds: retryAfterSec } })
      }
      const id = await writeComplaint(deps.db, {
        problemId: input.type,
        accountId: request.viewer?.accountId ?? null,
        network: storedNetwork(request.clientAddress),
        device: storedText(input.device ?? ''),
        userAgent: storedText(request.userAgent),
        body,
        vid: vid ?? null,
        vfid: vfid ?? null,
        cid: cid ?? null,
        positionSec: input.position ?? null,
        createdAtMs: deps.clock.nowMs(),
      })
      return respond({ id })
    },
  }
  return bindEndpoints('complaints', endpoints, handlers)
}

/** Whether there is such a title and, when a file is named, whether it is one of that title's. */
function hasTitle({ catalogue }: Deps, vid: number, vfid: number | undefined): boolean {
  const content = catalogue.now()
  return vfid === undefined ? content.title(vid) !== undefined : content.file(vfid)?.title.vid === vid
}

function whoIs({ viewer, clientAddress }: RequestContext) {
  return viewer === undefined ? `network ${networkOf(clientAddress)}` : `account ${viewer.accountId}`
}

async function problemsOf(db: Db, subject: 'video' | 'channel' | 'other', language: Language) {
  const rows = await db
    .selectFrom('problem')
    .selectAll()
    .where('subject', '=', subject)
    .orderBy('position')
    .orderBy('problem_id')
    .limit(50)
    .execute()
  return rows.map((row) => ({
    id: row.problem_id,
    name: row[`name_${language}`],
    needs_text: row.needs_text ? (1 as const) : (0 as const),
  }))
}
