import { type CliCommand, done, moment, refused, shown } from '#server/cli/command/command.ts'
import { openServices } from '#server/cli/command/services.ts'
import {
  duration,
  problemDays,
  problemMemoryDays,
  problemsRecordedSince,
  readProblems,
  readReport,
} from '#server/monitoring/monitoring.ts'
import { systemClock } from '#server/platform/primitives/clock.ts'
import { loadChannels } from '#server/television/television.ts'

const dayMs = 86_400_000
const maxProblems = 5000
const shownProblems = 30

export const channelsHealth: CliCommand = {
  name: 'channels health',
  usage: '<number>',
  summary: 'what is wrong with a channel, and its last thirty days',
  help: `The number is the channel's, as viewers see it. Times when nobody could watch count as down; without audio, or from a
later source, as poor.

Example
  npm run ekran -- channels health 7`,
  min: 1,
  max: 1,
  run: async ({ words: [word = ''] }, tools) => {
    if (!/^[1-9]\d{0,5}$/.test(word)) return refused(`${shown(word)} is not the number of a channel`)
    await using stack = new AsyncDisposableStack()
    const { work } = await openServices(tools, stack)
    const channel = (await loadChannels(work.db)).find(({ number }) => number === Number(word))
    if (channel === undefined) return refused(`there is no channel ${word}`)
    const nowMs = systemClock.nowMs()
    const [report, problems, sinceMs] = await Promise.all([
      readReport(work.db),
      readProblems(work.db, channel.cid, {
        fromMs: nowMs - problemMemoryDays * dayMs,
        limit: maxProblems,
      }),
      problemsRecordedSince(work.db),
    ])
    const reported = report?.channels.find(({ cid }) => cid === channel.cid)
    const days = problemDays(problems, nowMs, problemMemoryDays)
    const sum = (of: 'downMs' | 'poorMs') => duration(days.reduce((all, day) => all + day[of], 0))
    const now =
      reported === undefined || report === undefined
        ? 'not reported yet'
        : `${[reported.level, ...reported.why].join('; ')} (${moment(report.atMs)})`
    return done(
      `${shown(channel.name.ru || channel.name.uz)}: ${now}`,
      `Since ${moment(Math.max(sinceMs, days[0]?.dayMs ?? 0))}: down ${sum('downMs')}, poor ${sum('poorMs')}`,
      ...problems
        .slice(0, shownProblems)
        .map(
          ({ kind, fromMs, endMs }) =>
            `  ${moment(fromMs)}  ${kind.replace('_', ' ')}, ${endMs === null ? 'still' : duration(endMs - fromMs)}`,
        ),
    )
  },
}
