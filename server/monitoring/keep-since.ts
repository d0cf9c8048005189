/** Since when a problem lasts, over one report after the other. Pure. */
import type { Problem, Report } from './report.ts'

/** After a longer pause without reports nobody knows whether a problem was there all the time. */
const longestPauseMs = 600_000

/** The report, with each problem that the one before has too since the moment it has there. */
export function keepSince(report: Report, before: Report | undefined): Report {
  if (before === undefined || report.atMs - before.atMs > longestPauseMs) return report
  const earlier = new Map(before.channels.map(({ cid, problems = [] }) => [cid, problems]))
  return {
    ...report,
    channels: report.channels.map((channel) => {
      const lasting = earlier.get(channel.cid)
      if (lasting === undefined || channel.problems === undefined) return channel
      return { ...channel, problems: channel.problems.map((problem) => longest(problem, lasting)) }
    }),
  }
}

function longest(problem: Problem, lasting: readonly Problem[]): Problem {
  return lasting.find(({ kind }) => kind === problem.kind) ?? problem
}
