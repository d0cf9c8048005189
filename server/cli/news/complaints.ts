import { type CliCommand, amount, done, moment, refused, shown } from '#server/cli/command/command.ts'
import { openServices } from '#server/cli/command/services.ts'
import { closeComplaint, listComplaints, type WrittenComplaint } from '#server/complaints/complaints.ts'
import { systemClock } from '#server/platform/primitives/clock.ts'

const maxShown = 500

export const complaintsList: CliCommand = {
  name: 'complaints list',
  usage: '[--open] [--format json]',
  summary: 'list viewers’ complaints, newest first',
  help: `Shows the newest ${maxShown} complaints, newest first: what is wrong, with which title, file or channel and at
which second, from whom (an account's number or a guest's network), on which device, and the text.

  --open     only those that were not closed
  --format   json: one object a line, for a program

Examples
  npm run ekran -- complaints list --open
  npm run ekran -- complaints list --format json | jq 'select(.vid == 12)'`,
  options: { open: { type: 'boolean' }, format: { type: 'string' } },
  min: 0,
  max: 0,
  run: async ({ flag, text }, tools) => {
    const format = text('format') ?? 'text'
    if (format !== 'text' && format !== 'json') return refused(`${shown(format)} is neither text nor json`)
    await using stack = new AsyncDisposableStack()
    const { work } = await openServices(tools, stack)
    const complaints = await listComplaints(work.db, { openOnly: flag('open'), limit: maxShown })
    if (format === 'json') return done(...complaints.map(jsonLine))
    const more = complaints.length === maxShown ? ', and perhaps more' : ''
    return done(...complaints.flatMap(linesOf), `${amount(complaints.length, 'complaint')}${more}.`)
  },
}

export const complaintsClose: CliCommand = {
  name: 'complaints close',
  usage: '<number>',
  summary: 'close a complaint',
  help: `It is not shown by "complaints list --open" any more and no longer counted as open in /metrics.

Example
  npm run ekran -- complaints close 17`,
  min: 1,
  max: 1,
  run: async ({ words: [number = ''] }, tools) => {
    if (!/^[1-9]\d{0,8}$/.test(number)) return refused(`${shown(number)} is not a complaint's number`)
    const complaintId = Number(number)
    await using stack = new AsyncDisposableStack()
    const { work, audit } = await openServices(tools, stack)
    const outcome = await closeComplaint(work.db, complaintId, systemClock.nowMs())
    if (outcome === 'unknown') return refused(`there is no complaint ${complaintId}`)
    if (outcome === 'was_closed') return done(`Complaint ${complaintId} was closed before.`)
    await audit.record({
      event: 'complaint_closed',
      actor: 'operator',
      facts: { complaint_id: complaintId },
    })
    return done(`Complaint ${complaintId} is closed.`)
  },
}

/** Control characters and bidirectional marks are escaped: a viewer's text cannot move the cursor. */
function jsonLine(complaint: WrittenComplaint): string {
  return JSON.stringify(complaint).replace(
    /[\p{Cc}\p{Cf}\u2028\u2029]/gu,
    // Characters outside the first Unicode plane have two parts, and JSON writes each.
    (sign) =>
      Array.from(
        { length: sign.length },
        (_, part) => `\\u${sign.charCodeAt(part).toString(16).padStart(4, '0')}`,
      ).join(''),
  )
}

function linesOf(complaint: WrittenComplaint): string[] {
  const { complaintId, createdAtMs, closedAtMs, problem, accountId, network, device, body } = complaint
  const who = accountId === null ? `a guest from ${network || 'somewhere'}` : `account ${accountId}`
  const head = [
    `${String(complaintId).padStart(6)}  ${moment(createdAtMs)}  ${shown(problem)}`,
    ...aboutOf(complaint),
    `by ${who}`,
    ...(device === '' ? [] : [`on ${shown(device)}`]),
    ...(closedAtMs === null ? [] : [`closed ${moment(closedAtMs)}`]),
  ].join('  ')
  return [head, ...body.split('\n').flatMap((line) => (line.trim() === '' ? [] : [`        ${shown(line)}`]))]
}

function aboutOf({ vid, vfid, cid, positionSec }: WrittenComplaint): string[] {
  return [
    ...(vid === null ? [] : [`title ${vid}`]),
    ...(vfid === null ? [] : [`file ${vfid}`]),
    ...(cid === null ? [] : [`channel ${cid}`]),
    ...(positionSec === null ? [] : [`at ${momentOf(positionSec)}`]),
  ]
}

/** For a film the time from its start, for a channel the time of its broadcast. */
function momentOf(sec: number) {
  return sec > 1_000_000_000 ? moment(sec * 1000) : clockOf(sec)
}

function clockOf(sec: number) {
  return [Math.floor(sec / 3600), Math.floor(sec / 60) % 60, sec % 60]
    .map((part) => String(part).padStart(2, '0'))
    .join(':')
}
