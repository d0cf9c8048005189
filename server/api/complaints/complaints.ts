import type { ApiContext, Uses } from '#server/api/context/api-context.ts'
import { writeComplaint, storedNetwork, storedText } from '#server/complaints/complaints.ts'
import { complaints as endpoints } from '#contract/site/complaints.ts'
import { respond, reject } from '#contract/form/endpoint.ts'
import type { Language } from '#contract/form/failures.ts'
import type { Db } from '#server/platform/database/database.ts'
import {
  type BoundEndpoint,
  type Handlers,
  bindEndpoints,
} from '#server/platform/http/endpoints/bind-endpoints.ts'

type Deps = Pick<ApiContext, 'db'> & Uses<{ catalogue: 'now'; clock: 'nowMs'; television: 'now' }>

/** Viewers' complaints. */
export function complaintEndpoints(deps: Deps): readonly BoundEndpoint[] {
  const handlers: Handlers<typeof endpoints> = {
    problems: async (input, request) =>
      respond({ problems: [...(await problemsOf(deps.db, input.type, request.language))] }),
    complain: async (input, request, countRate) => {
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
      const tooMany = await countRate()
      if (tooMany !== undefined) return tooMany
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

/** Whether the title exists and, when a file is given, whether it belongs to that title. */
function hasTitle({ catalogue }: Deps, vid: number, vfid: number | undefined): boolean {
  const content = catalogue.now()
  return vfid === undefined ? content.title(vid) !== undefined : content.file(vfid)?.title.vid === vid
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
