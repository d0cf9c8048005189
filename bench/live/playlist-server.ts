/** Serves playlists of one synthetic channel through the real origin: a separate process, to be measured. */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { SegmentRef, Timeline } from '#media/archive/timeline/timeline.ts'
import { archiveScope, issueTicket, liveScope } from '#media/media.ts'
import { LiveNumbering } from '#media/origin/playlists/live-numbering.ts'
import { createOrigin } from '#media/origin/origin.ts'

const secret = 'a secret of the bench, used nowhere else'
const nowMs = Math.floor(Date.now() / 6000) * 6000
const hourMs = 3_600_000
const depthMs = 24 * hourMs
const segmentMs = 2000

const timeline: Timeline = {
  depthMs: depthMs,
  liveEdgeMs: () => nowMs,
  oldestMs: () => nowMs - depthMs,
  renditions: () => [],
  window: (_rendition, fromMs, toMs) => {
    const out: SegmentRef[] = []
    const first = Math.max(nowMs - depthMs, Math.floor(fromMs / segmentMs) * segmentMs)
    for (let beginMs = first; beginMs < Math.min(toMs, nowMs); beginMs += segmentMs)
      out.push({ beginMs, durationMs: segmentMs, initKey: 'e1', periodMs: nowMs - depthMs, gap: false })
    return out
  },
  hasAnything: () => true,
  segmentBytes: async () => undefined,
  initBytes: async () => undefined,
}

const numbering = new LiveNumbering()
const handle = createOrigin({
  ticketSecrets: [secret],
  clock: () => nowMs,
  describeAsset: () => undefined,
  assetDir: () => '',
  channel: () => ({ timeline, numbering }),
  onError: (path, error) => console.error(path, error),
})
const server = createServer((request, response) => void handle(request, response))
server.listen(0, '127.0.0.1', () => {
  const [fromSec, toSec] = [(nowMs - 5 * hourMs) / 1000, (nowMs - hourMs) / 1000]
  const ticket = (scope: string): string =>
    issueTicket(secret, { scope, sessionId: 'bench', expiresAtMs: nowMs + hourMs })
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const live = `${origin}/p/${ticket(liveScope('1'))}/live/1/v.m3u8`
  const archive = `${origin}/p/${ticket(archiveScope('1', fromSec, toSec))}/archive/1/${fromSec}-${toSec}/v.m3u8`
  console.log(JSON.stringify({ live, archive }))
})
process.on('SIGTERM', () => process.exit(0))
