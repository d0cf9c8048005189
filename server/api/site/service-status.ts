/** The state of the service for viewers: the last report about channels, and the staff's notices. */
import type { ResponseOf } from '#contract/form/endpoint.ts'
import { respond } from '#contract/form/endpoint.ts'
import type { Language } from '#contract/form/failures.ts'
import { serviceStatus } from '#contract/site/service-status.ts'
import type { ApiContext } from '#server/api/context/api-context.ts'
import { oldMs, readReport, type Report } from '#server/monitoring/monitoring.ts'
import { pictureAddress } from '#server/pictures/pictures.ts'
import { bindEndpoints, type BoundEndpoint } from '#server/platform/http/endpoints/bind-endpoints.ts'
import { cachedFor } from '#server/platform/primitives/cached-for.ts'
import { type ServiceNotice, shownNotices } from '#server/site/site.ts'
import { type ChannelRecord, inLanguage } from '#server/television/television.ts'

type State = ResponseOf<typeof serviceStatus.state>

/** A crowd of viewers opens the page when something fails: the report is read once for all of them. */
const freshMs = 5000
const logoPx = 240

export function serviceStatusEndpoints(
  api: Pick<ApiContext, 'db' | 'clock' | 'television'>,
): readonly BoundEndpoint[] {
  const { db, clock, television } = api
  const latestReport = cachedFor(freshMs, () => readReport(db))
  return bindEndpoints('serviceStatus', serviceStatus, {
    state: async (_input, { language }) => {
      const nowMs = clock.nowMs()
      const [report, notices] = await Promise.all([latestReport(nowMs), shownNotices(db, nowMs)])
      const channels = television.now().channels.filter(({ isEnabled }) => isEnabled)
      return respond(presentStatus({ report, notices, channels, nowMs }, language))
    },
  })
}

interface StatusFacts {
  readonly report: Report | undefined
  readonly notices: readonly ServiceNotice[]
  /** What is on offer. */
  readonly channels: readonly ChannelRecord[]
  readonly nowMs: number
}

/** Pure. A report older than `oldMs` says nothing about now. */
export function presentStatus({ report, notices, channels, nowMs }: StatusFacts, language: Language): State {
  const isFresh = report !== undefined && nowMs - report.atMs <= oldMs
  const offered = new Map(channels.map((channel) => [channel.cid, channel]))
  const down = (isFresh ? report.channels : []).flatMap(({ cid, level, problems = [] }) => {
    const channel = offered.get(cid)
    if (channel === undefined || level !== 'bad') return []
    const sinceMs = problems.length === 0 ? null : Math.min(...problems.map((problem) => problem.sinceMs))
    const { number, name, logo } = channel
    const image = pictureAddress('logo', cid, logo, logoPx)
    return [{ cid, number, name: name[language], logo: image, since: secOf(sinceMs) }]
  })
  return {
    state: stateOf(isFresh, down.length > 0, notices),
    channels: channels.length,
    down: down.toSorted((a, b) => a.number - b.number),
    notices: notices.map((notice) => presentNotice(notice, language)),
    checked_at: secOf(report?.atMs ?? null),
  }
}

function stateOf(isFresh: boolean, isAnyDown: boolean, notices: readonly ServiceNotice[]): State['state'] {
  const isOn = (kind: ServiceNotice['kind']) =>
    notices.some((notice) => notice.kind === kind && notice.state === 'on')
  if (isAnyDown || isOn('outage')) return 'trouble'
  if (isOn('works')) return 'works'
  return isFresh ? 'good' : 'unknown'
}

function presentNotice(notice: ServiceNotice, language: Language): State['notices'][number] {
  const { id, kind, state, title, text, beginsMs, endsMs } = notice
  return {
    ...{ id, kind, state, title: title[language], text: inLanguage(text, language) },
    begins_at: Math.floor(beginsMs / 1000),
    ends_at: secOf(endsMs),
  }
}

function secOf(ms: number | null): number | null {
  return ms === null ? null : Math.floor(ms / 1000)
}
