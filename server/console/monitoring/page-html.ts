/** The operator's page of channels: read-only, rendered at each request, without a script. */
import { duration } from '#server/monitoring/monitoring.ts'
import { createHash } from 'node:crypto'
import { tashkentOffsetMs } from '#contract/form/constants.ts'
import {
  oldMs,
  actingLimit,
  countLevels,
  worstFirst,
  type ChannelReport,
  type Report,
} from '#server/monitoring/monitoring.ts'

const style = `
:root{color-scheme:dark}
body{margin:24px;background:#0b1117;color:#f1f4f2;font:14px/1.5 system-ui,sans-serif}
h1{font-size:22px;margin:0 0 8px}h2{font-size:18px;margin:24px 0 8px}h3{font-size:14px;margin:16px 0 4px}p{margin:0 0 16px;color:#b4c1c8}
.scroll{overflow-x:auto}table{border-collapse:collapse;width:100%;font-variant-numeric:tabular-nums}
th,td{text-align:left;padding:6px 12px 6px 0;border-bottom:1px solid #24333f;vertical-align:top;white-space:nowrap}
th{color:#8b9ca6;font-weight:600;position:sticky;top:0;background:#0b1117}td.why{white-space:normal;min-width:240px}
.bad b{color:#ff6b5e}.warning b{color:#ffb454}.good b{color:#6fd58f}.off,.off b{color:#8b9ca6}
.old{color:#ff6b5e}nav{margin:0 0 16px}a{color:#8fc7ff}
`
/** What such a page may load: only its own style. */
export const pagePolicy = `default-src 'none'; style-src 'sha256-${createHash('sha256').update(style).digest('base64')}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`

const renewEverySec = 10

export function operatorPage(report: Report | undefined, nowMs: number): string {
  const text = report === undefined ? '<p>Nothing has been recorded yet.</p>' : body(report, nowMs)
  return operatorDocument('Channels', text, renewEverySec)
}

/** An operator's page around this body, which is HTML; it reloads every so many seconds. */
export function operatorDocument(title: string, text: string, renewSec: number): string {
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>${title} · Ekran</title>
<meta name="viewport" content="width=device-width, initial-scale=1"><meta name="robots" content="noindex">
<meta http-equiv="refresh" content="${renewSec}"><style>${style}</style></head>
<body><nav><a href="channels">Channels</a> · <a href="plays">Plays</a> · <a href="apps">Apps</a></nav><h1>${title}</h1>${text}</body></html>`
}

function body(report: Report, nowMs: number): string {
  const counts = countLevels(report.channels)
  const ageMs = nowMs - report.atMs
  const age =
    ageMs > oldMs
      ? `<span class="old">The recorder has not reported for ${duration(ageMs)}.</span>`
      : `As of ${moment(report.atMs)} in Tashkent.`
  const rows = report.channels
    .toSorted(worstFirst)
    .map((channel) => row(channel, nowMs))
    .join('\n')
  return `<p>${counts.bad} bad, ${counts.warning} warning, ${counts.good} good, ${counts.off} off. ${disk(report)} ${age}</p>
<div class="scroll"><table><thead><tr>${heads.map((head) => `<th scope="col">${head}</th>`).join('')}</tr></thead>
<tbody>
${rows}
</tbody></table></div>`
}

const heads = [
  '№',
  'Channel',
  'State',
  'Source',
  'Mbit/s',
  'Last segment',
  'Picture',
  'Guide',
  'Archive',
  'Gaps 24 h / 7 d',
  'Why',
]

function row(channel: ChannelReport, nowMs: number): string {
  const { archive } = channel
  const cells = [
    String(channel.number),
    escaped(channel.name),
    `<b>${channel.level}</b> ${channel.state}`,
    channel.sources > 0
      ? `${channel.sourceIndex ?? '–'} of ${channel.sources} ${escaped(channel.maker ?? '')}`
      : '',
    channel.bitsPerSecond === undefined ? '' : (channel.bitsPerSecond / 1e6).toFixed(2),
    channel.lastSegmentAtMs === undefined ? '' : `${duration(nowMs - channel.lastSegmentAtMs)} ago`,
    channel.picture === 'unknown' ? '' : channel.picture,
    channel.guideUntilMs === null ? 'none' : duration(channel.guideUntilMs - nowMs),
    archive === undefined
      ? ''
      : `${archive.oldestMs === null ? 'nothing' : duration(nowMs - archive.oldestMs)}, ${gigabytes(archive.bytes)}`,
    archive === undefined
      ? ''
      : `${archive.holesOfDay.count} (${duration(archive.holesOfDay.ms)}) / ${archive.holesOfWeek.count} (${duration(archive.holesOfWeek.ms)})`,
  ].map((cell) => `<td>${cell}</td>`)
  return `<tr class="${channel.level}">${cells.join('')}<td class="why">${escaped(channel.why.join('; '))}</td></tr>`
}

function disk({ disk: facts }: Report): string {
  if (facts === null) return ''
  const left =
    facts.hoursLeft === null
      ? 'holds the whole depth'
      : `the oldest recordings will be deleted in ${duration(facts.hoursLeft * 3_600_000)}`
  const limit = facts.hoursLeft === null ? '' : actingLimit(facts)
  const free = `Disk: ${gigabytes(facts.freeBytes)} of ${gigabytes(facts.totalBytes)} free`
  return `${free}; it ${left}${limit === '' ? '' : `, ${limit}`}.`.replace('it the oldest', 'the oldest')
}

function gigabytes(bytes: number) {
  return `${(bytes / 1e9).toFixed(1)} GB`
}

function moment(ms: number) {
  return new Date(ms + tashkentOffsetMs).toISOString().slice(0, 19).replace('T', ' ')
}

/** Text within HTML. */
export function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (letter) => `&#${letter.charCodeAt(0)};`)
}

/** A table whose cells are text. */
export function table(columns: readonly string[], rows: readonly (readonly string[])[]): string {
  const cells = (row: readonly string[]) => row.map((cell) => `<td>${escaped(cell)}</td>`).join('')
  return `<div class="scroll"><table><thead><tr>${columns.map((name) => `<th scope="col">${name}</th>`).join('')}</tr></thead>
<tbody>
${rows.map((row) => `<tr>${cells(row)}</tr>`).join('\n')}
</tbody></table></div>`
}
